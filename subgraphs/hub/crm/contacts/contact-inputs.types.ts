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
  "Custom fields by name, at most 50. Names: up to 40 letters, digits and underscores, not a contact's own field and not " +
  "starting with hub_. Values: strings of up to 500 characters, numbers or booleans.";

@InputType({ description: "Consent of a contact on one channel." })
export class ConsentInput {
  @Field(() => CrmConsentStatus, { description: "Consent status to record." })
  status: CrmConsentStatus;
  @Field(() => String, {
    nullable: true,
    description: "Source of the consent, at most 100 characters. Defaults to `api`.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  source?: string | null;
}

@InputType({ description: "Consent by channel. Omitted channels stay unchanged." })
export class ContactConsentInput {
  @Field(() => ConsentInput, {
    nullable: true,
    description: "Consent to receive e-mail. The contact must have an e-mail address.",
  })
  @IsOptional()
  @ValidateNested()
  email?: ConsentInput | null;
  @Field(() => ConsentInput, {
    nullable: true,
    description: "Consent to receive text messages. The contact must have a phone number.",
  })
  @IsOptional()
  @ValidateNested()
  sms?: ConsentInput | null;
  @Field(() => ConsentInput, {
    nullable: true,
    description: "Consent to receive phone calls. The contact must have a phone number.",
  })
  @IsOptional()
  @ValidateNested()
  call?: ConsentInput | null;
}

@InputType({ description: "New contact with an e-mail address, a phone number or both." })
export class CreateContactInput {
  @Field(() => String, {
    nullable: true,
    description: "E-mail address of the contact, at most 254 characters. Required without a phone number.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(254)
  email?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Phone number with country code, or in the national format of `country`.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(40)
  phone?: string | null;
  @Field(() => String, {
    defaultValue: "US",
    description: "Country for phone numbers in national format, as an ISO 3166 two-letter code.",
  })
  @Matches(/^[A-Z]{2}$/)
  country: string;
  @Field(() => String, { nullable: true, description: "First name of the contact, at most 100 characters." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  firstName?: string | null;
  @Field(() => String, { nullable: true, description: "Last name of the contact, at most 100 characters." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  lastName?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Company the contact works for, at most 200 characters.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  company?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the company the contact works for. Its name becomes `company` unless that is given.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  companyId?: string | null;
  @Field(() => [String], {
    nullable: true,
    description: "Tags, at most 50 of up to 50 characters each. Stored in lower case without duplicates.",
  })
  @IsOptional()
  @ArrayMaxSize(50)
  @MaxLength(50, { each: true })
  tags?: string[] | null;
  @Field(() => JSONObjectScalar, { nullable: true, description: customFieldsDescription })
  @IsOptional()
  customFields?: Record<string, unknown> | null;
  @Field(() => ContactConsentInput, { nullable: true, description: "Consent on each channel." })
  @IsOptional()
  @ValidateNested()
  consent?: ContactConsentInput | null;
}

@InputType({
  description:
    "Changes to a contact. Omitted fields stay unchanged; null clears a field. Custom fields are merged one by one.",
})
export class UpdateContactInput extends CreateContactInput {
  @Field(() => ID, { description: "ID of the contact to update." })
  @MinLength(1)
  @MaxLength(64)
  contactId: string;
  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether the contact is archived. True archives it, false restores it; archived contacts receive nothing and are not counted in the quota.",
  })
  @IsOptional()
  archived?: boolean | null;
  @Field(() => Int, {
    nullable: true,
    description: "Expected current version. Returns VERSION_CONFLICT when it differs.",
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  version?: number | null;
}

@InputType({ description: "Selects the contact to erase." })
export class DeleteContactInput {
  @Field(() => ID, { description: "ID of the contact to erase." })
  @MinLength(1)
  @MaxLength(64)
  contactId: string;
}

@InputType({ description: "Tags to add to and remove from contacts." })
export class TagContactsInput {
  @Field(() => [ID], { description: "IDs of 1 to 500 contacts." })
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @MaxLength(64, { each: true })
  contactIds: string[];
  @Field(() => [String], {
    defaultValue: [],
    description: "Tags to add, at most 50 of up to 50 characters each.",
  })
  @ArrayMaxSize(50)
  @MaxLength(50, { each: true })
  add: string[];
  @Field(() => [String], {
    defaultValue: [],
    description: "Tags to remove, at most 50 of up to 50 characters each.",
  })
  @ArrayMaxSize(50)
  @MaxLength(50, { each: true })
  remove: string[];
}

@ArgsType()
export class SearchContactsArgs extends CrmPageArgs {
  @Field(() => String, {
    description:
      "Words to find, at most 100 characters. Each must occur in the name, address, number, company, tags or custom fields.",
  })
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  query: string;
}

@ArgsType()
export class ContactsArgs extends CrmPageArgs {
  @Field(() => String, {
    nullable: true,
    description:
      "Search text, at most 100 characters. Every word must occur in the name, e-mail address, phone number or company.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  search?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Same as `search`; with both, the words of both must occur.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  query?: string | null;
  @Field(() => ID, { nullable: true, description: "Only contacts of this company." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  companyId?: string | null;
  @Field(() => String, { nullable: true, description: "Only contacts with this tag." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(50)
  tag?: string | null;
  @Field(() => CrmContactStatus, {
    nullable: true,
    description: "Only contacts with this status. By default all except archived ones.",
  })
  status?: CrmContactStatus | null;
}
