import { ArrayMaxSize, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { Field, Float, ID, InputType, Int, registerEnumType } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { InvoiceLineInput, LineAmountInput } from "../invoices/invoice-line.types.ts";

const versionWords =
  "Version that the change is based on. A newer version on the server returns VERSION_CONFLICT.";

@InputType({ description: "A line to add to a draft invoice." })
export class AddInvoiceLineInput extends InvoiceLineInput {
  @Field(() => ID, { description: "ID of the draft invoice." })
  @MaxLength(64)
  invoiceId: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the line's only tax rate. Use taxRateIds for several; the two cannot be combined.",
  })
  @IsOptional()
  @MaxLength(64)
  taxRateId?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Position of the new line, 1 to 200. Default: after the last line.",
  })
  @IsOptional()
  @Min(1)
  @Max(200)
  position?: number | null;
  @Field(() => Int, { nullable: true, description: versionWords })
  version?: number | null;
}

@InputType({ description: "Fields of a draft's line to change; omitted fields keep their value." })
export class UpdateInvoiceLineInput extends LineAmountInput {
  @Field(() => ID, { description: "ID of the draft invoice." })
  @MaxLength(64)
  invoiceId: string;
  @Field(() => ID, { description: "ID of the line to change." })
  @MaxLength(64)
  lineId: string;
  @Field(() => String, { nullable: true, description: "New text of the line, up to 500 characters." })
  @IsOptional()
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  description?: string | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "New discount on this line, deducted before tax. 0 removes it.",
  })
  @IsOptional()
  @Min(0)
  discount?: number | null;
  @Field(() => [ID], {
    nullable: true,
    description: "IDs of up to 5 tax rates that replace the line's rates. An empty list means no tax.",
  })
  @IsOptional()
  @ArrayMaxSize(5)
  @MaxLength(64, { each: true })
  taxRateIds?: string[] | null;
  @Field(() => Int, { nullable: true, description: "New position of the line, 1 to 200." })
  @IsOptional()
  @Min(1)
  @Max(200)
  position?: number | null;
  @Field(() => Int, { nullable: true, description: versionWords })
  version?: number | null;
}

@InputType({ description: "A line to remove from a draft invoice." })
export class RemoveInvoiceLineInput {
  @Field(() => ID, { description: "ID of the draft invoice." })
  @MaxLength(64)
  invoiceId: string;
  @Field(() => ID, { description: "ID of the line to remove." })
  @MaxLength(64)
  lineId: string;
  @Field(() => Int, { nullable: true, description: versionWords })
  version?: number | null;
}

export const DiscountScope = { invoice: "invoice", lines: "lines" } as const;
export type DiscountScope = keyof typeof DiscountScope;
registerEnumType(DiscountScope, {
  name: "DiscountScope",
  description: "What a discount is deducted from.",
  valuesConfig: {
    invoice: { description: "The sum of the lines, as one discount on the invoice." },
    lines: { description: "Each line, in proportion to its amount." },
  },
});

@InputType({ description: "A discount on a draft invoice: an amount or a percentage, not both." })
export class ApplyInvoiceDiscountInput {
  @Field(() => ID, { description: "ID of the draft invoice." })
  @MaxLength(64)
  invoiceId: string;
  @Field(() => Float, {
    nullable: true,
    description: "Discount in percent, 0 to 100, with at most 4 decimals. 0 removes the discount.",
  })
  @IsOptional()
  @Min(0)
  @Max(100)
  percent?: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Discount as an amount in the invoice currency. 0 removes the discount.",
  })
  @IsOptional()
  @Min(0)
  amount?: number | null;
  @Field(() => DiscountScope, {
    nullable: true,
    description:
      "What the discount is deducted from: `invoice` (default) or `lines`. It replaces the discount of this scope.",
  })
  scope?: DiscountScope | null;
  @Field(() => Int, { nullable: true, description: versionWords })
  version?: number | null;
}
