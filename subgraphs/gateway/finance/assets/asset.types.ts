import { IsOptional, Matches, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, MoneyScalar } from "../../../../src/graphql/scalars.ts";
import { enumOf, notBlank } from "../accounts/account.types.ts";
import { currencyPattern, notACurrency } from "../accounts/rates.types.ts";

const assetKinds = ["property", "vehicle", "collectible"] as const;
const FinanceAssetKind = enumOf(assetKinds);
registerEnumType(FinanceAssetKind, {
  name: "FinanceAssetKind",
  description: "Kinds of assets that have a value and no transactions of their own.",
  valuesConfig: {
    property: { description: "Real estate." },
    vehicle: { description: "Vehicle such as a car." },
    collectible: { description: "Art, jewellery, coins and the like." },
  },
});

@InputType({ description: "Details of an asset to add." })
export class AddAssetInput {
  @Field(() => String, { description: "Asset name, up to 100 characters." })
  @MaxLength(100)
  @Matches(/\S/, notBlank)
  name: string;
  @Field(() => FinanceAssetKind, { description: "Kind of asset." })
  kind: keyof typeof FinanceAssetKind;
  @Field(() => MoneyScalar, { description: "Value of the asset in its currency. At least 0." })
  @Min(0)
  value: number;
  @Field(() => DateScalar, { description: "Date of the value (YYYY-MM-DD)." })
  asOf: string;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the asset counts toward net worth. Default: true.",
  })
  includeInNetWorth?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description: "Currency as an ISO 4217 code. Default: currency of the oldest account.",
  })
  @IsOptional()
  @Matches(currencyPattern, notACurrency)
  currency?: string | null;
}

@InputType({ description: "Value of an asset on a date." })
export class RecordAssetValuationInput {
  @Field(() => ID, { description: "ID of the asset's account." })
  @MaxLength(64)
  accountId: string;
  @Field(() => DateScalar, {
    description: "Date of the value (YYYY-MM-DD), on or after the account's opening date.",
  })
  date: string;
  @Field(() => MoneyScalar, { description: "Value of the asset in its currency. At least 0." })
  @Min(0)
  value: number;
}

@ArgsType()
export class AssetValuationsArgs {
  @Field(() => ID, { description: "ID of the asset's account." })
  @MaxLength(64)
  accountId: string;
}

@ObjectType({ description: "Recorded value of an asset, valid from a date." })
export class AssetValuation {
  @Field(() => ID, { description: "ID of the asset's account." })
  accountId: string;
  @Field(() => DateScalar, { description: "First day of the value." })
  date: string;
  @Field(() => MoneyScalar, { description: "Value of the asset." })
  value: number;
  @Field(() => String, { description: "Currency of the value, as an ISO 4217 code." })
  currency: string;
}

@ObjectType({ description: "Recorded values of an asset." })
export class AssetValuationList {
  @Field(() => [AssetValuation], { description: "Values by date, newest first; at most 1,000." })
  valuations: AssetValuation[];
}
