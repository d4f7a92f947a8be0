import { ArrayMaxSize, ArrayMinSize, IsOptional, Max, Min, ValidateNested } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf } from "../accounts/account.types.ts";
import { assetClasses, type AssetClass } from "../wealth-tables.ts";

const FinanceAssetClass = enumOf(assetClasses);
registerEnumType(FinanceAssetClass, {
  name: "FinanceAssetClass",
  description: "Classes of assets in investment accounts.",
  valuesConfig: {
    stock: { description: "Stocks of companies." },
    fund: { description: "Funds and ETFs." },
    bond: { description: "Bonds." },
    crypto: { description: "Cryptocurrencies." },
    other: { description: "Other securities." },
    cash: { description: "Cash of investment accounts." },
  },
});
export const allocationGroupings = ["class", "currency", "account"] as const;
export type AllocationGrouping = (typeof allocationGroupings)[number];
const AllocationGroupingEnum = enumOf(allocationGroupings);
registerEnumType(AllocationGroupingEnum, {
  name: "AllocationGrouping",
  description: "What the parts of an asset allocation are.",
  valuesConfig: {
    class: { description: "Asset classes." },
    currency: { description: "Currencies." },
    account: { description: "Investment accounts." },
  },
});
const RebalancingSide = enumOf(["buy", "sell"]);
registerEnumType(RebalancingSide, {
  name: "RebalancingSide",
  description: "Directions of a move in a rebalancing plan.",
  valuesConfig: { buy: { description: "Purchase." }, sell: { description: "Sale." } },
});

@ArgsType()
export class AssetAllocationArgs {
  @Field(() => DateScalar, {
    nullable: true,
    description: "Day of the allocation, at its end (YYYY-MM-DD). Default: today.",
  })
  asOf?: string | null;
  @Field(() => AllocationGroupingEnum, { description: "Grouping of the parts." })
  by: AllocationGrouping;
}

@ObjectType({ description: "Part of an asset allocation." })
export class AllocationPart {
  @Field(() => String, { description: "Asset class, currency code or account ID." })
  key: string;
  @Field(() => MoneyScalar, { description: "Market value, in the currency of the allocation." })
  value: number;
  @Field(() => Float, {
    nullable: true,
    description: "Share in percent, 2 decimals; shares sum to 100. Null when a value is negative.",
  })
  percent: number | null;
}

@ObjectType({ description: "Allocation of investment accounts, cash included." })
export class AssetAllocation {
  @Field(() => DateScalar, { description: "Day of the allocation." })
  asOf: string;
  @Field(() => String, { description: "Currency of all amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Value of all parts." })
  total: number;
  @Field(() => [AllocationPart], { description: "Parts with a value, largest first." })
  parts: AllocationPart[];
}

@InputType({ description: "Target share of an asset class." })
export class TargetInput {
  @Field(() => FinanceAssetClass, { description: "Asset class; each at most once." })
  class: AssetClass;
  @Field(() => Float, { description: "Target share in percent, 0 to 100, at most 2 decimals." })
  @Min(0)
  @Max(100)
  percent: number;
}

@InputType({ description: "Target allocation of the investment accounts." })
export class SetTargetAllocationInput {
  @Field(() => [TargetInput], { description: "Targets, 1 to 6; their shares sum to 100." })
  @ArrayMinSize(1)
  @ArrayMaxSize(assetClasses.length)
  @ValidateNested({ each: true })
  targets: TargetInput[];
}

@ObjectType({ description: "Target share of an asset class." })
export class AllocationTarget {
  @Field(() => FinanceAssetClass, { description: "Asset class." })
  class: AssetClass;
  @Field(() => Float, { description: "Target share in percent." })
  percent: number;
}

@ObjectType({ description: "Target allocation of the investment accounts." })
export class TargetAllocation {
  @Field(() => [AllocationTarget], { description: "Targets by asset class; classes without one are at 0." })
  targets: AllocationTarget[];
}

@ArgsType()
export class RebalancingPlanArgs {
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Money to invest in addition, in the currency of the oldest account. Default: 0.",
  })
  @IsOptional()
  @Min(0)
  cashToInvest?: number | null;
}

@ObjectType({ description: "Purchase or sale that moves a portfolio to its targets." })
export class RebalancingMove {
  @Field(() => FinanceAssetClass, { description: "Asset class of the security." })
  class: AssetClass;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the security. Null where the class has no security yet.",
  })
  securityId: string | null;
  @Field(() => RebalancingSide, { description: "Whether to buy or to sell." })
  side: "buy" | "sell";
  @Field(() => MoneyScalar, { description: "Amount of the move, in the currency of the plan." })
  amount: number;
}

@ObjectType({ description: "Moves that bring a portfolio to its target allocation. Nothing is traded." })
export class RebalancingPlan {
  @Field(() => String, { description: "Currency of all amounts, as an ISO 4217 code." })
  currency: string;
  @Field(() => MoneyScalar, { description: "Value of the portfolio with the money to invest." })
  total: number;
  @Field(() => MoneyScalar, { description: "Cash of the accounts after the moves." })
  cashAfter: number;
  @Field(() => [RebalancingMove], { description: "Sales first, then purchases." })
  moves: RebalancingMove[];
}
