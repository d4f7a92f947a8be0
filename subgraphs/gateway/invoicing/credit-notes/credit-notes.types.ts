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
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { InvoiceTaxLine } from "../invoices/invoice.types.ts";
import { DocumentFormat } from "../documents/document-file.types.ts";
import { PageArgs } from "../../base/page.types.ts";
import { PrintedArgs } from "../printing/printed-args.types.ts";

export const CreditNoteStatus = { open: "open", applied: "applied", voided: "voided" } as const;
export type CreditNoteStatus = keyof typeof CreditNoteStatus;
registerEnumType(CreditNoteStatus, {
  name: "CreditNoteStatus",
  description: "Status of a credit note.",
  valuesConfig: {
    open: { description: "Some credit is left and can be applied to invoices." },
    applied: { description: "All of its credit is applied to invoices or refunded." },
    voided: { description: "Issued by mistake and no longer counted; it keeps its number." },
  },
});

@ObjectType({ description: "Part of a credit note that was applied to one invoice." })
export class CreditApplication {
  @Field(() => ID, { description: "ID of the invoice that received the credit." })
  invoiceId: string;
  @Field(() => MoneyScalar, { description: "Amount applied to the invoice, with tax." })
  amount: number;
}

@ObjectType({ description: "A numbered credit note that corrects an invoice." })
export class CreditNote {
  @Field(() => ID, { description: "Unique ID of the credit note." })
  id: string;
  @Field(() => String, { description: "Credit note number, from a gapless series of its own." })
  number: string;
  @Field(() => CreditNoteStatus, { description: "Current status: `open`, `applied` or `voided`." })
  status: CreditNoteStatus;
  @Field(() => ID, { description: "ID of the invoice that it corrects." })
  invoiceId: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the credited client. Null for a customer without a client record.",
  })
  clientId: string | null;
  @Field(() => String, { description: "Currency of all amounts: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Credited amount before tax." })
  subtotal: number;
  @Field(() => [InvoiceTaxLine], { description: "Credited tax amounts, one entry per tax rate." })
  taxLines: InvoiceTaxLine[];
  @Field(() => MoneyScalar, { description: "Sum of all credited taxes." })
  taxTotal: number;
  @Field(() => MoneyScalar, { description: "Total credit: subtotal plus taxes." })
  total: number;
  @Field(() => MoneyScalar, { description: "Amount already applied to invoices." })
  applied: number;
  @Field(() => MoneyScalar, { description: "Amount paid back to the client." })
  refunded: number;
  @Field(() => MoneyScalar, { description: "Amount neither applied nor refunded: the client's credit." })
  balance: number;
  @Field(() => [CreditApplication], {
    description: "Invoices that received credit, with the amount for each.",
  })
  applications: CreditApplication[];
  @Field(() => String, { description: "Reason for the credit." })
  reason: string;
  @Field(() => String, {
    nullable: true,
    description: "Reason why the credit note was voided. Null unless voided.",
  })
  voidReason: string | null;
  @Field(() => DateScalar, { description: "Date of issue, in the account's time zone." })
  issueDate: string;
  @Field(() => Int, { description: "Version number, increased by every change." })
  version: number;
  @Field(() => Date, { description: "Time at which the credit note was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the credit note's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of credit notes, newest first." })
export class CreditNotePage extends countedPageOf(CreditNote, "creditNotes") {}

@InputType({ description: "A line of the invoice to credit, in full or in part." })
export class CreditedLineInput {
  @Field(() => ID, { description: "ID of the invoice line to credit." })
  @MaxLength(64)
  lineId: string;
  @Field(() => Float, {
    nullable: true,
    description: "Quantity to credit, above 0, at most 4 decimals. Default: the whole line.",
  })
  @IsOptional()
  @Min(0.0001)
  @Max(99_999_999.9999)
  quantity?: number | null;
}

@InputType({
  description: "Amount or lines of an invoice to credit. Without either, all that is left is credited.",
})
export class GenerateCreditNoteInput {
  @Field(() => ID, { description: "ID of the issued invoice to credit." })
  @MaxLength(64)
  invoiceId: string;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Amount to credit, with tax. Cannot be combined with lines.",
  })
  @IsOptional()
  @Min(0.001)
  amount?: number | null;
  @Field(() => [CreditedLineInput], {
    nullable: true,
    description: "Invoice lines to credit, 1 to 200. Cannot be combined with amount.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  lines?: CreditedLineInput[] | null;
  @Field(() => String, { description: "Reason for the credit, up to 500 characters." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether to apply the credit to this invoice's amount due. Default true; false keeps it as the client's credit.",
  })
  applyToInvoice?: boolean | null;
}

@InputType({
  description: "Credit to apply to an open invoice of the same client and currency.",
})
export class ApplyCreditNoteInput {
  @Field(() => ID, { description: "ID of the credit note to apply." })
  @MaxLength(64)
  creditNoteId: string;
  @Field(() => ID, { description: "ID of the open invoice that receives the credit." })
  @MaxLength(64)
  invoiceId: string;
  @Field(() => MoneyScalar, {
    description: "Amount to apply, above 0, at most the credit left and the invoice's amount due.",
  })
  @Min(0.001)
  amount: number;
}

@InputType({ description: "Open credit to record as paid back. Transfer the money by other means." })
export class RefundCreditNoteInput {
  @Field(() => ID, { description: "ID of the credit note." })
  @MaxLength(64)
  creditNoteId: string;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Amount paid back, in the credit note's currency. Default: all open credit.",
  })
  @IsOptional()
  @Min(0.001)
  amount?: number | null;
  @Field(() => String, { nullable: true, description: "Reason for the refund, up to 500 characters." })
  @IsOptional()
  @MaxLength(500)
  reason?: string | null;
}

@ObjectType({ description: "A refund of a credit note's open credit." })
export class CreditNoteRefund {
  @Field(() => ID, { description: "Unique ID of the refund." })
  id: string;
  @Field(() => ID, { description: "ID of the credit note." })
  creditNoteId: string;
  @Field(() => MoneyScalar, { description: "Refunded amount, in the credit note's currency." })
  amount: number;
  @Field(() => String, { description: "Currency of the refund: USD, CAD, EUR or GBP." })
  currency: string;
  @Field(() => String, { nullable: true, description: "Reason for the refund. Null when none was given." })
  reason: string | null;
  @Field(() => DateScalar, { description: "Date of the refund, in the account's time zone." })
  refundedOn: string;
}

@InputType({ description: "A credit note to void, with the reason." })
export class VoidCreditNoteInput {
  @Field(() => ID, { description: "ID of the credit note." })
  @MaxLength(64)
  creditNoteId: string;
  @Field(() => String, { description: "Reason for voiding the credit note, up to 500 characters." })
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
}

@InputType({ description: "A credit note to e-mail." })
export class SendCreditNoteInput {
  @Field(() => ID, { description: "ID of the credit note." })
  @MaxLength(64)
  creditNoteId: string;
  @Field(() => String, {
    nullable: true,
    description: "E-mail address of the recipient. Default: the address on the corrected invoice.",
  })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  to?: string | null;
}

@ObjectType({ description: "Confirmation that a credit note is on its way." })
export class SentCreditNote {
  @Field(() => ID, { description: "ID of the credit note." })
  creditNoteId: string;
  @Field(() => Boolean, { description: "Always true: the e-mail was queued." })
  sent: boolean;
}

@ArgsType()
export class CreditNotePdfArgs extends PrintedArgs {
  @Field(() => ID, { description: "ID of the credit note." })
  @MaxLength(64)
  creditNoteId: string;
  @Field(() => DocumentFormat, {
    nullable: true,
    description: "Format of the file: `pdf`, `cii` or `ubl`. Default `pdf`.",
  })
  format?: DocumentFormat | null;
}

@ArgsType()
export class CreditNoteArgs {
  @Field(() => ID, { description: "ID of the credit note." })
  @MaxLength(64)
  creditNoteId: string;
}

@ArgsType()
export class CreditNotesArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Returns only credit notes of this client." })
  @IsOptional()
  @MaxLength(64)
  clientId?: string | null;
  @Field(() => CreditNoteStatus, {
    nullable: true,
    description: "Returns only credit notes in this status.",
  })
  status?: CreditNoteStatus | null;
}
