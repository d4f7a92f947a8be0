import { IsIn, IsInt, Max, MaxLength, Min, MinLength, ValidateIf } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { MinCredits } from "../../../src/graphql/validators.ts";
import { CreditsScalar, JSONObjectScalar, MoneyScalar } from "../../../src/graphql/scalars.ts";

@ObjectType({ description: "Credits that expire within 30 days." })
export class ExpiringCredits {
  @Field(() => CreditsScalar)
  amount: number;
  @Field(() => Date)
  expiresAt: Date;
}

@ObjectType({ description: "The credits of the caller's account in one app." })
export class CreditBalance {
  @Field(() => ID)
  appId: string;
  @Field(() => CreditsScalar, { description: "All credits, those set aside included." })
  balance: number;
  @Field(() => CreditsScalar)
  totalPurchased: number;
  @Field(() => CreditsScalar)
  totalConsumed: number;
  @Field(() => Date, { nullable: true })
  lastPurchaseAt: Date | null;
  @Field(() => Date, { nullable: true })
  lastConsumedAt: Date | null;
  @Field(() => CreditsScalar, { description: "Credits set aside by holds." })
  held: number;
  @Field(() => CreditsScalar, { description: "What may be spent now: balance without what is held." })
  available: number;
  @Field(() => [ExpiringCredits])
  expiring: ExpiringCredits[];
  @Field(() => String)
  currency: "credits";
}

@InputType({ description: "Spends credits of the caller's account." })
export class ConsumeCreditsInput {
  @Field(() => String, { description: "The app whose credits are spent." })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => CreditsScalar, { description: "Credits to spend, at least 0.01, at most 2 decimals." })
  @MinCredits(0.01)
  amount: number;
  @Field(() => String, { description: "What they are spent on, shown in the history." })
  @MinLength(1)
  @MaxLength(500)
  description: string;
  @Field(() => JSONObjectScalar, { nullable: true })
  metadata?: Record<string, unknown> | null;
  @Field(() => String, {
    nullable: true,
    description: "The caller's own key of this charge; the same one never charges twice.",
  })
  @ValidateIf((input: ConsumeCreditsInput) => input.referenceId !== undefined && input.referenceId !== null)
  @MinLength(1)
  @MaxLength(255)
  referenceId?: string | null;
}

@ObjectType()
export class ConsumeCreditsResult {
  @Field(() => CreditsScalar, { description: "What is left." })
  balance: number;
  @Field(() => ID)
  entryId: string;
}

@ArgsType()
export class CreditHistoryArgs {
  @Field(() => ID)
  appId: string;
  @Field(() => Int, { defaultValue: 50 })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => Int, { defaultValue: 0 })
  @Min(0)
  offset: number;
  @Field(() => String, {
    nullable: true,
    description: "`holds` also shows credits that are or were set aside.",
  })
  @ValidateIf((args: CreditHistoryArgs) => args.include !== undefined && args.include !== null)
  @IsIn(["holds"])
  include?: string | null;
}

@ObjectType({ description: "One movement of an account, or with `include=holds` a hold." })
export class CreditHistoryEntry {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  appId: string;
  @Field(() => String)
  pool: string;
  @Field(() => String)
  type: string;
  @Field(() => CreditsScalar, { description: "Signed: what the movement added." })
  amount: number;
  @Field(() => CreditsScalar, {
    nullable: true,
    description: "Null for a hold, which does not change the balance.",
  })
  balanceAfter: number | null;
  @Field(() => String)
  description: string;
  @Field(() => String, { nullable: true })
  operation: string | null;
  @Field(() => JSONObjectScalar, { nullable: true })
  metadata: Record<string, unknown> | null;
  @Field(() => String, { nullable: true })
  referenceId: string | null;
  @Field(() => String, { nullable: true })
  transactionId: string | null;
  @Field(() => String, { nullable: true })
  packageId: string | null;
  @Field(() => String, { nullable: true })
  holdId: string | null;
  @Field(() => Date, { nullable: true })
  expiresAt: Date | null;
  @Field(() => Date)
  createdAt: Date;
}

@ObjectType()
export class OffsetPagination {
  @Field(() => Int)
  limit: number;
  @Field(() => Int)
  offset: number;
  @Field(() => Int)
  total: number;
}

@ObjectType({ description: "Movements of an account, newest first." })
export class CreditHistoryPage {
  @Field(() => [CreditHistoryEntry])
  transactions: CreditHistoryEntry[];
  @Field(() => OffsetPagination)
  pagination: OffsetPagination;
}

@ObjectType({ description: "A bundle of credits on sale." })
export class CreditPackageOffer {
  @Field(() => ID)
  packageId: string;
  @Field(() => String)
  name: string;
  @Field(() => String)
  description: string;
  @Field(() => CreditsScalar)
  credits: number;
  @Field(() => CreditsScalar)
  bonusCredits: number;
  @Field(() => MoneyScalar)
  price: number;
  @Field(() => String)
  currency: string;
  @Field(() => String)
  priceId: string;
  @Field(() => MoneyScalar, { description: "Price of one credit, bonus included." })
  pricePerCredit: number;
  @Field(() => Int, {
    nullable: true,
    description: "Days until bought credits expire; null when they never do.",
  })
  validityDays: number | null;
  @Field(() => Boolean)
  popular: boolean;
  @Field(() => Boolean)
  active: boolean;
  @Field(() => Int)
  sortOrder: number;
  @Field(() => String, {
    description: "Which credits it is of: `standard`, or `image`, of which a generated image takes one.",
  })
  pool: string;
}

@ObjectType({ description: "What is on sale, and what operations cost." })
export class CreditCatalogue {
  @Field(() => [CreditPackageOffer])
  packages: CreditPackageOffer[];
  @Field(() => JSONObjectScalar, { description: "By operation: cost, unit, description, enabled." })
  consumptionRate: Record<string, unknown>;
}

@ObjectType({ description: "What one operation costs." })
export class OperationPrice {
  @Field(() => CreditsScalar)
  cost: number;
  @Field(() => Boolean)
  enabled: boolean;
  @Field(() => String)
  description: string;
}

@ObjectType({ description: "Whether the credits would suffice now. Nothing is set aside." })
export class CreditSufficiency {
  @Field(() => Boolean)
  sufficient: boolean;
  @Field(() => CreditsScalar)
  currentBalance: number;
  @Field(() => CreditsScalar)
  requiredAmount: number;
}
