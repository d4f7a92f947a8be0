import {
  ArrayMaxSize,
  ArrayMinSize,
  IsEmail,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { InvoiceLineInput, LineAmountInput } from "./invoice-line.types.ts";
import { InvoiceStatus } from "./invoice.types.ts";

@InputType({
  description: "A line to bill: its amount, or quantity and unit price. If all are given they must agree.",
})
export class InvoiceItemInput extends LineAmountInput {
  @Field(() => String, { description: "Text of the line that the client reads, up to 500 characters." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  description: string;
}

@InputType({ description: "An invoice to create. With `sendEmail` it is also issued and e-mailed." })
export class CreateInvoiceInput {
  @Field(() => String, {
    description: "E-mail address of the client. An unknown address creates a new client.",
  })
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  client: string;
  @Field(() => [InvoiceLineInput], { description: "Lines of the invoice, 1 to 200." })
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  items: InvoiceLineInput[];
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether to issue the invoice and e-mail it now. False or omitted keeps a draft.",
  })
  sendEmail?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Name for a new client, up to 200 characters; a known client keeps its name. Default: the part of the address before the @.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  customerName?: string | null;
  @Field(() => Float, {
    nullable: true,
    description:
      "Tax rate on every line in percent (13 means 13 %), at most 4 decimals. Lines with taxRateIds keep their own rates.",
  })
  @IsOptional()
  @Min(0)
  @Max(100)
  taxRate?: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Discount on the whole invoice, deducted from the sum of the lines before tax.",
  })
  @IsOptional()
  @Min(0)
  discount?: number | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last date for payment, YYYY-MM-DD. Default: from the client's or account's payment terms.",
  })
  dueDate?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Currency of all amounts: USD, CAD, EUR or GBP. Default: the client's currency, else USD.",
  })
  @IsOptional()
  @Matches(/^[A-Za-z]{3}$/, { message: "must be a currency code of three letters" })
  currency?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Notes to print on the invoice, up to 5,000 characters.",
  })
  @IsOptional()
  @MaxLength(5000)
  notes?: string | null;
}

@ArgsType()
export class InvoiceArgs {
  @Field(() => ID, { description: "ID or number of the invoice." })
  @MaxLength(64)
  invoiceId: string;
}

export const InvoiceSort = {
  newest: "newest",
  oldest: "oldest",
  due_date: "due_date",
  amount_due: "amount_due",
} as const;
export type InvoiceSort = keyof typeof InvoiceSort;
registerEnumType(InvoiceSort, {
  name: "InvoiceSort",
  description: "Order of a list of invoices.",
  valuesConfig: {
    newest: { description: "Newest invoices first." },
    oldest: { description: "Oldest invoices first." },
    due_date: { description: "Earliest due date first; invoices without one last." },
    amount_due: { description: "Highest amount due first, each in its own currency." },
  },
});

@ArgsType()
export class InvoicesArgs {
  @Field(() => InvoiceSort, {
    defaultValue: "newest",
    description: "Order of the list: `newest`, `oldest`, `due_date` or `amount_due`. Default `newest`.",
  })
  sort: InvoiceSort;
  @Field(() => [InvoiceStatus], {
    nullable: true,
    description: "Returns only invoices in one of these statuses. Up to 5.",
  })
  @IsOptional()
  @ArrayMaxSize(5)
  status?: InvoiceStatus[] | null;
  @Field(() => ID, { nullable: true, description: "Returns only invoices of this client." })
  @IsOptional()
  @MaxLength(64)
  clientId?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Earliest issue date to include, YYYY-MM-DD." })
  issuedFrom?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Latest issue date to include, YYYY-MM-DD." })
  issuedTo?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Earliest due date to include, YYYY-MM-DD." })
  dueFrom?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Latest due date to include, YYYY-MM-DD." })
  dueTo?: string | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Returns only invoices with at least this amount due, each in its own currency.",
  })
  @IsOptional()
  @Min(0)
  minDue?: number | null;
  @Field(() => Int, {
    defaultValue: 20,
    description: "Maximum number of invoices per page, 1 to 100. Default 20.",
  })
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => String, {
    nullable: true,
    description:
      "Cursor of the page to read: `nextCursor` of the previous page, with the same filters. Omit for the first page.",
  })
  @IsOptional()
  @MaxLength(500)
  after?: string | null;
}

@ArgsType()
export class PaymentPageArgs {
  @Field(() => String, { description: "Secret token: the last path segment of the payment link." })
  @MaxLength(64)
  token: string;
}

@ArgsType()
export class RecentInvoicesArgs {
  @Field(() => Int, { defaultValue: 5, description: "Number of invoices to return, 1 to 100. Default 5." })
  @Min(1)
  @Max(100)
  first: number;
}

@ArgsType()
export class UserRecentInvoicesArgs extends RecentInvoicesArgs {
  @Field(() => ID, {
    nullable: true,
    description: "Returns only invoices created in this app. Default: all apps.",
  })
  appId?: string | null;
}
