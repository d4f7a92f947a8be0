import {
  ArrayMaxSize,
  ArrayMinSize,
  IsEmail,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { RoundingMode } from "../invoices/invoicing-settings.types.ts";
import { InvoiceTaxLine } from "../invoices/invoice.types.ts";
import { InvoiceLineInput } from "../invoices/invoice-line.types.ts";
import { PrintedArgs } from "../printing/printed-args.types.ts";
import { PageArgs } from "../../base/page.types.ts";
import { DocumentFormat } from "./document-file.types.ts";

@InputType({ description: "Lines to calculate totals for. Nothing is saved." })
export class PreviewInvoiceTotalsInput {
  @Field(() => [InvoiceLineInput], { description: "Lines to calculate, 1 to 200." })
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  items: InvoiceLineInput[];
  @Field(() => String, {
    nullable: true,
    description: "E-mail address of a client whose currency and tax exemption apply.",
  })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  client?: string | null;
  @Field(() => Float, {
    nullable: true,
    description: "Tax rate on every line in percent (13 means 13 %), at most 4 decimals.",
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
  @Field(() => String, {
    nullable: true,
    description: "Currency of all amounts: USD, CAD, EUR or GBP. Default: the client's currency, else USD.",
  })
  @IsOptional()
  @Matches(/^[A-Za-z]{3}$/, { message: "must be a currency code of three letters" })
  currency?: string | null;
  @Field(() => RoundingMode, {
    nullable: true,
    description: "Rounding mode to calculate with. Default: that of the account's settings.",
  })
  roundingMode?: RoundingMode | null;
}

@ObjectType({ description: "A line as it would appear on the invoice." })
export class PreviewLine {
  @Field(() => String, { description: "Text of the line that the client reads." })
  description: string;
  @Field(() => Float, { description: "Quantity billed, with at most 4 decimals." })
  quantity: number;
  @Field(() => MoneyScalar, { description: "Price per unit before tax." })
  unitPrice: number;
  @Field(() => MoneyScalar, { description: "Discount on the line before tax. 0 without a discount." })
  discount: number;
  @Field(() => MoneyScalar, {
    description: "Line total before tax: quantity x unit price less the discount.",
  })
  total: number;
  @Field(() => [Float], {
    description: "Tax rates of the line in percent: 13 means 13 %. Empty when it is not taxed.",
  })
  taxRates: number[];
}

@ObjectType({ description: "Calculated totals of an invoice that was not saved." })
export class InvoiceTotalsPreview {
  @Field(() => String, { description: "Currency of all amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => [PreviewLine], { description: "Lines with their calculated totals, in order." })
  lines: PreviewLine[];
  @Field(() => MoneyScalar, {
    description: "Discount on the whole invoice before tax. 0 without a discount.",
  })
  discount: number;
  @Field(() => MoneyScalar, { description: "Sum of the lines less the discount, before tax." })
  subtotal: number;
  @Field(() => [InvoiceTaxLine], {
    description: "Tax amounts, one entry per tax rate. Empty when nothing is taxed.",
  })
  taxLines: InvoiceTaxLine[];
  @Field(() => MoneyScalar, { description: "Sum of all taxes." })
  taxTotal: number;
  @Field(() => MoneyScalar, { description: "Total amount to pay: subtotal plus taxes." })
  total: number;
}

@ObjectType({ description: "Link to the hosted payment page of an invoice." })
export class InvoicePaymentLink {
  @Field(() => String, { description: "URL of the page where the client views and pays the invoice." })
  url: string;
  @Field(() => Date, { description: "Time at which the link expires. Each mail with it extends it." })
  expiresAt: Date;
  @Field(() => Boolean, { description: "True while the invoice is issued and has an amount due." })
  payable: boolean;
}

@ArgsType()
export class InvoicePdfArgs extends PrintedArgs {
  @Field(() => ID, { description: "ID of the invoice, or its number." })
  @MaxLength(64)
  invoiceId: string;
  @Field(() => DocumentFormat, {
    nullable: true,
    description: "Format of the file: `pdf`, `cii` or `ubl`. Default `pdf`.",
  })
  format?: DocumentFormat | null;
}

@ObjectType({ description: "An invoice document as a file." })
export class InvoiceFile {
  @Field(() => ID, { description: "ID of the invoice in the file." })
  invoiceId: string;
  @Field(() => String, {
    description: "Suggested file name: the invoice number, or `draft-invoice`, with `.pdf` or `.xml`.",
  })
  filename: string;
  @Field(() => String, { description: "Media type of the file: `application/pdf` or `application/xml`." })
  contentType: string;
  @Field(() => String, { description: "Encoding of the content: `base64`." })
  encoding: string;
  @Field(() => String, { description: "File content, encoded in base64." })
  content: string;
  @Field(() => Int, { description: "Size of the decoded file in bytes." })
  size: number;
  @Field(() => String, { description: "SHA-256 checksum of the decoded file, in hexadecimal." })
  sha256: string;
}

@InputType({ description: "An invoice to copy into a new draft." })
export class DuplicateInvoiceInput {
  @Field(() => ID, { description: "ID of the invoice to copy." })
  @MaxLength(64)
  invoiceId: string;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Issue date of the copy, YYYY-MM-DD. A date after the day of issue is replaced by that day.",
  })
  issueDate?: string | null;
}

@ArgsType()
export class OverdueInvoicesArgs extends PageArgs {
  @Field(() => Int, {
    defaultValue: 1,
    description: "Minimum number of days past due, 1 to 3,650. Default 1.",
  })
  @Min(1)
  @Max(3650)
  minDaysLate: number;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Day to count from, YYYY-MM-DD: unpaid invoices that are late on it. Default: today.",
  })
  asOf?: string | null;
}

@ObjectType({ description: "An overdue invoice: issued and unpaid after its due date." })
class OverdueInvoice {
  @Field(() => ID, { description: "Unique ID of the invoice." })
  invoiceId: string;
  @Field(() => String, { description: "Invoice number that the client quotes." })
  number: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the client who owes. Null for a customer without a client record.",
  })
  clientId: string | null;
  @Field(() => String, { description: "Name of the client who owes." })
  clientName: string;
  @Field(() => String, { description: "Currency of the amount: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Amount still to pay, in the invoice's currency." })
  amountDue: number;
  @Field(() => DateScalar, { description: "Due date that has passed." })
  dueDate: string;
  @Field(() => Int, { description: "Number of days past the due date." })
  daysLate: number;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Date of the last payment reminder. Null when none was sent.",
  })
  remindedOn: string | null;
}

@ObjectType({ description: "A page of overdue invoices, newest first." })
export class OverdueInvoicePage extends countedPageOf(OverdueInvoice, "invoices") {}
