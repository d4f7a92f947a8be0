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

@InputType({ description: "A line: so many of something at a price." })
class ExternalItemInput {
  @Field(() => String)
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  description: string;
  @Field(() => Float, { description: "Above zero, at most 4 decimals." })
  @Min(0.0001)
  @Max(99_999_999.9999)
  quantity: number;
  @Field(() => MoneyScalar, { description: "May be negative, as long as the total is not." })
  unitPrice: number;
}

/** Whom a document of the external API is for, and what for. */
@InputType()
abstract class ExternalDocumentInput {
  @Field(() => String)
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  customerName: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  customerEmail?: string | null;
  @Field(() => [ExternalItemInput])
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  items: ExternalItemInput[];
  @Field(() => String, { nullable: true, description: "USD (the default), CAD, EUR or GBP." })
  @IsOptional()
  @Matches(/^[A-Za-z]{3}$/, { message: "must be a currency code of three letters" })
  currency?: string | null;
}

@InputType({ description: "A draft invoice for a customer." })
export class CreateExternalInvoiceInput extends ExternalDocumentInput {
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(500)
  customerAddress?: string | null;
  @Field(() => Float, {
    nullable: true,
    description: "Tax on every line in percent (13 is 13 %), at most 4 decimals; 0 when left out.",
  })
  @IsOptional()
  @Min(0)
  @Max(100)
  taxRate?: number | null;
  @Field(() => DateScalar, { nullable: true })
  dueDate?: string | null;
}

@InputType({ description: "A draft quotation for a customer." })
export class CreateExternalQuotationInput extends ExternalDocumentInput {
  @Field(() => DateScalar, {
    nullable: true,
    description: "The last day it holds; 30 days on when left out.",
  })
  validUntil?: string | null;
}

@ArgsType()
export class ExternalInvoicesArgs {
  @Field(() => Int, { defaultValue: 20 })
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => InvoiceStatus, { nullable: true, description: "Only invoices in this state." })
  status?: InvoiceStatus | null;
}

@ObjectType({ description: "A line of an invoice or a quotation." })
export class ExternalItem {
  @Field(() => String)
  description: string;
  @Field(() => Float)
  quantity: number;
  @Field(() => MoneyScalar)
  unitPrice: number;
  @Field(() => MoneyScalar, { description: "Quantity x unit price, rounded half up." })
  total: number;
}

@ObjectType({
  description:
    "An invoice as the external API and webhooks show it. Amounts are in major units of its currency.",
})
export class ExternalInvoice {
  @Field(() => ID)
  invoiceId: string;
  @Field(() => String, { nullable: true, description: "Gapless per account; null until an invoice has one." })
  invoiceNumber: string | null;
  @Field(() => String)
  customerName: string;
  @Field(() => String, { nullable: true })
  customerEmail: string | null;
  @Field(() => String, { nullable: true })
  customerAddress: string | null;
  @Field(() => [ExternalItem])
  items: ExternalItem[];
  @Field(() => MoneyScalar, { description: "Before tax, after a discount." })
  subtotal: number;
  @Field(() => MoneyScalar)
  tax: number;
  @Field(() => Float, {
    nullable: true,
    description: "Percent (13 is 13 %); null where the lines are taxed at different rates.",
  })
  taxRate: number | null;
  @Field(() => MoneyScalar)
  total: number;
  @Field(() => String, { description: "USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => InvoiceStatus)
  status: InvoiceStatus;
  @Field(() => DateScalar, { nullable: true })
  dueDate: string | null;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "The newest invoices." })
export class ExternalInvoiceList {
  @Field(() => [ExternalInvoice])
  invoices: ExternalInvoice[];
  @Field(() => Int, { description: "How many fit the filter in all." })
  total: number;
}
