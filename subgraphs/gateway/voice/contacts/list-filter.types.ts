import { IsOptional, MaxLength } from "class-validator";
import { Field, InputType, ObjectType } from "type-graphql";
import { JSONObjectScalar } from "../../../../src/graphql/scalars.ts";
import type { ListFilter } from "../voice-tables.ts";

@InputType({
  description: "Conditions on contacts; all must hold. Without any, every contact is in the list.",
})
export class ContactListFilterInput {
  @Field(() => String, { nullable: true, description: "Text that the name or number must contain." })
  @IsOptional()
  @MaxLength(100)
  query?: string | null;
  @Field(() => String, { nullable: true, description: "IANA time zone that the contact must have." })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: "Script variables that the contact must have, with these values. At most 50.",
  })
  @IsOptional()
  variables?: Record<string, unknown> | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True for contacts whose consent is in force, false for all others.",
  })
  @IsOptional()
  hasConsent?: boolean | null;
}

@ObjectType({ description: "Conditions that decide which contacts are in a list." })
export class ContactListFilter implements ListFilter {
  @Field(() => String, { nullable: true, description: "Text in the name or number. Null when not set." })
  query: string | null;
  @Field(() => String, { nullable: true, description: "Time zone of the contact. Null when not set." })
  timezone: string | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: "Script variables of the contact, with their values. Null when not set.",
  })
  variables: Record<string, string> | null;
  @Field(() => Boolean, { nullable: true, description: "Whether consent is in force. Null when not set." })
  hasConsent: boolean | null;
}
