import {
  ArrayMaxSize,
  ArrayMinSize,
  IsInt,
  IsOptional,
  Matches,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, ID, InputType, Int } from "type-graphql";
import { JSONObjectScalar } from "../../../../src/graphql/scalars.ts";
import { CrmConsentStatus, CrmContactStatus } from "./contact.types.ts";
import { CrmPageArgs } from "../page.types.ts";

const customFieldsDescription =
  "At most 50 fields of plain values. Names are letters, digits and _ (40), values texts of 500 characters, numbers or " +
  "booleans; names of a contact's own fields and those that begin with hub_ are taken.";

@InputType({ description: "What somebody has said about one way to reach them." })
export class ConsentInput {
  @Field(() => CrmConsentStatus)
  status: CrmConsentStatus;
  @Field(() => String, { nullable: true, description: "Where it was said; api if left out." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  source?: string | null;
}

@InputType({ description: "Consent by channel; what is left out stays." })
export class ContactConsentInput {
  @Field(() => ConsentInput, { nullable: true })
  @IsOptional()
  @ValidateNested()
  email?: ConsentInput | null;
  @Field(() => ConsentInput, { nullable: true })
  @IsOptional()
  @ValidateNested()
  sms?: ConsentInput | null;
  @Field(() => ConsentInput, { nullable: true })
  @IsOptional()
  @ValidateNested()
  call?: ConsentInput | null;
}

@InputType({ description: "Somebody new, with an e-mail address or a phone number." })
export class CreateContactInput {
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MinLength(1)
  @MaxLength(254)
  email?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "With its country code, or as it is dialled in `country`.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(40)
  phone?: string | null;
  @Field(() => String, { defaultValue: "US", description: "ISO 3166 code of where the number is dialled." })
  @Matches(/^[A-Z]{2}$/)
  country: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  firstName?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  lastName?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  company?: string | null;
  @Field(() => [String], {
    nullable: true,
    description: "At most 50 of 50 characters; kept in lower case, each once.",
  })
  @IsOptional()
  @ArrayMaxSize(50)
  @MaxLength(50, { each: true })
  tags?: string[] | null;
  @Field(() => JSONObjectScalar, { nullable: true, description: customFieldsDescription })
  @IsOptional()
  customFields?: Record<string, unknown> | null;
  @Field(() => ContactConsentInput, { nullable: true })
  @IsOptional()
  @ValidateNested()
  consent?: ContactConsentInput | null;
}

@InputType({
  description:
    "Changes to a contact. What is left out stays, null takes it away; custom fields are changed one by one.",
})
export class UpdateContactInput extends CreateContactInput {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(64)
  contactId: string;
  @Field(() => Boolean, {
    nullable: true,
    description: "Puts the contact away, where it counts no more and gets nothing, or takes it back.",
  })
  @IsOptional()
  archived?: boolean | null;
  @Field(() => Int, { nullable: true, description: "The version that the changes are for." })
  @IsOptional()
  @IsInt()
  @Min(1)
  version?: number | null;
}

@InputType({ description: "Names a contact that is to be erased." })
export class DeleteContactInput {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(64)
  contactId: string;
}

@InputType({ description: "Tags that contacts get and lose." })
export class TagContactsInput {
  @Field(() => [ID])
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @MaxLength(64, { each: true })
  contactIds: string[];
  @Field(() => [String], { defaultValue: [] })
  @ArrayMaxSize(50)
  @MaxLength(50, { each: true })
  add: string[];
  @Field(() => [String], { defaultValue: [] })
  @ArrayMaxSize(50)
  @MaxLength(50, { each: true })
  remove: string[];
}

@ArgsType()
export class ContactsArgs extends CrmPageArgs {
  @Field(() => String, {
    nullable: true,
    description: "Parts of name, e-mail, phone or company; all of them must be there.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  search?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MinLength(1)
  @MaxLength(50)
  tag?: string | null;
  @Field(() => CrmContactStatus, { nullable: true, description: "All but the archived ones if left out." })
  status?: CrmContactStatus | null;
}
