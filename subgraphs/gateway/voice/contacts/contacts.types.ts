import { ArrayMaxSize, ArrayMinSize, IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { JSONObjectScalar } from "../../../../src/graphql/scalars.ts";
import type { Variables } from "../voice-tables.ts";
import { PageArgs } from "../../base/page.types.ts";
import { ContactListFilter, ContactListFilterInput } from "./list-filter.types.ts";
import { CallConsentInput } from "./permissions.types.ts";

@ObjectType({ description: "A person whom the account may call." })
export class CallContact {
  @Field(() => ID, { description: "Unique ID of the contact, prefixed `cct_`." })
  id: string;
  @Field(() => String, { description: "Name of the person." })
  name: string;
  @Field(() => String, { description: "Phone number of the person, in E.164 format." })
  phone: string;
  @Field(() => String, {
    nullable: true,
    description: "IANA time zone, used when the number's location is unknown. Null when not set.",
  })
  timezone: string | null;
  @Field(() => JSONObjectScalar, { description: "Values for script variables about this person, by name." })
  variables: Variables;
  @Field(() => Int, { description: "Version number, incremented by every change." })
  version: number;
  @Field(() => Date, { description: "Time the contact was created." })
  createdAt: string;
  @Field(() => Date, { description: "Time of the contact's last change." })
  updatedAt: string;
}

@ObjectType({ description: "A page of call contacts, newest first." })
export class CallContactPage extends countedPageOf(CallContact, "contacts", {
  total: "Contacts that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}

@InputType({ description: "A new person to call. Each phone number is stored once." })
export class CreateCallContactInput {
  @Field(() => String, { description: "Name of the person, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => String, { description: "Phone number in E.164 or US national format." })
  @MaxLength(40)
  phone: string;
  @Field(() => String, {
    nullable: true,
    description: "IANA time zone of the person, such as America/Chicago.",
  })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => CallConsentInput, { nullable: true, description: "Consent of the person to be called." })
  @IsOptional()
  consent?: CallConsentInput | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: "Values for script variables, as a JSON object. At most 50, each up to 500 characters.",
  })
  @IsOptional()
  variables?: Record<string, unknown> | null;
}

@ArgsType()
export class CallContactArgs {
  @Field(() => ID, { description: "ID of the contact to return." })
  @MaxLength(64)
  contactId: string;
}

@ArgsType()
export class CallContactsArgs extends PageArgs {
  @Field(() => String, {
    nullable: true,
    description: "Only contacts whose name or number contains this text.",
  })
  @IsOptional()
  @MaxLength(100)
  query?: string | null;
  @Field(() => ID, { nullable: true, description: "Only contacts in this list." })
  @IsOptional()
  @MaxLength(64)
  listId?: string | null;
}

@InputType({ description: "Contacts to import from CSV text." })
export class ImportCallContactsInput {
  @Field(() => String, { description: "CSV text with a header row, at most 2,000 rows." })
  @MaxLength(1_000_000)
  csv: string;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      "Column heading for each field: name, phone, timezone, consent. Omitted fields use a column of their own name.",
  })
  @IsOptional()
  mapping?: Record<string, unknown> | null;
  @Field(() => String, {
    nullable: true,
    description: "Country of numbers without a country code, as a two-letter code. Default: US.",
  })
  @IsOptional()
  @Matches(/^[A-Z]{2}$/, { message: "must be a two-letter country code, such as US" })
  defaultCountry?: string | null;
}

@ObjectType({ description: "A row that was not imported, and why." })
export class CallContactRowFault {
  @Field(() => Int, { description: "Row number, where 1 is the first row below the headings." })
  row: number;
  @Field(() => String, { description: "Field with the error, such as phone." })
  path: string;
  @Field(() => String, { description: "Explanation of the error." })
  message: string;
}

@ObjectType({ description: "Result of importing contacts." })
export class CallContactImport {
  @Field(() => Int, { description: "Number of new contacts." })
  added: number;
  @Field(() => Int, { description: "Number of existing contacts updated from the file." })
  merged: number;
  @Field(() => Int, { description: "Number of rows that were not imported." })
  rejected: number;
  @Field(() => [CallContactRowFault], { description: "Errors of the rejected rows." })
  errors: CallContactRowFault[];
}

@InputType({ description: "A new list of contacts." })
export class CreateContactListInput {
  @Field(() => String, { description: "Name of the list, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => ContactListFilterInput, {
    nullable: true,
    description: "Conditions that decide who is in the list at any time. Not together with `contactIds`.",
  })
  @IsOptional()
  filter?: ContactListFilterInput | null;
  @Field(() => [ID], { nullable: true, description: "IDs of the first contacts in the list, at most 500." })
  @IsOptional()
  @ArrayMaxSize(500)
  @MaxLength(64, { each: true })
  contactIds?: string[] | null;
}

@InputType({ description: "Contacts to add to or remove from a list." })
export class ContactListMembersInput {
  @Field(() => ID, { description: "ID of the contact list." })
  @MaxLength(64)
  listId: string;
  @Field(() => [ID], { description: "IDs of the contacts, 1 to 500." })
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @MaxLength(64, { each: true })
  contactIds: string[];
}

@ObjectType({ description: "A list of contacts for campaigns." })
export class ContactList {
  @Field(() => ID, { description: "Unique ID of the list, prefixed `cls_`." })
  id: string;
  @Field(() => String, { description: "Name of the contact list." })
  name: string;
  @Field(() => ContactListFilter, {
    nullable: true,
    description: "Conditions that decide who is in the list. Null when contacts are added one by one.",
  })
  filter: ContactListFilter | null;
  @Field(() => Int, { description: "Number of contacts in the list." })
  size: number;
  @Field(() => Date, { description: "Time the list was created." })
  createdAt: string;
}

@ArgsType()
export class ContactListsArgs extends PageArgs {}

@ObjectType({ description: "A page of contact lists, newest first." })
export class ContactListPage extends countedPageOf(ContactList, "lists", {
  total: "Contact lists of the account, across all pages.",
  nextCursor: nextPage,
}) {}
