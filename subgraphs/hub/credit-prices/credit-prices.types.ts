import { IsIn, IsOptional, Matches, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { CreditsScalar, MoneyScalar } from "../../../src/graphql/scalars.ts";
import { CreditPackageFacts } from "../credits/credits.types.ts";
import { newOfferOf, offerChangeOf, OfferSettings, priceIdPattern } from "../pricing/offer.types.ts";

const packageIdPattern = /^pkg_[a-z0-9][a-z0-9_-]{0,59}$/;
const operationPattern = /^[a-z0-9][a-zA-Z0-9]*([._-][a-zA-Z0-9]+)*$/;

@ObjectType({ description: "Credit package with its price at the payment processor, for administrators." })
export class RegisteredCreditPackage extends CreditPackageFacts {
  @Field(() => ID, { description: "ID of the app that sells the package." })
  appId: string;
  @Field(() => String, {
    nullable: true,
    description:
      "ID of the package's price at the payment processor. Null until the price is created or linked; the package cannot be bought before that.",
  })
  priceId: string | null;
}

@ObjectType({
  description: "All credit packages of an app or of all apps, including those no longer on sale.",
})
export class CreditPackageRegistry {
  @Field(() => [RegisteredCreditPackage], { description: "Packages, ordered by app and position." })
  packages: RegisteredCreditPackage[];
  @Field(() => Int, { description: "Number of packages." })
  total: number;
}

@ArgsType()
export class CreditPackageRegistryArgs {
  @Field(() => ID, { nullable: true, description: "ID of an app; omit it to list the packages of all apps." })
  @IsOptional()
  @MaxLength(64)
  appId?: string | null;
}

/** What can be changed of a package later. */
@InputType({ description: "Settings of a credit package." })
class CreditPackageSettings extends OfferSettings {
  @Field(() => CreditsScalar, {
    nullable: true,
    description: "Extra credits granted free of charge, at most 2 decimals. Default: 0.",
  })
  @IsOptional()
  @Min(0)
  @Max(100_000_000)
  bonusCredits?: number | null;
  @Field(() => String, {
    nullable: true,
    description:
      "ID of an existing one-time price at the payment processor, with the same amount and currency. By default a price is created there.",
  })
  @IsOptional()
  @Matches(priceIdPattern)
  priceId?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Days until bought credits expire, 1 to 3650. Null: they never expire.",
  })
  @IsOptional()
  @Min(1)
  @Max(3650)
  validityDays?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True to highlight the package in a price list. Default: false.",
  })
  @IsOptional()
  popular?: boolean | null;
}

@InputType({ description: "Credit package to put on sale." })
export class CreateCreditPackageInput extends newOfferOf(CreditPackageSettings) {
  @Field(() => ID, {
    description:
      "ID of the new package: `pkg_` and up to 60 lower-case letters, digits, hyphens or underscores.",
  })
  @Matches(packageIdPattern)
  packageId: string;
  @Field(() => CreditsScalar, { description: "Credits in the package, at most 2 decimals." })
  @Min(1)
  @Max(100_000_000)
  credits: number;
  @Field(() => MoneyScalar, { description: "Price in major units of the currency, 0.01 to 1,000,000." })
  @Min(0.01)
  @Max(1_000_000)
  price: number;
  @Field(() => String, {
    defaultValue: "standard",
    description: "Kind of credits: `standard`, or `image`, one of which pays for one generated image.",
  })
  @IsIn(["standard", "image"])
  pool: "standard" | "image";
}

@InputType({ description: "Credit package and the fields to change. Omitted fields stay unchanged." })
export class UpdateCreditPackageInput extends offerChangeOf(CreditPackageSettings) {
  @Field(() => ID, { description: "ID of the package." })
  @Matches(packageIdPattern)
  packageId: string;
  @Field(() => MoneyScalar, {
    nullable: true,
    description:
      "New price in major units of the package's currency, 0.01 to 1,000,000. A price is created for it at the payment processor unless `priceId` names one.",
  })
  @IsOptional()
  @Min(0.01)
  @Max(1_000_000)
  price?: number | null;
  @Field(() => Boolean, { nullable: true, description: "False takes the package off sale." })
  @IsOptional()
  active?: boolean | null;
}

@ObjectType({ description: "Price of an operation in credits." })
export class OperationCost {
  @Field(() => ID, { description: "Name of the operation in price lists." })
  operation: string;
  @Field(() => CreditsScalar, { description: "Credits that one use costs." })
  cost: number;
  @Field(() => String, { description: "What one use is, for example `invoice` or `message`." })
  unit: string;
  @Field(() => String, { description: "Short text about the operation." })
  description: string;
  @Field(() => Boolean, { description: "True when uses are charged." })
  enabled: boolean;
}

@ObjectType({ description: "Prices of all operations in credits." })
export class OperationCostList {
  @Field(() => [OperationCost], { description: "Operations, ordered by name." })
  costs: OperationCost[];
  @Field(() => Int, { description: "Number of operations with a price." })
  total: number;
}

@ArgsType()
export class OperationCostsArgs {
  @Field(() => ID, {
    nullable: true,
    description: "ID of the app in which the operations run. Prices are the same in all apps.",
  })
  @IsOptional()
  @MaxLength(64)
  appId?: string | null;
}

@InputType({ description: "Price of an operation to set. Omitted fields stay unchanged." })
export class SetOperationCostInput {
  @Field(() => ID, {
    description: "Name of the operation, for example `invoice.create`, at most 100 characters.",
  })
  @Matches(operationPattern)
  @MaxLength(100)
  operation: string;
  @Field(() => CreditsScalar, { nullable: true, description: "Credits that one use costs, 0 to 1,000,000." })
  @IsOptional()
  @Min(0)
  @Max(100_000_000)
  cost?: number | null;
  @Field(() => String, { nullable: true, description: "What one use is, at most 40 characters." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(40)
  unit?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Short text about the operation, at most 200 characters.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  description?: string | null;
  @Field(() => Boolean, { nullable: true, description: "False stops charging for the operation." })
  @IsOptional()
  enabled?: boolean | null;
}
