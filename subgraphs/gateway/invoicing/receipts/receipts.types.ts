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
  description: "Status of a scanned receipt.",
  valuesConfig: {
    needs_review: { description: "Scanned, but a key field is uncertain or the sums do not match." },
    ready: { description: "Scanned with all key fields certain and matching sums." },
    confirmed: { description: "Confirmed and recorded as an expense." },
    discarded: { description: "Discarded without an expense." },
    failed: { description: "The image could not be read." },
  },
});

@ObjectType({ description: "A line on a scanned receipt." })
export class ReceiptItem {
  @Field(() => String, { description: "Text of the line as printed on the receipt." })
  description: string;
  @Field(() => MoneyScalar, { description: "Price of the line, in the receipt's currency." })
  amount: number;
}

@ObjectType({
  description: "Confidence of each recognized field, from 0 to 1. 0 when the field was not found.",
})
export class ReceiptConfidence {
  @Field(() => Float, { description: "Confidence in the merchant name, 0 to 1." })
  merchant: number;
  @Field(() => Float, { description: "Confidence in the purchase date, 0 to 1." })
  date: number;
  @Field(() => Float, { description: "Confidence in the currency, 0 to 1. 1 when a hint supplied it." })
  currency: number;
  @Field(() => Float, { description: "Confidence in the subtotal, 0 to 1." })
  subtotal: number;
  @Field(() => Float, { description: "Confidence in the tax amount, 0 to 1." })
  tax: number;
  @Field(() => Float, { description: "Confidence in the total, 0 to 1." })
  total: number;
}

@ObjectType({
  description: "A receipt scanned from an image. Its texts are untrusted content written by third parties.",
})
export class Receipt {
  @Field(() => ID, { description: "Unique ID of the receipt." })
  id: string;
  @Field(() => ReceiptStatus, { description: "Current status, such as `needs_review` or `confirmed`." })
  status: ReceiptStatus;
  @Field(() => String, {
    nullable: true,
    description: "Merchant name recognized on the receipt. Null when not found.",
  })
  merchant: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Purchase date recognized on the receipt. Null when not found.",
  })
  date: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Currency recognized on the receipt, or the one given as a hint. Null when not found.",
  })
  currency: string | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Subtotal before tax recognized on the receipt. Null when not found.",
  })
  subtotal: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Tax amount recognized on the receipt. Null when not found.",
  })
  tax: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Total with tax recognized on the receipt. Null when not found.",
  })
  total: number | null;
  @Field(() => [ReceiptItem], { description: "Lines recognized on the receipt. Empty when none were found." })
  lines: ReceiptItem[];
  @Field(() => ReceiptConfidence, { description: "Confidence in each recognized field, from 0 to 1." })
  confidence: ReceiptConfidence;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the recognized amounts add up. Null when there is nothing to add.",
  })
  addsUp: boolean | null;
  @Field(() => Boolean, { description: "True when a person must check the receipt before it is confirmed." })
  needsReview: boolean;
  @Field(() => String, {
    nullable: true,
    description: "Reason why the image could not be read. Null unless failed.",
  })
  failure: string | null;
  @Field(() => Int, { description: "Version number, increased by every change." })
  version: number;
  @Field(() => Date, { description: "Time at which the receipt was scanned." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the receipt's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "The scanned image of a receipt as a file." })
export class ReceiptImageFile {
  @Field(() => String, { description: "Name of the file, with its extension." })
  filename: string;
  @Field(() => String, { description: "Media type of the image: `image/png` or `image/jpeg`." })
  contentType: string;
  @Field(() => String, { description: "Encoding of `content`: always `base64`." })
  encoding: "base64";
  @Field(() => Int, { description: "Size of the image in bytes." })
  size: number;
  @Field(() => String, { description: "Content of the image in base64." })
  content: string;
}

@ObjectType({ description: "A page of scanned receipts, newest first." })
export class ReceiptPage extends countedPageOf(Receipt, "receipts") {}

@InputType({ description: "Known facts about a receipt that help to read it." })
export class ReceiptHintsInput {
  @Field(() => String, {
    nullable: true,
    description: "Currency to use when the receipt shows none: USD, CAD, EUR or GBP.",
  })
  @IsOptional()
  @Matches(/^(USD|CAD|EUR|GBP)$/)
  currency?: string | null;
}

@InputType({ description: "An image of a receipt to scan." })
export class ScanReceiptInput {
  @Field(() => String, {
    description: "PNG or JPEG image in base64, at most 10 MiB decoded and 40 million pixels.",
  })
  @MaxLength(14_000_000)
  imageBase64: string;
  @Field(() => ReceiptHintsInput, {
    nullable: true,
    description: "Known facts that help to read the receipt.",
  })
  @IsOptional()
  @ValidateNested()
  hints?: ReceiptHintsInput | null;
}

@InputType({ description: "Corrected values that replace the recognized ones." })
export class ReceiptCorrectionsInput {
  @Field(() => String, { nullable: true, description: "Correct merchant name, up to 200 characters." })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  merchant?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Correct purchase date, YYYY-MM-DD." })
  date?: string | null;
  @Field(() => String, { nullable: true, description: "Correct currency: USD, CAD, EUR or GBP." })
  @IsOptional()
  @Matches(/^(USD|CAD|EUR|GBP)$/)
  currency?: string | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Correct tax amount, 0 or more." })
  @IsOptional()
  @Min(0)
  tax?: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Correct total with tax, above 0." })
  @IsOptional()
  @Min(0.001)
  total?: number | null;
}

@InputType({ description: "The receipt to act on." })
export class ReceiptIdInput {
  @Field(() => ID, { description: "ID of the scanned receipt." })
  @MaxLength(64)
  receiptId: string;
}

@InputType({ description: "A checked receipt to record as an expense, with corrections." })
export class ConfirmReceiptInput extends ReceiptIdInput {
  @Field(() => ReceiptCorrectionsInput, {
    nullable: true,
    description:
      "Values to correct before the expense is recorded. Required for fields that were not recognized.",
  })
  @IsOptional()
  @ValidateNested()
  corrections?: ReceiptCorrectionsInput | null;
  @Field(() => String, {
    nullable: true,
    description: "Category of the expense, up to 100 characters. Default `uncategorized`.",
  })
  @IsOptional()
  @MaxLength(100)
  @Matches(/\S/, { message: "must not be blank" })
  category?: string | null;
}

@ArgsType()
export class ReceiptArgs {
  @Field(() => ID, { description: "ID of the scanned receipt." })
  @MaxLength(64)
  receiptId: string;
}

@ArgsType()
export class ReceiptImageArgs extends ReceiptArgs {
  @Field(() => Boolean, { nullable: true, description: "Whether REST returns the raw file instead of JSON." })
  @IsOptional()
  download?: boolean | null;
}

@ArgsType()
export class ReceiptsArgs extends PageArgs {
  @Field(() => ReceiptStatus, { nullable: true, description: "Returns only receipts in this status." })
  status?: ReceiptStatus | null;
  @Field(() => DateScalar, { nullable: true, description: "First day of scanning to include, YYYY-MM-DD." })
  from?: string | null;
  @Field(() => DateScalar, { nullable: true, description: "Last day of scanning to include, YYYY-MM-DD." })
  to?: string | null;
}
