import { ArrayMaxSize, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { Field, Float, ID, InputType } from "type-graphql";
import { MoneyScalar } from "../../../../src/graphql/scalars.ts";

/** What a line comes to: its amount, or quantity and unit price. */
@InputType()
export abstract class LineAmountInput {
  @Field(() => MoneyScalar, { nullable: true, description: "Line total before tax; may be negative." })
  amount?: number | null;
  @Field(() => Float, { nullable: true, description: "With unitPrice. Above zero, at most 4 decimals." })
  @IsOptional()
  @Min(0.0001)
  @Max(99_999_999.9999)
  quantity?: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: "With quantity; may be negative." })
  unitPrice?: number | null;
}

@InputType({
  description:
    "A line: its amount, or quantity and unit price; where all are given they must agree. An item of the catalogue gives what is left out.",
})
export class InvoiceLineInput extends LineAmountInput {
  @Field(() => String, { nullable: true, description: "Required without an item." })
  @IsOptional()
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  description?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "An item of the catalogue, whose texts and price are copied.",
  })
  @IsOptional()
  @MaxLength(64)
  itemId?: string | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Taken off the line before tax." })
  @IsOptional()
  @Min(0)
  discount?: number | null;
  @Field(() => [ID], {
    nullable: true,
    description: "Tax rates of this line, instead of the invoice's; an empty list is no tax.",
  })
  @IsOptional()
  @ArrayMaxSize(5)
  @MaxLength(64, { each: true })
  taxRateIds?: string[] | null;
}
