import { ArrayMaxSize, ArrayMinSize, IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { JSONObjectScalar } from "../../../../src/graphql/scalars.ts";
import type { Variables } from "../voice-tables.ts";
import { PageArgs } from "../../base/page.types.ts";
import { CallConsentInput } from "./permissions.types.ts";

@ObjectType({ description: "Somebody whom the account may call." })
export class CallContact {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => String, { description: "E.164." })
  phone: string;
  @Field(() => String, {
    nullable: true,
    description: "IANA name; counts where the number's place is not known.",
  })
  timezone: string | null;
  @Field(() => JSONObjectScalar, { description: "What scripts may say of this person." })
  variables: Variables;
  @Field(() => Int)
  version: number;
  @Field(() => Date)
  createdAt: string;
  @Field(() => Date)
  updatedAt: string;
}

@ObjectType({ description: "A page of contacts, newest first." })
export class CallContactPage extends countedPageOf(CallContact, "contacts", {
  total: "Contacts that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}

@InputType({ description: "A new contact; its number is kept once." })
export class CreateCallContactInput {
  @Field(() => String)
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => String, { description: "E.164, or a number of the United States." })
  @MaxLength(40)
  phone: string;
  @Field(() => String, { nullable: true, description: "IANA name, as America/Chicago." })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => CallConsentInput, { nullable: true })
  @IsOptional()
  consent?: CallConsentInput | null;
  @Field(() => JSONObjectScalar, { nullable: true, description: "Texts by name, for scripts." })
  @IsOptional()
  variables?: Record<string, unknown> | null;
}

@ArgsType()
export class CallContactArgs {
  @Field(() => ID)
  @MaxLength(64)
  contactId: string;
}

@ArgsType()
export class CallContactsArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: "Part of a name or of a number." })
  @IsOptional()
  @MaxLength(100)
  query?: string | null;
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  listId?: string | null;
}

@InputType({ description: "Contacts as a CSV text with a line of headings." })
export class ImportCallContactsInput {
  @Field(() => String, { description: "At most 2,000 rows." })
  @MaxLength(1_000_000)
  csv: string;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      "Heading by field: name, phone, timezone, consent. Fields that are left out have headings of their own name.",
  })
  @IsOptional()
  mapping?: Record<string, unknown> | null;
  @Field(() => String, { nullable: true, description: "Country of numbers without a code; US at first." })
  @IsOptional()
  @Matches(/^[A-Z]{2}$/, { message: "must be a country as US" })
  defaultCountry?: string | null;
}

@ObjectType({ description: "A row that was not taken." })
export class CallContactRowFault {
  @Field(() => Int, { description: "1 is the first below the headings." })
  row: number;
  @Field(() => String)
  path: string;
  @Field(() => String)
  message: string;
}

@ObjectType({ description: "What became of an import." })
export class CallContactImport {
  @Field(() => Int)
  added: number;
  @Field(() => Int, { description: "Rows whose number was known: name and the rest are as in the file now." })
  merged: number;
  @Field(() => Int)
  rejected: number;
  @Field(() => [CallContactRowFault])
  errors: CallContactRowFault[];
}

@InputType({ description: "A list of contacts." })
export class CreateContactListInput {
  @Field(() => String)
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => [ID], { nullable: true, description: "At most 500 to begin with." })
  @IsOptional()
  @ArrayMaxSize(500)
  @MaxLength(64, { each: true })
  contactIds?: string[] | null;
}

@InputType({ description: "Contacts of a list." })
export class ContactListMembersInput {
  @Field(() => ID)
  @MaxLength(64)
  listId: string;
  @Field(() => [ID], { description: "1 to 500." })
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @MaxLength(64, { each: true })
  contactIds: string[];
}

@ObjectType({ description: "A list of contacts, for campaigns." })
export class ContactList {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => Int, { description: "Contacts in it." })
  size: number;
  @Field(() => Date)
  createdAt: string;
}

@ArgsType()
export class ContactListsArgs extends PageArgs {}

@ObjectType({ description: "A page of lists, newest first." })
export class ContactListPage extends countedPageOf(ContactList, "lists", { nextCursor: nextPage }) {}
