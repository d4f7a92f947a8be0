import { ArrayMaxSize, ArrayMinSize, IsOptional, Max, MaxLength, Min, ValidateNested } from "class-validator";
import { Field, Float, ID, InputType, ObjectType } from "type-graphql";
import { UsDollarsScalar } from "../../../../src/graphql/scalars.ts";
import { MinCredits } from "../../../../src/graphql/validators.ts";
import { Dollars } from "../../base/cents-field.ts";

@InputType({
  description: "Part of net pay for one bank account. Without amount and percent: the remainder.",
})
export class DepositSplitPartInput {
  @Field(() => ID, { description: "ID of a bank account of the employee." })
  @MaxLength(64)
  bankAccountId: string;
  @Field(() => UsDollarsScalar, {
    nullable: true,
    description: "Amount per payslip, in dollars. Set at most one of this and `percent`.",
  })
  @IsOptional()
  @MinCredits(0.01)
  amount?: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Percentage of net pay, at most 4 decimals. Set at most one of this and `amount`.",
  })
  @IsOptional()
  @Min(0.0001)
  @Max(100)
  percent?: number | null;
}

@InputType({ description: "How the net pay of an employee is divided among bank accounts." })
export class SetDepositSplitInput {
  @Field(() => ID, { description: "ID of the employee." })
  @MaxLength(64)
  employeeId: string;
  @Field(() => [DepositSplitPartInput], {
    description: "Parts in the order in which they are filled, 1 to 10. Exactly one is the remainder.",
  })
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  splits: DepositSplitPartInput[];
}

@ObjectType({ description: "Part of net pay for one bank account." })
export class DepositSplitPart {
  @Field(() => ID, { description: "ID of the bank account." })
  bankAccountId: string;
  @Dollars("amount", { nullable: true, description: "Amount per payslip in dollars. Null without one." })
  amountCents: number | null;
  @Field(() => Float, { nullable: true, description: "Percentage of net pay. Null without one." })
  percentage: number | null;
  @Field(() => Boolean, { description: "True for the part that gets what the others leave." })
  isRemainder: boolean;
}

@ObjectType({ description: "How the net pay of an employee is divided among bank accounts." })
export class DepositSplit {
  @Field(() => ID, { description: "ID of the employee." })
  employeeId: string;
  @Field(() => [DepositSplitPart], { description: "Parts in the order in which they are filled." })
  splits: DepositSplitPart[];
}
