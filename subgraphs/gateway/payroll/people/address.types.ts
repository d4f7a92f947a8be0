import { IsOptional, Matches, MaxLength } from "class-validator";
import { Field, InputType, ObjectType } from "type-graphql";

const notBlank = { message: "must not be blank" };

/** A postal address in the United States, as it is stored. */
export interface PostalAddress {
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  postalCode: string;
}

@ObjectType({ description: "Postal address in the United States, as printed on tax forms." })
export class PayrollAddress implements PostalAddress {
  @Field(() => String, { description: "Street and number, or post office box." })
  line1: string;
  @Field(() => String, { nullable: true, description: "Suite, room or attention line. Null without one." })
  line2: string | null;
  @Field(() => String, { description: "City or town of the address." })
  city: string;
  @Field(() => String, { description: "Two-letter code of the state." })
  state: string;
  @Field(() => String, { description: "ZIP code of 5 or 9 digits." })
  postalCode: string;
}

@InputType({ description: "Postal address in the United States." })
export class PayrollAddressInput {
  @Field(() => String, { description: "Street and number, or post office box, at most 100 characters." })
  @MaxLength(100)
  @Matches(/\S/, notBlank)
  line1: string;
  @Field(() => String, {
    nullable: true,
    description: "Suite, room or attention line, at most 100 characters.",
  })
  @IsOptional()
  @MaxLength(100)
  line2?: string | null;
  @Field(() => String, { description: "City, at most 60 characters." })
  @MaxLength(60)
  @Matches(/\S/, notBlank)
  city: string;
  @Field(() => String, { description: "Two-letter code of the state, such as TX." })
  @Matches(/^[A-Z]{2}$/, { message: "must be a two-letter state code, such as TX" })
  state: string;
  @Field(() => String, { description: "ZIP code of 5 or 9 digits, such as 78701 or 78701-1234." })
  @Matches(/^\d{5}(-\d{4})?$/, { message: "must be a ZIP code, such as 78701 or 78701-1234" })
  postalCode: string;
}

/** The address as it is stored. */
export function storedAddress({ line1, line2, city, state, postalCode }: PayrollAddressInput): PostalAddress {
  return { line1: line1.trim(), line2: line2?.trim() || null, city: city.trim(), state, postalCode };
}
