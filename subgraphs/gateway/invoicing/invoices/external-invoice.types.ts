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
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { InvoiceStatus } from "./invoice.types.ts";

@InputType({ description: "A line of an external document: quantity, unit price and description." })
class ExternalItemInput {
  @Field(() => String, { description: "Text of the line that the customer reads, up to 500 characters." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  description: string;
  @Field(() => Float, { description: "Quantity to bill, above 0, with at most 4 decimals." })
  @Min(0.0001)
  @Max(99_999_999.9999)
  quantity: number;
  @Field(() => MoneyScalar, {
    description: "Price per unit before tax. May be negative, as long as the document's total is not.",
  })
  unitPrice: number;
}

/** Customer and lines of an external document. */
@InputType()
abstract class ExternalDocumentInput {
  @Field(() => String, { description: "Name of the customer on the document, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  customerName: string;
  @Field(() => String, {
    nullable: true,
    description: "E-mail address of the customer. An unknown address creates a new client.",
  })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  customerEmail?: string | null;
  @Field(() => [ExternalItemInput], { description: "Lines of the document, 1 to 200." })
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  items: ExternalItemInput[];
  @Field(() => String, {
    nullable: true,
    description: "Currency of all amounts: USD, CAD, EUR or GBP. Default USD.",
  })
  @IsOptional()
  @Matches(/^[A-Za-z]{3}$/, { message: "must be a currency code of three letters" })
  currency?: string | null;
}

@InputType({ description: "A draft invoice for a customer of another application." })
export class CreateExternalInvoiceInput extends ExternalDocumentInput {
  @Field(() => String, {
    nullable: true,
    description: "Postal address of the customer, up to 500 characters.",
  })
  @IsOptional()
  @MaxLength(500)
  customerAddress?: string | null;
  @Field(() => Float, {
    nullable: true,
    description: "Tax rate on every line in percent (13 means 13 %), at most 4 decimals. Default 0.",
  })
  @IsOptional()
  @Min(0)
  @Max(100)
  taxRate?: number | null;
  @Field(() => DateScalar, { nullable: true, description: "Last date for payment, YYYY-MM-DD." })
  dueDate?: string | null;
}

@InputType({ description: "A draft quotation for a customer of another application." })
export class CreateExternalQuotationInput extends ExternalDocumentInput {
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last day on which the quotation is valid, YYYY-MM-DD. Default: 30 days from today.",
  })
  validUntil?: string | null;
}

@ArgsType()
export class ExternalInvoicesArgs {
  @Field(() => Int, {
    defaultValue: 20,
    description: "Maximum number of invoices to return, 1 to 100. Default 20.",
  })
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => InvoiceStatus, { nullable: true, description: "Returns only invoices in this status." })
  status?: InvoiceStatus | null;
}

@ObjectType({ description: "A line of an invoice or a quotation." })
export class ExternalItem {
  @Field(() => String, { description: "Text of the line that the customer reads." })
  description: string;
  @Field(() => Float, { description: "Quantity billed, with at most 4 decimals." })
  quantity: number;
  @Field(() => MoneyScalar, { description: "Price per unit before tax, in the document's currency." })
  unitPrice: number;
  @Field(() => MoneyScalar, { description: "Line total before tax: quantity x unit price, rounded half up." })
  total: number;
}

@ObjectType({
  description:
    "An invoice in the format of the external API and webhooks. Amounts are in major units of its currency.",
})
export class ExternalInvoice {
  @Field(() => ID, { description: "Unique ID of the invoice." })
  invoiceId: string;
  @Field(() => String, {
    nullable: true,
    description: "Invoice number, gapless per account. Null on a draft without a number.",
  })
  invoiceNumber: string | null;
  @Field(() => String, { description: "Name of the customer who is billed." })
  customerName: string;
  @Field(() => String, {
    nullable: true,
    description: "E-mail address of the customer. Null when none was given.",
  })
  customerEmail: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Postal address of the customer. Null when none was given.",
  })
  customerAddress: string | null;
  @Field(() => [ExternalItem], { description: "Lines of the invoice, in order." })
  items: ExternalItem[];
  @Field(() => MoneyScalar, { description: "Sum of the lines less any discount, before tax." })
  subtotal: number;
  @Field(() => MoneyScalar, { description: "Sum of all taxes on the invoice." })
  tax: number;
  @Field(() => Float, {
    nullable: true,
    description: "Tax rate in percent (13 means 13 %); 0 without tax. Null when lines have different rates.",
  })
  taxRate: number | null;
  @Field(() => MoneyScalar, { description: "Total amount to pay: subtotal plus tax." })
  total: number;
  @Field(() => String, { description: "Currency of all amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => InvoiceStatus, {
    description: "Current status: `draft`, `sent`, `paid`, `overdue` or `cancelled`.",
  })
  status: InvoiceStatus;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last date for payment, YYYY-MM-DD. Null when there is none.",
  })
  dueDate: string | null;
  @Field(() => Date, { description: "Time at which the invoice was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the invoice's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "The newest invoices of the account." })
export class ExternalInvoiceList {
  @Field(() => [ExternalInvoice], { description: "Invoices that match the filter, newest first." })
  invoices: ExternalInvoice[];
  @Field(() => Int, {
    description: "Number of invoices that match the filter, including those not returned.",
  })
  total: number;
}
