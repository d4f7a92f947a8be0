import { IsEmail, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";

export const ClientStatus = { active: "active", archived: "archived" } as const;
export type ClientStatus = keyof typeof ClientStatus;
registerEnumType(ClientStatus, {
  name: "ClientStatus",
  description: "An archived client is hidden from lists.",
});

@ObjectType({ description: "What a client owes and is owed, in one currency." })
export class ClientBalance {
  @Field(() => String)
  currency: string;
  @Field(() => MoneyScalar, { description: "Open amounts of issued invoices." })
  due: number;
  @Field(() => MoneyScalar, { description: "The part of it whose due date has passed." })
  overdue: number;
  @Field(() => MoneyScalar, { description: "Payments and credit notes that are not applied." })
  credit: number;
}

@ObjectType({ description: "Whom the account bills." })
export class Client {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => String, { nullable: true, description: "Unique among the account's active clients." })
  email: string | null;
  @Field(() => String, { nullable: true })
  phone: string | null;
  @Field(() => String, { nullable: true })
  billingAddress: string | null;
  @Field(() => String, { nullable: true, description: "Of new documents that name none." })
  currency: string | null;
  @Field(() => String, { nullable: true })
  taxId: string | null;
  @Field(() => Boolean, { description: "True when new documents carry no tax." })
  taxExempt: boolean;
  @Field(() => Int, { nullable: true, description: "Days from issue to the due date." })
  paymentTermsDays: number | null;
  @Field(() => String, { nullable: true })
  notes: string | null;
  @Field(() => ClientStatus)
  status: ClientStatus;
  @Field(() => [ClientBalance], { description: "One for each currency in which there are documents." })
  balances: ClientBalance[];
  @Field(() => Int, { description: "Raised by every change." })
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "A page of clients, newest first." })
export class ClientPage extends countedPageOf(Client, "clients") {}

/** What is known of a client. */
@InputType()
abstract class ClientDetailsInput {
  @Field(() => String, { nullable: true, description: "Unique among the account's active clients." })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(50)
  phone?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(500)
  billingAddress?: string | null;
  @Field(() => String, { nullable: true, description: "USD, CAD, EUR or GBP." })
  @IsOptional()
  @Matches(/^(USD|CAD|EUR|GBP)$/)
  currency?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(50)
  taxId?: string | null;
  @Field(() => Boolean, { nullable: true })
  taxExempt?: boolean | null;
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(0)
  @Max(365)
  paymentTermsDays?: number | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(5000)
  notes?: string | null;
}

@InputType({ description: "A client to bill." })
export class CreateClientInput extends ClientDetailsInput {
  @Field(() => String)
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
}

@InputType({ description: "One client." })
export class ClientIdInput {
  @Field(() => ID)
  @MaxLength(64)
  clientId: string;
}

@InputType({ description: "What to change; what is left out stays, and null takes a value away." })
export class UpdateClientInput extends ClientDetailsInput {
  @Field(() => ID)
  @MaxLength(64)
  clientId: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => Int, { nullable: true, description: "The version that the change is based on." })
  version?: number | null;
}

@ArgsType()
export class ClientArgs {
  @Field(() => ID, { description: "A client's id, or their e-mail address." })
  @MaxLength(254)
  clientId: string;
}

@ArgsType()
export class ClientsArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: "What the name or the e-mail address begins with." })
  @IsOptional()
  @MaxLength(200)
  query?: string | null;
  @Field(() => ClientStatus, { nullable: true, description: "Active ones when left out." })
  status?: ClientStatus | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Only clients with open invoices, or only those without.",
  })
  hasBalance?: boolean | null;
}

@ArgsType()
export class ClientStatementArgs {
  @Field(() => ID)
  @MaxLength(64)
  clientId: string;
  @Field(() => DateScalar)
  from: string;
  @Field(() => DateScalar, { description: "That day is included." })
  to: string;
  @Field(() => String, { nullable: true, description: "The client's, else USD." })
  @IsOptional()
  @Matches(/^(USD|CAD|EUR|GBP)$/)
  currency?: string | null;
}

@ObjectType({ description: "What changed a client's balance." })
export class StatementLine {
  @Field(() => DateScalar)
  date: string;
  @Field(() => String, {
    description: "`invoice`, `cancelled`, `payment`, `refund`, `credit_note` or `write_off`.",
  })
  kind: string;
  @Field(() => String, { nullable: true, description: "The number of the document, where it has one." })
  number: string | null;
  @Field(() => MoneyScalar, { description: "Above zero the client owes more, below zero less." })
  amount: number;
  @Field(() => MoneyScalar, { description: "What the client owes after it." })
  balance: number;
}

@ObjectType({ description: "A client's account over some days: opening plus all lines is closing." })
export class ClientStatement {
  @Field(() => ID)
  clientId: string;
  @Field(() => String)
  currency: string;
  @Field(() => DateScalar)
  from: string;
  @Field(() => DateScalar)
  to: string;
  @Field(() => MoneyScalar)
  opening: number;
  @Field(() => [StatementLine])
  lines: StatementLine[];
  @Field(() => MoneyScalar)
  closing: number;
}

@ObjectType({ description: "The client that was deleted." })
export class DeletedClient {
  @Field(() => ID)
  id: string;
  @Field(() => Boolean)
  deleted: boolean;
}
