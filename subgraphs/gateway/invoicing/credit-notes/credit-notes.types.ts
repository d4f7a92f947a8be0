import {
  ArrayMaxSize,
  ArrayMinSize,
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
import { PageArgs } from "../../base/page.types.ts";

export const CreditNoteStatus = { open: "open", applied: "applied" } as const;
export type CreditNoteStatus = keyof typeof CreditNoteStatus;
registerEnumType(CreditNoteStatus, {
  name: "CreditNoteStatus",
  description: "`open` while something of it may be applied to invoices.",
});

@ObjectType({ description: "What one invoice has got of a credit note." })
export class CreditApplication {
  @Field(() => ID)
  invoiceId: string;
  @Field(() => MoneyScalar)
  amount: number;
}

@ObjectType({ description: "A numbered correction of one invoice." })
export class CreditNote {
  @Field(() => ID)
  id: string;
  @Field(() => String, { description: "Of a gapless series of its own." })
  number: string;
  @Field(() => CreditNoteStatus)
  status: CreditNoteStatus;
  @Field(() => ID, { description: "The invoice that it corrects." })
  invoiceId: string;
  @Field(() => ID, { nullable: true })
  clientId: string | null;
  @Field(() => String)
  currency: string;
  @Field(() => MoneyScalar, { description: "Before tax." })
  subtotal: number;
  @Field(() => [InvoiceTaxLine])
  taxLines: InvoiceTaxLine[];
  @Field(() => MoneyScalar)
  taxTotal: number;
  @Field(() => MoneyScalar)
  total: number;
  @Field(() => MoneyScalar, { description: "What invoices have got of it." })
  applied: number;
  @Field(() => MoneyScalar, { description: "What is left of it: the client's credit." })
  balance: number;
  @Field(() => [CreditApplication])
  applications: CreditApplication[];
  @Field(() => String)
  reason: string;
  @Field(() => DateScalar)
  issueDate: string;
  @Field(() => Int, { description: "Raised by every change." })
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "A page of credit notes, newest first." })
export class CreditNotePage extends countedPageOf(CreditNote, "creditNotes") {}

@InputType({ description: "So much of a line of the invoice." })
export class CreditedLineInput {
  @Field(() => ID)
  @MaxLength(64)
  lineId: string;
  @Field(() => Float, { nullable: true, description: "All of it when left out." })
  @IsOptional()
  @Min(0.0001)
  @Max(99_999_999.9999)
  quantity?: number | null;
}

@InputType({ description: "What to credit of an invoice: an amount or lines, else all that is left." })
export class GenerateCreditNoteInput {
  @Field(() => ID)
  @MaxLength(64)
  invoiceId: string;
  @Field(() => MoneyScalar, { nullable: true, description: "With tax." })
  @IsOptional()
  @Min(0.001)
  amount?: number | null;
  @Field(() => [CreditedLineInput], { nullable: true, description: "Instead of an amount." })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  lines?: CreditedLineInput[] | null;
  @Field(() => String)
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  reason: string;
  @Field(() => Boolean, {
    nullable: true,
    description: "False keeps it open as the client's credit; else the invoice gets what is due of it.",
  })
  applyToInvoice?: boolean | null;
}

@InputType({
  description: "An open invoice of the same client and currency that gets so much of a credit note.",
})
export class ApplyCreditNoteInput {
  @Field(() => ID)
  @MaxLength(64)
  creditNoteId: string;
  @Field(() => ID)
  @MaxLength(64)
  invoiceId: string;
  @Field(() => MoneyScalar)
  @Min(0.001)
  amount: number;
}

@ArgsType()
export class CreditNoteArgs {
  @Field(() => ID)
  @MaxLength(64)
  creditNoteId: string;
}

@ArgsType()
export class CreditNotesArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: "Only credit notes of this client." })
  @IsOptional()
  @MaxLength(64)
  clientId?: string | null;
}
