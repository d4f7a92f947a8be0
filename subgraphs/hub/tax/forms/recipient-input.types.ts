import { IsEmail, IsIn, IsOptional, MaxLength, ValidateNested } from "class-validator";
import { Field, ID, InputType } from "type-graphql";
import { PostalAddressInput } from "../businesses/business.types.ts";
import { tinTypes, type TinType } from "./tin.ts";

@InputType({
  description: "Recipient of the payment. Name a stored one by ID, or send a new one with a tax number.",
})
export class TaxRecipientInput {
  @Field(() => ID, {
    nullable: true,
    description: "ID of a stored recipient. Other fields given here update it.",
  })
  @IsOptional()
  @MaxLength(64)
  recipientId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Type of the tax number: `SSN`, `EIN`, `ITIN` or `ATIN`. Required for a new recipient.",
  })
  @IsOptional()
  @IsIn(tinTypes)
  tinType?: TinType | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Taxpayer identification number (TIN): nine digits, hyphens allowed. Never returned in full.",
  })
  @IsOptional()
  @MaxLength(20)
  tin?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "First name, at most 40 characters. Required for a person.",
  })
  @IsOptional()
  @MaxLength(40)
  firstName?: string | null;
  @Field(() => String, { nullable: true, description: "Middle name, at most 40 characters." })
  @IsOptional()
  @MaxLength(40)
  middleName?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Last name, at most 40 characters. Required for a person.",
  })
  @IsOptional()
  @MaxLength(40)
  lastName?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Name suffix, for example Jr., at most 10 characters.",
  })
  @IsOptional()
  @MaxLength(10)
  suffix?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Business name instead of first and last name, for `tinType` EIN.",
  })
  @IsOptional()
  @MaxLength(75)
  businessName?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Trade name (doing business as), at most 75 characters.",
  })
  @IsOptional()
  @MaxLength(75)
  dba?: string | null;
  @Field(() => PostalAddressInput, {
    nullable: true,
    description: "Postal address of the recipient. Required for a new recipient.",
  })
  @IsOptional()
  @ValidateNested()
  address?: PostalAddressInput | null;
  @Field(() => String, {
    nullable: true,
    description: "E-mail address of the recipient. Required for online delivery.",
  })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Telephone number of the recipient, at most 30 characters.",
  })
  @IsOptional()
  @MaxLength(30)
  phone?: string | null;
}
