import { IsEmail, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import type { DocumentLanguage } from "../printing/document-locale.ts";
import { PageArgs } from "../../base/page.types.ts";

export const ClientStatus = { active: "active", archived: "archived" } as const;
export type ClientStatus = keyof typeof ClientStatus;
registerEnumType(ClientStatus, {
  name: "ClientStatus",
  description: "Status of a client. Archived clients are hidden from lists and keep their documents.",
  valuesConfig: {
    active: { description: "Can be billed and appears in lists." },
    archived: { description: "Hidden from lists until it is restored." },
  },
});

@ObjectType({ description: "Amounts that a client owes and is owed, in one currency." })
export class ClientBalance {
  @Field(() => String, { description: "Currency of the amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Amount due on all issued invoices, overdue ones included." })
  due: number;
  @Field(() => MoneyScalar, { description: "Part of the amount due whose due date has passed." })
  overdue: number;
  @Field(() => MoneyScalar, {
    description: "Credit of the client: payments and credit notes not yet applied to invoices.",
  })
  credit: number;
}

@ObjectType({ description: "A client (customer) that the account bills." })
export class Client {
  @Field(() => ID, { description: "Unique ID of the client." })
  id: string;
  @Field(() => String, { description: "Name of the client, a person or a company." })
  name: string;
  @Field(() => String, {
    nullable: true,
    description: "E-mail address of the client, unique among active clients. Null when none is known.",
  })
  email: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Phone number of the client, as entered. Null when none is known.",
  })
  phone: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Postal address printed on the client's invoices. Null when none is known.",
  })
  billingAddress: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Country of the client, ISO 3166-1 alpha-2. Electronic invoices need it. Null when unknown.",
  })
  country: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Language of documents and e-mails: en, fr, de, es or pt. Null means the seller's.",
  })
  language: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Default currency of the client's new documents: USD, CAD, EUR or GBP. Null means USD.",
  })
  currency: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Tax ID of the client, such as a VAT number. Null when none is known.",
  })
  taxId: string | null;
  @Field(() => Boolean, {
    description: "Whether the client is exempt from tax. True means no tax on new documents.",
  })
  taxExempt: boolean;
  @Field(() => Int, {
    nullable: true,
    description: "Payment terms in days from issue to due date. Null means the account's default terms.",
  })
  paymentTermsDays: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Internal notes about the client. Null without notes.",
  })
  notes: string | null;
  @Field(() => ClientStatus, { description: "Current status of the client: `active` or `archived`." })
  status: ClientStatus;
  @Field(() => [ClientBalance], {
    description: "Open amounts and credit, one entry per currency the client has documents in.",
  })
  balances: ClientBalance[];
  @Field(() => Int, {
    description: "Version number, increased by every change. Send it with an update to detect conflicts.",
  })
  version: number;
  @Field(() => Date, { description: "Time at which the client was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the client's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of clients." })
export class ClientPage extends countedPageOf(Client, "clients") {}

/** Optional client details. */
@InputType()
abstract class ClientDetailsInput {
  @Field(() => String, {
    nullable: true,
    description: "E-mail address of the client, unique among active clients.",
  })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Phone number of the client in any format, up to 50 characters.",
  })
  @IsOptional()
  @MaxLength(50)
  phone?: string | null;
  @Field(() => String, { nullable: true, description: "Postal address for invoices, up to 500 characters." })
  @IsOptional()
  @MaxLength(500)
  billingAddress?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Country of the client, ISO 3166-1 alpha-2, such as DE. Electronic invoices need it.",
  })
  @IsOptional()
  @Matches(/^[A-Z]{2}$/, { message: "must be an ISO 3166-1 country code, such as DE" })
  country?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Language of documents and e-mails: en, fr, de, es or pt. Default: the seller's.",
  })
  @IsOptional()
  @Matches(/^(en|fr|de|es|pt)$/, { message: "must be en, fr, de, es or pt" })
  language?: DocumentLanguage | null;
  @Field(() => String, {
    nullable: true,
    description: "Default currency of new documents: USD, CAD, EUR or GBP.",
  })
  @IsOptional()
  @Matches(/^(USD|CAD|EUR|GBP)$/)
  currency?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Tax ID of the client, such as a VAT number, up to 50 characters.",
  })
  @IsOptional()
  @MaxLength(50)
  taxId?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the client is exempt from tax on new documents. Default for a new client: false.",
  })
  taxExempt?: boolean | null;
  @Field(() => Int, {
    nullable: true,
    description: "Payment terms in days from issue to due date, 0 to 365.",
  })
  @IsOptional()
  @Min(0)
  @Max(365)
  paymentTermsDays?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Internal notes about the client, up to 5,000 characters.",
  })
  @IsOptional()
  @MaxLength(5000)
  notes?: string | null;
}

@InputType({ description: "A client to create." })
export class CreateClientInput extends ClientDetailsInput {
  @Field(() => String, { description: "Name of the client, a person or a company, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
}

@InputType({ description: "The client to act on." })
export class ClientIdInput {
  @Field(() => ID, { description: "ID of the client." })
  @MaxLength(64)
  clientId: string;
}

@InputType({ description: "Client fields to change. Omitted fields keep their value; null removes a value." })
export class UpdateClientInput extends ClientDetailsInput {
  @Field(() => ID, { description: "ID of the client to change." })
  @MaxLength(64)
  clientId: string;
  @Field(() => String, { nullable: true, description: "New name of the client, up to 200 characters." })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Version that the change is based on. A newer version on the server returns VERSION_CONFLICT.",
  })
  version?: number | null;
}

@ArgsType()
export class ClientArgs {
  @Field(() => ID, { description: "ID or e-mail address of the client." })
  @MaxLength(254)
  clientId: string;
}

export const ClientSort = { newest: "newest", oldest: "oldest", name: "name" } as const;
export type ClientSort = keyof typeof ClientSort;
registerEnumType(ClientSort, {
  name: "ClientSort",
  description: "Order of a list of clients.",
  valuesConfig: {
    newest: { description: "Newest clients first." },
    oldest: { description: "Oldest clients first." },
    name: { description: "By name, from A to Z." },
  },
});

@ArgsType()
export class ClientsArgs extends PageArgs {
  @Field(() => ClientSort, {
    defaultValue: "newest",
    description: "Order of the list: `newest`, `oldest` or `name`. Default `newest`.",
  })
  sort: ClientSort;
  @Field(() => String, {
    nullable: true,
    description: "Search text: the beginning of a name or an e-mail address.",
  })
  @IsOptional()
  @MaxLength(200)
  query?: string | null;
  @Field(() => ClientStatus, {
    nullable: true,
    description: "Returns only clients in this status. Default: active clients.",
  })
  status?: ClientStatus | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Filters by open balance: true for clients with open invoices, false for those without.",
  })
  hasBalance?: boolean | null;
}

@ObjectType({ description: "Confirmation that a client was deleted." })
export class DeletedClient {
  @Field(() => ID, { description: "ID of the deleted client." })
  id: string;
  @Field(() => Boolean, { description: "Always true: the client no longer exists." })
  deleted: boolean;
}
