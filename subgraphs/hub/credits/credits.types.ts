import { IsIn, IsInt, Max, MaxLength, Min, MinLength, ValidateIf } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { MinCredits } from "../../../src/graphql/validators.ts";
import { CreditsScalar, JSONObjectScalar, MoneyScalar } from "../../../src/graphql/scalars.ts";

@ObjectType({ description: "Credits that expire within the next 30 days." })
export class ExpiringCredits {
  @Field(() => CreditsScalar, { description: "Number of credits that expire at this time." })
  amount: number;
  @Field(() => Date, { description: "Time at which these credits expire, ISO 8601 in UTC." })
  expiresAt: Date;
}

@ObjectType({ description: "Prepaid credits of the account in one app." })
export class CreditBalance {
  @Field(() => ID, { description: "ID of the app the credits belong to." })
  appId: string;
  @Field(() => CreditsScalar, { description: "Total credits, including those reserved by holds." })
  balance: number;
  @Field(() => CreditsScalar, {
    description: "Credits bought so far, including auto-reloads, without free grants.",
  })
  totalPurchased: number;
  @Field(() => CreditsScalar, { description: "Credits spent so far in this app." })
  totalConsumed: number;
  @Field(() => Date, {
    nullable: true,
    description: "Time of the last purchase or auto-reload; null before the first.",
  })
  lastPurchaseAt: Date | null;
  @Field(() => Date, { nullable: true, description: "Time of the last spending; null before the first." })
  lastConsumedAt: Date | null;
  @Field(() => CreditsScalar, { description: "Credits reserved by pending holds." })
  held: number;
  @Field(() => CreditsScalar, { description: "Credits that can be spent now: balance minus held credits." })
  available: number;
  @Field(() => [ExpiringCredits], { description: "Credits that expire within 30 days, soonest first." })
  expiring: ExpiringCredits[];
  @Field(() => String, { description: "Unit of the amounts, always `credits`." })
  currency: "credits";
}

@InputType({ description: "Amount of credits to spend and what they are spent on." })
export class ConsumeCreditsInput {
  @Field(() => String, { description: "ID of the app whose credits are spent." })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => CreditsScalar, { description: "Credits to spend, at least 0.01, at most 2 decimals." })
  @MinCredits(0.01)
  amount: number;
  @Field(() => String, { description: "Purpose of the charge, shown in the credit history." })
  @MinLength(1)
  @MaxLength(500)
  description: string;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: "Custom JSON object stored with the charge and returned in the history.",
  })
  metadata?: Record<string, unknown> | null;
  @Field(() => String, {
    nullable: true,
    description: "Your own reference for this charge. The same reference is never charged twice.",
  })
  @ValidateIf((input: ConsumeCreditsInput) => input.referenceId !== undefined && input.referenceId !== null)
  @MinLength(1)
  @MaxLength(255)
  referenceId?: string | null;
}

@ObjectType({ description: "Result of spending credits." })
export class ConsumeCreditsResult {
  @Field(() => CreditsScalar, { description: "Credits left after the charge." })
  balance: number;
  @Field(() => ID, { description: "ID of the history entry for this charge." })
  entryId: string;
}

@ArgsType()
export class CreditHistoryArgs {
  @Field(() => ID, { description: "ID of the app whose credit history is listed." })
  appId: string;
  @Field(() => Int, { defaultValue: 50, description: "Maximum number of entries per page." })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => Int, { defaultValue: 0, description: "Number of entries to skip." })
  @Min(0)
  offset: number;
  @Field(() => String, {
    nullable: true,
    description: "Additional entries to list: `holds` adds credit holds, pending and resolved.",
  })
  @ValidateIf((args: CreditHistoryArgs) => args.include !== undefined && args.include !== null)
  @IsIn(["holds"])
  include?: string | null;
}

@ObjectType({ description: "One change of the credit balance, or a hold with `include=holds`." })
export class CreditHistoryEntry {
  @Field(() => ID, { description: "ID of the history entry, or of the hold." })
  id: string;
  @Field(() => ID, { description: "ID of the app whose credits changed." })
  appId: string;
  @Field(() => String, { description: "Kind of credits: `standard`, or `image` for generated images." })
  pool: string;
  @Field(() => String, {
    description:
      "Kind of entry: `purchase`, `auto_reload`, `grant`, `consume`, `hold_capture`, `refund`, `expire`, `adjustment` or `reversal`. Holds show `hold_` and their status.",
  })
  type: string;
  @Field(() => CreditsScalar, {
    description: "Credits added; negative when credits were spent, expired or held.",
  })
  amount: number;
  @Field(() => CreditsScalar, {
    nullable: true,
    description: "Balance after this entry; null for a hold, which does not change it.",
  })
  balanceAfter: number | null;
  @Field(() => String, { description: "Purpose of the entry as given with the charge or purchase." })
  description: string;
  @Field(() => String, {
    nullable: true,
    description: "Operation that was charged; null when none was named.",
  })
  operation: string | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: "Custom JSON object given with the charge; null when there is none.",
  })
  metadata: Record<string, unknown> | null;
  @Field(() => String, {
    nullable: true,
    description: "Your own reference of the charge; null when none was given.",
  })
  referenceId: string | null;
  @Field(() => String, {
    nullable: true,
    description: "ID of the payment that bought the credits; null for other entries.",
  })
  transactionId: string | null;
  @Field(() => String, {
    nullable: true,
    description: "ID of the credit package bought; null for other entries.",
  })
  packageId: string | null;
  @Field(() => String, {
    nullable: true,
    description: "ID of the hold that was captured; null for other entries.",
  })
  holdId: string | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time at which the credits or the hold expire; null for never.",
  })
  expiresAt: Date | null;
  @Field(() => Date, { description: "Time the entry was recorded, ISO 8601 in UTC." })
  createdAt: Date;
}

@ObjectType({ description: "Position of a page in a list read by offset." })
export class OffsetPagination {
  @Field(() => Int, { description: "Maximum number of entries per page, as requested." })
  limit: number;
  @Field(() => Int, { description: "Number of entries skipped before this page." })
  offset: number;
  @Field(() => Int, { description: "Number of entries in the whole list." })
  total: number;
}

@ObjectType({ description: "One page of credit balance changes, newest first." })
export class CreditHistoryPage {
  @Field(() => [CreditHistoryEntry], { description: "Entries of this page, newest first." })
  transactions: CreditHistoryEntry[];
  @Field(() => OffsetPagination, { description: "Position of this page in the whole history." })
  pagination: OffsetPagination;
}

/** What a credit package is to buyers and administrators. */
@ObjectType()
export abstract class CreditPackageFacts {
  @Field(() => ID, { description: "ID of the package; pass it when buying credits." })
  packageId: string;
  @Field(() => String, { description: "Display name of the package." })
  name: string;
  @Field(() => String, { description: "Short text about the package for buyers." })
  description: string;
  @Field(() => CreditsScalar, { description: "Credits in the package, without the bonus." })
  credits: number;
  @Field(() => CreditsScalar, { description: "Extra credits granted free of charge with the package." })
  bonusCredits: number;
  @Field(() => MoneyScalar, { description: "Price of the package in major units of its currency." })
  price: number;
  @Field(() => String, { description: "Currency of the price as an ISO 4217 code." })
  currency: string;
  @Field(() => Int, {
    nullable: true,
    description: "Days until bought credits expire; null when they never expire.",
  })
  validityDays: number | null;
  @Field(() => Boolean, { description: "True for packages to highlight in a price list." })
  popular: boolean;
  @Field(() => Boolean, { description: "True when the package is on sale." })
  active: boolean;
  @Field(() => Int, { description: "Position of the package in a price list, lowest first." })
  sortOrder: number;
  @Field(() => String, {
    description: "Kind of credits: `standard`, or `image`, one of which pays for one generated image.",
  })
  pool: string;
}

@ObjectType({ description: "Credit package on sale in an app." })
export class CreditPackageOffer extends CreditPackageFacts {
  @Field(() => String, { description: "ID of the package's price at the payment processor." })
  priceId: string;
  @Field(() => MoneyScalar, { description: "Price of one credit in major units, bonus included." })
  pricePerCredit: number;
}

@ObjectType({ description: "Credit packages on sale, and the price of each operation." })
export class CreditCatalogue {
  @Field(() => [CreditPackageOffer], { description: "Credit packages that the app sells." })
  packages: CreditPackageOffer[];
  @Field(() => JSONObjectScalar, {
    description: "Price of each operation by name: cost in credits, unit, description and enabled.",
  })
  consumptionRate: Record<string, unknown>;
}

@ObjectType({ description: "Price of one operation in credits." })
export class OperationPrice {
  @Field(() => CreditsScalar, { description: "Credits charged per unit of the operation." })
  cost: number;
  @Field(() => Boolean, { description: "True when the operation is currently charged." })
  enabled: boolean;
  @Field(() => String, { description: "Short text about what the operation does." })
  description: string;
}

@ObjectType({ description: "Whether the available credits cover an amount. Reserves nothing." })
export class CreditSufficiency {
  @Field(() => Boolean, { description: "True when the available credits cover the required amount." })
  sufficient: boolean;
  @Field(() => CreditsScalar, { description: "Total credits, including those reserved by holds." })
  currentBalance: number;
  @Field(() => CreditsScalar, { description: "Credits required, as requested." })
  requiredAmount: number;
}
