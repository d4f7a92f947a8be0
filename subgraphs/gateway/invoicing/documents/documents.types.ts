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
import { InvoiceTaxLine } from "../invoices/invoice.types.ts";
import { InvoiceLineInput } from "../invoices/invoice-line.types.ts";
import { InvoiceArgs } from "../invoices/invoicing.types.ts";
import { PageArgs } from "../../base/page.types.ts";

@InputType({ description: "Lines to total. Nothing is saved." })
export class PreviewInvoiceTotalsInput {
  @Field(() => [InvoiceLineInput])
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  items: InvoiceLineInput[];
  @Field(() => String, {
    nullable: true,
    description: "A client's e-mail address, for their currency and exemption.",
  })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  client?: string | null;
  @Field(() => Float, { nullable: true, description: "Tax on every line in percent, at most 4 decimals." })
  @IsOptional()
  @Min(0)
  @Max(100)
  taxRate?: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Taken off the sum of the lines before tax." })
  @IsOptional()
  @Min(0)
  discount?: number | null;
  @Field(() => String, { nullable: true, description: "USD, CAD, EUR or GBP; the client's, else USD." })
  @IsOptional()
  @Matches(/^[A-Za-z]{3}$/, { message: "must be a currency code of three letters" })
  currency?: string | null;
}

@ObjectType({ description: "A line as it would be invoiced." })
export class PreviewLine {
  @Field(() => String)
  description: string;
  @Field(() => Float)
  quantity: number;
  @Field(() => MoneyScalar)
  unitPrice: number;
  @Field(() => MoneyScalar)
  discount: number;
  @Field(() => MoneyScalar)
  total: number;
  @Field(() => [Float], { description: "Tax rates of the line in percent." })
  taxRates: number[];
}

@ObjectType({ description: "What an invoice of these lines would come to." })
export class InvoiceTotalsPreview {
  @Field(() => String)
  currency: string;
  @Field(() => [PreviewLine])
  lines: PreviewLine[];
  @Field(() => MoneyScalar)
  discount: number;
  @Field(() => MoneyScalar)
  subtotal: number;
  @Field(() => [InvoiceTaxLine])
  taxLines: InvoiceTaxLine[];
  @Field(() => MoneyScalar)
  taxTotal: number;
  @Field(() => MoneyScalar)
  total: number;
}

@ObjectType({ description: "The hosted page of an invoice." })
export class InvoicePaymentLink {
  @Field(() => String)
  url: string;
  @Field(() => Date, { nullable: true, description: "Null: the link holds as long as the invoice is there." })
  expiresAt: Date | null;
  @Field(() => Boolean, { description: "True while something is due." })
  payable: boolean;
}

@ArgsType()
export class InvoicePdfArgs extends InvoiceArgs {
  @Field(() => Boolean, { nullable: true, description: "True for the bytes of the file instead of JSON." })
  download?: boolean | null;
}

@ObjectType({ description: "A document as a file." })
export class InvoiceFile {
  @Field(() => ID)
  invoiceId: string;
  @Field(() => String)
  filename: string;
  @Field(() => String, { description: "`application/pdf`." })
  contentType: string;
  @Field(() => String, { description: "`base64`." })
  encoding: string;
  @Field(() => String)
  content: string;
  @Field(() => Int, { description: "Bytes of the file." })
  size: number;
  @Field(() => String, { description: "Of the file, in hex." })
  sha256: string;
}

@InputType({ description: "An invoice to copy." })
export class DuplicateInvoiceInput {
  @Field(() => ID)
  @MaxLength(64)
  invoiceId: string;
}

@ArgsType()
export class OverdueInvoicesArgs extends PageArgs {
  @Field(() => Int, { defaultValue: 1, description: "Only invoices at least so many days past due." })
  @Min(1)
  @Max(3650)
  minDaysLate: number;
}

@ObjectType({ description: "An invoice that is past due." })
class OverdueInvoice {
  @Field(() => ID)
  invoiceId: string;
  @Field(() => String)
  number: string;
  @Field(() => ID, { nullable: true })
  clientId: string | null;
  @Field(() => String)
  clientName: string;
  @Field(() => String)
  currency: string;
  @Field(() => MoneyScalar)
  amountDue: number;
  @Field(() => DateScalar)
  dueDate: string;
  @Field(() => Int)
  daysLate: number;
  @Field(() => DateScalar, { nullable: true, description: "The day of the last reminder." })
  remindedOn: string | null;
}

@ObjectType({ description: "A page of invoices that are past due, newest first." })
export class OverdueInvoicePage extends countedPageOf(OverdueInvoice, "invoices") {}
