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
import { ArgsType, Field, Float, ID, InputType, Int } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { InvoiceLineInput, LineAmountInput } from "./invoice-line.types.ts";
import { InvoiceStatus } from "./invoice.types.ts";

@InputType({
  description: "A line: its amount, or quantity and unit price. Where all are given they must agree.",
})
export class InvoiceItemInput extends LineAmountInput {
  @Field(() => String)
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  description: string;
}

@InputType({ description: "An invoice to create, and with sendEmail to issue and e-mail at once." })
export class CreateInvoiceInput {
  @Field(() => String, { description: "The client's e-mail address. An unknown one makes a new client." })
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  client: string;
  @Field(() => [InvoiceLineInput])
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  items: InvoiceLineInput[];
  @Field(() => Boolean, {
    nullable: true,
    description: "True issues the invoice and e-mails it; false keeps a draft.",
  })
  sendEmail?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description: "The client's name; without it, what stands before the @.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  customerName?: string | null;
  @Field(() => Float, {
    nullable: true,
    description: "Tax on every line in percent (13 is 13 %), at most 4 decimals.",
  })
  @IsOptional()
  @Min(0)
  @Max(100)
  taxRate?: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Amount taken off the sum of the lines before tax.",
  })
  @IsOptional()
  @Min(0)
  discount?: number | null;
  @Field(() => DateScalar, { nullable: true })
  dueDate?: string | null;
  @Field(() => String, { nullable: true, description: "USD, CAD, EUR or GBP; the client's, else USD." })
  @IsOptional()
  @Matches(/^[A-Za-z]{3}$/, { message: "must be a currency code of three letters" })
  currency?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(5000)
  notes?: string | null;
}

@ArgsType()
export class InvoiceArgs {
  @Field(() => ID, { description: "An invoice's id, or its number." })
  @MaxLength(64)
  invoiceId: string;
}

@ArgsType()
export class InvoicesArgs {
  @Field(() => [InvoiceStatus], { nullable: true, description: "Only invoices in one of these states." })
  @IsOptional()
  @ArrayMaxSize(5)
  status?: InvoiceStatus[] | null;
  @Field(() => ID, { nullable: true, description: "Only invoices of this client." })
  @IsOptional()
  @MaxLength(64)
  clientId?: string | null;
  @Field(() => DateScalar, { nullable: true })
  issuedFrom?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "That day is included." })
  issuedTo?: string | null;
  @Field(() => DateScalar, { nullable: true })
  dueFrom?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "That day is included." })
  dueTo?: string | null;
  @Field(() => Int, { defaultValue: 20 })
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => String, {
    nullable: true,
    description: "`nextCursor` of the page before, with the same filter.",
  })
  @IsOptional()
  @MaxLength(500)
  after?: string | null;
}

@ArgsType()
export class PaymentPageArgs {
  @Field(() => String, { description: "The last part of the payment link." })
  @MaxLength(64)
  token: string;
}

@ArgsType()
export class RecentInvoicesArgs {
  @Field(() => Int, { defaultValue: 5 })
  @Min(1)
  @Max(100)
  first: number;
}

@ArgsType()
export class UserRecentInvoicesArgs extends RecentInvoicesArgs {
  @Field(() => ID, { nullable: true, description: "Only invoices of this app." })
  appId?: string | null;
}
