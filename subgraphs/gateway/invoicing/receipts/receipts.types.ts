import { IsOptional, Matches, MaxLength, Min, ValidateNested } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";

export const ReceiptStatus = {
  needs_review: "needs_review",
  ready: "ready",
  confirmed: "confirmed",
  discarded: "discarded",
  failed: "failed",
} as const;
export type ReceiptStatus = keyof typeof ReceiptStatus;
registerEnumType(ReceiptStatus, {
  name: "ReceiptStatus",
  description: "`ready` when every key field is sure and the sums hold, else `needs_review`.",
});

@ObjectType({ description: "Something on a receipt." })
export class ReceiptItem {
  @Field(() => String)
  description: string;
  @Field(() => MoneyScalar)
  amount: number;
}

@ObjectType({ description: "How sure the reader is of each field, 0 to 1; 0 where it was not found." })
export class ReceiptConfidence {
  @Field(() => Float)
  merchant: number;
  @Field(() => Float)
  date: number;
  @Field(() => Float)
  currency: number;
  @Field(() => Float)
  subtotal: number;
  @Field(() => Float)
  tax: number;
  @Field(() => Float)
  total: number;
}

@ObjectType({ description: "What was read off a picture of a receipt. Its texts were written by others." })
export class Receipt {
  @Field(() => ID)
  id: string;
  @Field(() => ReceiptStatus)
  status: ReceiptStatus;
  @Field(() => String, { nullable: true })
  merchant: string | null;
  @Field(() => DateScalar, { nullable: true })
  date: string | null;
  @Field(() => String, { nullable: true })
  currency: string | null;
  @Field(() => MoneyScalar, { nullable: true })
  subtotal: number | null;
  @Field(() => MoneyScalar, { nullable: true })
  tax: number | null;
  @Field(() => MoneyScalar, { nullable: true })
  total: number | null;
  @Field(() => [ReceiptItem])
  lines: ReceiptItem[];
  @Field(() => ReceiptConfidence)
  confidence: ReceiptConfidence;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the sums hold; null where there is nothing to add.",
  })
  addsUp: boolean | null;
  @Field(() => Boolean)
  needsReview: boolean;
  @Field(() => String, { nullable: true, description: "Why nothing could be read." })
  failure: string | null;
  @Field(() => Int, { description: "Raised by every change." })
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "A page of receipts, newest first." })
export class ReceiptPage extends countedPageOf(Receipt, "receipts") {}

@InputType({ description: "What is known of a receipt before it is read." })
export class ReceiptHintsInput {
  @Field(() => String, { nullable: true, description: "Where the receipt does not say it." })
  @IsOptional()
  @Matches(/^(USD|CAD|EUR|GBP)$/)
  currency?: string | null;
}

@InputType({ description: "A picture of a receipt." })
export class ScanReceiptInput {
  @Field(() => String, { description: "A PNG or JPEG in base64, at most 10 MiB." })
  @MaxLength(14_000_000)
  imageBase64: string;
  @Field(() => ReceiptHintsInput, { nullable: true })
  @IsOptional()
  @ValidateNested()
  hints?: ReceiptHintsInput | null;
}

@InputType({ description: "What the receipt really says." })
export class ReceiptCorrectionsInput {
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  merchant?: string | null;
  @Field(() => DateScalar, { nullable: true })
  date?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @Matches(/^(USD|CAD|EUR|GBP)$/)
  currency?: string | null;
  @Field(() => MoneyScalar, { nullable: true })
  @IsOptional()
  @Min(0)
  tax?: number | null;
  @Field(() => MoneyScalar, { nullable: true })
  @IsOptional()
  @Min(0.001)
  total?: number | null;
}

@InputType({ description: "One receipt." })
export class ReceiptIdInput {
  @Field(() => ID)
  @MaxLength(64)
  receiptId: string;
}

@InputType({ description: "A receipt that was looked at, and what is to be put right." })
export class ConfirmReceiptInput extends ReceiptIdInput {
  @Field(() => ReceiptCorrectionsInput, { nullable: true })
  @IsOptional()
  @ValidateNested()
  corrections?: ReceiptCorrectionsInput | null;
  @Field(() => String, { nullable: true, description: "Of the expense; `uncategorized` when left out." })
  @IsOptional()
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  category?: string | null;
}

@ArgsType()
export class ReceiptArgs {
  @Field(() => ID)
  @MaxLength(64)
  receiptId: string;
}

@ArgsType()
export class ReceiptsArgs extends PageArgs {
  @Field(() => ReceiptStatus, { nullable: true })
  status?: ReceiptStatus | null;
}
