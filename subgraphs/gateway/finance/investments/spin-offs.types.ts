import { IsOptional, Max, MaxLength, Min } from "class-validator";
import { Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { most } from "./sold-lot.types.ts";

@InputType({ description: "Spin-off of a security that an account holds." })
export class RecordSpinOffInput {
  @Field(() => ID, { description: "ID of the investment account." })
  @MaxLength(64)
  accountId: string;
  @Field(() => ID, { description: "ID of the security whose company distributes the new one." })
  @MaxLength(64)
  securityId: string;
  @Field(() => ID, { description: "ID of the security received, in the same currency." })
  @MaxLength(64)
  newSecurityId: string;
  @Field(() => DateScalar, {
    description: "Date of the distribution (YYYY-MM-DD). Units bought on it receive none.",
  })
  date: string;
  @Field(() => Float, { description: "Units received for each unit held, at most 6 decimals." })
  @Min(0.000001)
  @Max(1_000)
  unitsPerShare: number;
  @Field(() => Float, {
    description: "Percent of the basis that moves, at most 4 decimals; from the company's Form 8937.",
  })
  @Min(0)
  @Max(100)
  basisPercent: number;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Cash for the fraction of a unit, which is sold on the day. Default: the fraction is kept.",
  })
  @IsOptional()
  @Min(0.01)
  @Max(most)
  cashInLieu?: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Price of the new security that day, at most 6 decimals. Default: cash in lieu, else basis.",
  })
  @IsOptional()
  @Min(0)
  @Max(most)
  price?: number | null;
}

@ObjectType({ description: "Result of a spin-off." })
export class SpinOffResult {
  @Field(() => Int, { description: "Number of lots of the new security; each keeps its purchase date." })
  lotsCreated: number;
  @Field(() => Float, { description: "Units of the new security that the account keeps." })
  quantity: number;
  @Field(() => MoneyScalar, { description: "Basis that moved to the new security." })
  movedBasis: number;
  @Field(() => MoneyScalar, { description: "Basis that stays with the old security." })
  remainingBasis: number;
  @Field(() => String, { description: "Currency of the amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => ID, { nullable: true, description: "ID of the cash transaction. Null without cash in lieu." })
  cashTransactionId: string | null;
}
