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

@InputType({ description: "One invoice." })
export class InvoiceIdInput {
  @Field(() => ID)
  @MaxLength(64)
  invoiceId: string;
}

@InputType({ description: "An invoice to send, and what its e-mail says." })
export class SendInvoiceInput extends InvoiceIdInput {
  @Field(() => [String], { nullable: true, description: "Whom to send to instead of the client." })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @IsEmail({}, { each: true, message: "must hold e-mail addresses" })
  to?: string[] | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @Matches(/^[^\r\n]{1,200}$/, { message: "must be one line of at most 200 characters" })
  subject?: string | null;
  @Field(() => String, { nullable: true, description: "Put before the standard text." })
  @IsOptional()
  @MaxLength(5000)
  message?: string | null;
}

@InputType({ description: "An invoice that the client got by other means." })
export class MarkInvoiceSentInput extends InvoiceIdInput {
  @Field(() => Date, { nullable: true, description: "Now when left out." })
  sentAt?: Date | null;
}

@InputType({ description: "An invoice that was paid by other means." })
export class MarkInvoicePaidInput extends InvoiceIdInput {
  @Field(() => Date, { nullable: true, description: "Now when left out." })
  paidAt?: Date | null;
}

@InputType({ description: "An invoice to void, and why." })
export class CancelInvoiceInput extends InvoiceIdInput {
  @Field(() => String)
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
}

@InputType({
  description:
    "What to change; what is left out stays. Of an issued invoice only dueDate and notes may change.",
})
export class UpdateInvoiceInput extends InvoiceIdInput {
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  customerName?: string | null;
  @Field(() => String, { nullable: true, description: "Null takes the address away." })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  customerEmail?: string | null;
  @Field(() => String, { nullable: true, description: "Null takes the address away." })
  @IsOptional()
  @MaxLength(500)
  customerAddress?: string | null;
  @Field(() => [InvoiceLineInput], { nullable: true, description: "All lines anew." })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  items?: InvoiceLineInput[] | null;
  @Field(() => Float, { nullable: true, description: "Tax on every line in percent, at most 4 decimals." })
  @IsOptional()
  @Min(0)
  @Max(100)
  taxRate?: number | null;
  @Field(() => MoneyScalar, { nullable: true })
  @IsOptional()
  @Min(0)
  discount?: number | null;
  @Field(() => DateScalar, { nullable: true, description: "Null takes the date away." })
  dueDate?: string | null;
  @Field(() => String, { nullable: true, description: "Null takes the notes away." })
  @IsOptional()
  @MaxLength(5000)
  notes?: string | null;
  @Field(() => Int, { nullable: true, description: "The version that the change is based on." })
  version?: number | null;
}
