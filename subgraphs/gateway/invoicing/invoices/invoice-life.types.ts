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
import { Field, Float, ID, InputType, Int } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { InvoiceLineInput } from "./invoice-line.types.ts";

@InputType({ description: "The invoice to act on." })
export class InvoiceIdInput {
  @Field(() => ID, { description: "ID of the invoice." })
  @MaxLength(64)
  invoiceId: string;
}

@InputType({ description: "An invoice to send, with optional e-mail recipients and text." })
export class SendInvoiceInput extends InvoiceIdInput {
  @Field(() => [String], {
    nullable: true,
    description: "E-mail addresses to send to instead of the client's, 1 to 10.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @IsEmail({}, { each: true, message: "must contain only e-mail addresses" })
  to?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description: 'Subject line of the e-mail, up to 200 characters. Default: "Invoice" and its number.',
  })
  @IsOptional()
  @Matches(/^[^\r\n]{1,200}$/, { message: "must be one line of at most 200 characters" })
  subject?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Text placed before the standard text, up to 5,000 characters.",
  })
  @IsOptional()
  @MaxLength(5000)
  message?: string | null;
}

@InputType({ description: "A draft that was delivered outside this service, such as by post." })
export class MarkInvoiceSentInput extends InvoiceIdInput {
  @Field(() => Date, { nullable: true, description: "Time of delivery, not in the future. Default: now." })
  sentAt?: Date | null;
}

@InputType({ description: "An invoice that was paid in full outside this service, such as in cash." })
export class MarkInvoicePaidInput extends InvoiceIdInput {
  @Field(() => Date, { nullable: true, description: "Time of the payment, not in the future. Default: now." })
  paidAt?: Date | null;
}

@InputType({ description: "An unpaid invoice to void, with the reason." })
export class CancelInvoiceInput extends InvoiceIdInput {
  @Field(() => String, { description: "Reason for the cancellation, up to 500 characters." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
}

@InputType({
  description:
    "Fields to change; omitted fields keep their value. After issue only dueDate and notes can change.",
})
export class UpdateInvoiceInput extends InvoiceIdInput {
  @Field(() => String, {
    nullable: true,
    description: "New name of the client on this invoice. Drafts only.",
  })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  customerName?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "New e-mail address of the client on this invoice; null removes it. Drafts only.",
  })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  customerEmail?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "New postal address of the client on this invoice; null removes it. Drafts only.",
  })
  @IsOptional()
  @MaxLength(500)
  customerAddress?: string | null;
  @Field(() => [InvoiceLineInput], {
    nullable: true,
    description: "New lines that replace all existing ones, 1 to 200. Drafts only.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  items?: InvoiceLineInput[] | null;
  @Field(() => Float, {
    nullable: true,
    description: "Tax rate on every line in percent (13 means 13 %), at most 4 decimals. Drafts only.",
  })
  @IsOptional()
  @Min(0)
  @Max(100)
  taxRate?: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Discount on the whole invoice, deducted from the sum of the lines before tax. Drafts only.",
  })
  @IsOptional()
  @Min(0)
  discount?: number | null;
  @Field(() => DateScalar, { nullable: true, description: "New due date, YYYY-MM-DD; null removes it." })
  dueDate?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "New notes to print on the invoice, up to 5,000 characters; null removes them.",
  })
  @IsOptional()
  @MaxLength(5000)
  notes?: string | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Version that the change is based on. A newer version on the server returns VERSION_CONFLICT.",
  })
  version?: number | null;
}
