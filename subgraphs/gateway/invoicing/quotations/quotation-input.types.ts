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
import { ArgsType, Field, Float, ID, InputType, Int } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { InvoiceLineInput } from "../invoices/invoice-line.types.ts";
import { QuotationStatus } from "./quotation.types.ts";
import { PrintedArgs } from "../printing/printed-args.types.ts";

@InputType({ description: "A draft quotation to create." })
export class CreateQuotationInput {
  @Field(() => String, {
    description: "E-mail address of the client. An unknown address creates a new client.",
  })
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  client: string;
  @Field(() => String, {
    nullable: true,
    description:
      "Name for a new client, up to 200 characters; a known client keeps its name. Default: the part of the address before the @.",
  })
  @IsOptional()
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(200)
  customerName?: string | null;
  @Field(() => [InvoiceLineInput], { description: "Lines of the quotation, 1 to 200." })
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  items: InvoiceLineInput[];
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
    description: "Discount on the whole quotation, deducted from the sum of the lines before tax.",
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
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last day on which the quotation is valid, YYYY-MM-DD. Default: 30 days from today.",
  })
  validUntil?: string | null;
  @Field(() => String, { nullable: true, description: "Notes for the client, up to 5,000 characters." })
  @IsOptional()
  @MaxLength(5000)
  notes?: string | null;
}

@InputType({ description: "The quotation to act on." })
export class QuotationIdInput {
  @Field(() => ID, { description: "ID of the quotation." })
  @MaxLength(64)
  quotationId: string;
}

@InputType({ description: "An accepted quotation to convert to an invoice." })
export class ConvertQuotationInput extends QuotationIdInput {
  @Field(() => DateScalar, {
    nullable: true,
    description:
      "Issue date of the invoice, YYYY-MM-DD. A date after the day of issue is replaced by that day.",
  })
  issueDate?: string | null;
}

@InputType({ description: "Fields of a draft quotation to change; omitted fields keep their value." })
export class UpdateQuotationInput extends QuotationIdInput {
  @Field(() => String, { nullable: true, description: "New name of the client on this quotation." })
  @IsOptional()
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(200)
  customerName?: string | null;
  @Field(() => [InvoiceLineInput], {
    nullable: true,
    description: "New lines that replace all existing ones, 1 to 200.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  items?: InvoiceLineInput[] | null;
  @Field(() => Float, {
    nullable: true,
    description: "New tax rate on every line in percent, at most 4 decimals.",
  })
  @IsOptional()
  @Min(0)
  @Max(100)
  taxRate?: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "New discount on the whole quotation; null removes it.",
  })
  @IsOptional()
  @Min(0)
  discount?: number | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "New last day on which the quotation is valid, not in the past.",
  })
  validUntil?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "New notes for the client, up to 5,000 characters; null removes them.",
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

@InputType({ description: "A quotation to send. An expired quotation needs a new validUntil." })
export class SendQuotationInput extends QuotationIdInput {
  @Field(() => String, { nullable: true, description: "E-mail address to send to instead of the client's." })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  to?: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description:
      "New last day on which the quotation is valid, not in the past. Required when it has expired.",
  })
  validUntil?: string | null;
}

@InputType({ description: "A quotation that the client accepted." })
export class AcceptQuotationInput extends QuotationIdInput {
  @Field(() => String, {
    nullable: true,
    description: "Name of the person who accepted, up to 200 characters.",
  })
  @IsOptional()
  @MaxLength(200)
  acceptedBy?: string | null;
}

@InputType({ description: "A quotation that the client declined." })
export class DeclineQuotationInput extends QuotationIdInput {
  @Field(() => String, {
    nullable: true,
    description: "Reason why the client declined, up to 500 characters.",
  })
  @IsOptional()
  @MaxLength(500)
  reason?: string | null;
}

@InputType({ description: "The client's answer to a quotation, identified by its link token." })
export class QuotationPortalInput {
  @Field(() => String, {
    nullable: true,
    description: "Name of the person who answers, kept as evidence. Up to 200 characters.",
  })
  @IsOptional()
  @MaxLength(200)
  name?: string | null;
  @Field(() => String, { description: "Secret token: the last path segment of the quotation's link." })
  @MaxLength(64)
  token: string;
  @Field(() => String, {
    nullable: true,
    description: "Name of the person who accepts, or the reason for declining. Up to 200 characters.",
  })
  @IsOptional()
  @MaxLength(200)
  note?: string | null;
}

@ArgsType()
export class QuotationArgs {
  @Field(() => ID, { description: "ID of the quotation." })
  @MaxLength(64)
  quotationId: string;
}

@ArgsType()
export class QuotationPortalArgs {
  @Field(() => String, { description: "Secret token: the last path segment of the quotation's link." })
  @MaxLength(64)
  token: string;
}

@ArgsType()
export class ExternalQuotationsArgs {
  @Field(() => Int, {
    defaultValue: 20,
    description: "Maximum number of quotations to return, 1 to 100. Default 20.",
  })
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => QuotationStatus, { nullable: true, description: "Returns only quotations in this status." })
  status?: QuotationStatus | null;
}

@ArgsType()
export class QuotationsArgs extends ExternalQuotationsArgs {
  @Field(() => ID, { nullable: true, description: "Returns only quotations for this client." })
  @IsOptional()
  @MaxLength(64)
  clientId?: string | null;
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
export class QuotationPdfArgs extends PrintedArgs {
  @Field(() => ID, { description: "ID of the quotation." })
  @MaxLength(64)
  quotationId: string;
}
