import { ArrayMaxSize, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { Field, Float, ID, InputType } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";

/** Line price: an amount, or quantity and unit price. */
@InputType()
export abstract class LineAmountInput {
  @Field(() => MoneyScalar, {
    nullable: true,
    description:
      "Line total before tax; may be negative. Give it instead of quantity and unitPrice; if all are given they must agree.",
  })
  amount?: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Quantity to bill, above 0, with at most 4 decimals. Used with unitPrice.",
  })
  @IsOptional()
  @Min(0.0001)
  @Max(99_999_999.9999)
  quantity?: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Price per unit before tax; may be negative. Used with quantity.",
  })
  unitPrice?: number | null;
}

@InputType({
  description:
    "A line to bill: its amount, or quantity and unit price. A catalogue item fills in missing values.",
})
export class InvoiceLineInput extends LineAmountInput {
  @Field(() => String, {
    nullable: true,
    description: "Text of the line that the client reads, up to 500 characters. Required without an itemId.",
  })
  @IsOptional()
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  description?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of a catalogue item whose description, price and tax rate fill in missing values.",
  })
  @IsOptional()
  @MaxLength(64)
  itemId?: string | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Discount on this line, deducted before tax." })
  @IsOptional()
  @Min(0)
  discount?: number | null;
  @Field(() => [ID], {
    nullable: true,
    description:
      "IDs of up to 5 tax rates for this line, replacing the invoice's rate. An empty list means no tax.",
  })
  @IsOptional()
  @ArrayMaxSize(5)
  @MaxLength(64, { each: true })
  taxRateIds?: string[] | null;
}
