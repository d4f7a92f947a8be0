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
import { ArgsType, Field, ID, InputType, Int } from "type-graphql";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { InvoiceItemInput } from "../invoices/invoicing.types.ts";
import { QuotationStatus } from "./quotation.types.ts";

@InputType({ description: "A quotation to draft." })
export class CreateQuotationInput {
  @Field(() => String, { description: "The client's e-mail address. An unknown one makes a new client." })
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  client: string;
  @Field(() => String, {
    nullable: true,
    description: "The client's name; without it, what stands before the @.",
  })
  @IsOptional()
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(200)
  customerName?: string | null;
  @Field(() => [InvoiceItemInput])
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  items: InvoiceItemInput[];
  @Field(() => String, { nullable: true, description: "USD (the default), CAD, EUR or GBP." })
  @IsOptional()
  @Matches(/^[A-Za-z]{3}$/, { message: "must be a currency code of three letters" })
  currency?: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "The last day it holds; 30 days on when left out.",
  })
  validUntil?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(5000)
  notes?: string | null;
}

@InputType({ description: "One quotation." })
export class QuotationIdInput {
  @Field(() => ID)
  @MaxLength(64)
  quotationId: string;
}

@InputType({ description: "What to change of a draft; what is left out stays." })
export class UpdateQuotationInput extends QuotationIdInput {
  @Field(() => String, { nullable: true })
  @IsOptional()
  @Matches(/\S/, { message: "must not be blank" })
  @MaxLength(200)
  customerName?: string | null;
  @Field(() => [InvoiceItemInput], { nullable: true, description: "All lines anew." })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  items?: InvoiceItemInput[] | null;
  @Field(() => DateScalar, { nullable: true })
  validUntil?: string | null;
  @Field(() => String, { nullable: true, description: "Null takes the notes away." })
  @IsOptional()
  @MaxLength(5000)
  notes?: string | null;
  @Field(() => Int, { nullable: true, description: "The version that the change is based on." })
  version?: number | null;
}

@InputType({ description: "A quotation to send. One that has expired needs a new last day." })
export class SendQuotationInput extends QuotationIdInput {
  @Field(() => String, { nullable: true, description: "Whom to send to instead of the client." })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  to?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "The last day it holds from now on." })
  validUntil?: string | null;
}

@InputType({ description: "A quotation to accept, and who accepted it." })
export class AcceptQuotationInput extends QuotationIdInput {
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(200)
  acceptedBy?: string | null;
}

@InputType({ description: "A quotation to decline, and why." })
export class DeclineQuotationInput extends QuotationIdInput {
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(500)
  reason?: string | null;
}

@InputType({ description: "The client's answer to a quotation, by the token of its link." })
export class QuotationPortalInput {
  @Field(() => String, { description: "The last part of the quotation's link." })
  @MaxLength(64)
  token: string;
  @Field(() => String, { nullable: true, description: "Who accepts, or why it is declined." })
  @IsOptional()
  @MaxLength(200)
  note?: string | null;
}

@ArgsType()
export class QuotationArgs {
  @Field(() => ID)
  @MaxLength(64)
  quotationId: string;
}

@ArgsType()
export class QuotationPortalArgs {
  @Field(() => String, { description: "The last part of the quotation's link." })
  @MaxLength(64)
  token: string;
}

@ArgsType()
export class ExternalQuotationsArgs {
  @Field(() => Int, { defaultValue: 20 })
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => QuotationStatus, { nullable: true, description: "Only quotations in this state." })
  status?: QuotationStatus | null;
}

@ArgsType()
export class QuotationsArgs extends ExternalQuotationsArgs {
  @Field(() => String, {
    nullable: true,
    description: "`nextCursor` of the page before, with the same filter.",
  })
  @IsOptional()
  @MaxLength(500)
  after?: string | null;
}
