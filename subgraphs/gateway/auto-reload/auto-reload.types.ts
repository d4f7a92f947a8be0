import { IsInt, IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { pageOf } from "../../../src/graphql/page-type.ts";
import { CreditsScalar } from "../../../src/graphql/scalars.ts";
import { MaxCredits, MinCredits } from "../../../src/graphql/validators.ts";

export const ReloadRecordStatus = {
  pending: "pending",
  succeeded: "succeeded",
  failed: "failed",
  skipped: "skipped",
} as const;
export type ReloadRecordStatus = keyof typeof ReloadRecordStatus;
registerEnumType(ReloadRecordStatus, {
  name: "ReloadRecordStatus",
  description: "What became of a reload. Of each cause for skipping, one record is kept a day.",
});

/** The highest threshold, in credits. */
const maxThresholdCredits = 1_000_000;

const appIdDescription =
  "The app whose credits they are; left out, the one that the call names, else `central`.";

@InputType({
  description:
    "Buys credits by itself when they run short. All of it replaces what was saved before; `enabled: false` may come alone and keeps the rest.",
})
export class SetAutoReloadInput {
  @Field(() => String, { nullable: true, description: appIdDescription })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  appId?: string | null;
  @Field(() => Boolean)
  enabled: boolean;
  @Field(() => CreditsScalar, {
    nullable: true,
    description: "A package is bought when the available credits fall below this, 0 to 1,000,000.",
  })
  @IsOptional()
  @MinCredits(0)
  @MaxCredits(maxThresholdCredits)
  thresholdCredits?: number | null;
  @Field(() => String, { nullable: true, description: "The credit package to buy." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  packageId?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Cents that are spent by themselves in a calendar month (UTC) at most.",
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  monthlyCap?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "An https address that is told of every reload; left out, none is.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(2_048)
  webhookUrl?: string | null;
}

@ObjectType({ description: "What the running calendar month (UTC) has taken of its cap." })
export class AutoReloadMonth {
  @Field(() => String, { description: "YYYY-MM" })
  month: string;
  @Field(() => Int, { description: "Spent, and set aside for a reload under way." })
  spentCents: number;
  @Field(() => Int)
  remainingCents: number;
  @Field(() => Int, { description: "Reloads that were paid." })
  count: number;
}

@ObjectType({ description: "How the credits of an app are reloaded by themselves." })
export class AutoReloadConfig {
  @Field(() => Boolean)
  enabled: boolean;
  @Field(() => CreditsScalar, { nullable: true })
  thresholdCredits: number | null;
  @Field(() => String, { nullable: true })
  packageId: string | null;
  @Field(() => Int, { nullable: true, description: "In cents, by calendar month (UTC)." })
  monthlyCap: number | null;
  @Field(() => String, { nullable: true })
  webhookUrl: string | null;
  @Field(() => String, {
    description:
      "`active`, `disabled`, `cooling` after three reloads in ten minutes, or `suspended` until the payment method or this configuration is saved again.",
  })
  status: string;
  @Field(() => String, {
    nullable: true,
    description: "Why it is suspended: `hard_decline`, `repeated_failures` or `no_payment_method`.",
  })
  reason: string | null;
  @Field(() => AutoReloadMonth)
  currentMonth: AutoReloadMonth;
  @Field(() => Date, { nullable: true, description: "When a package was last asked for." })
  lastAttemptAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Before this moment nothing is bought: a charge failed, or it cools.",
  })
  nextAttemptAt: Date | null;
  @Field(() => Int)
  consecutiveFailures: number;
}

@ObjectType()
export class SetAutoReloadResult {
  @Field(() => AutoReloadConfig)
  config: AutoReloadConfig;
  @Field(() => String, {
    nullable: true,
    description: "The secret that signs what `webhookUrl` is told; shown once, when the address is new.",
  })
  webhookSecret: string | null;
}

@ObjectType({ description: "Why a charge failed." })
export class ReloadError {
  @Field(() => String)
  code: string;
  @Field(() => String, { nullable: true, description: "The bank's finer reason." })
  declineCode: string | null;
  @Field(() => String)
  message: string;
}

@ObjectType({ description: "A package that was bought by itself, or the reason why none was." })
export class ReloadRecord {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  appId: string;
  @Field(() => ReloadRecordStatus)
  status: ReloadRecordStatus;
  @Field(() => String, { nullable: true, description: "Why it failed or was skipped." })
  reason: string | null;
  @Field(() => Date)
  triggeredAt: Date;
  @Field(() => CreditsScalar, { description: "The available credits that set it off." })
  triggerBalance: number;
  @Field(() => CreditsScalar)
  thresholdCredits: number;
  @Field(() => String)
  packageId: string;
  @Field(() => CreditsScalar, { nullable: true })
  credits: number | null;
  @Field(() => Int, { nullable: true })
  amountCents: number | null;
  @Field(() => String, { nullable: true })
  currency: string | null;
  @Field(() => String, { description: "The calendar month (UTC) that it counts in, YYYY-MM." })
  month: string;
  @Field(() => Int)
  spentThisMonthCentsBefore: number;
  @Field(() => Int)
  monthlyCapCents: number;
  @Field(() => Int, { description: "1, and one more for each failure in a row before." })
  attempt: number;
  @Field(() => Date, { nullable: true })
  nextAttemptAt: Date | null;
  @Field(() => Date, { nullable: true })
  settledAt: Date | null;
  @Field(() => String, { nullable: true })
  paymentTransactionId: string | null;
  @Field(() => ReloadError, { nullable: true })
  error: ReloadError | null;
  @Field(() => CreditsScalar, { nullable: true })
  balanceAfter: number | null;
}

@ArgsType()
export class AutoReloadArgs {
  @Field(() => String, { nullable: true, description: appIdDescription })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  appId?: string | null;
}

@ArgsType()
export class AutoReloadHistoryArgs extends AutoReloadArgs {
  @Field(() => ReloadRecordStatus, { nullable: true, description: "Only reloads in this state." })
  @IsOptional()
  status?: ReloadRecordStatus | null;
  @Field(() => Int, { defaultValue: 50 })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => String, {
    nullable: true,
    description: "`nextCursor` of the page before, with the same filter.",
  })
  @IsOptional()
  @MaxLength(500)
  after?: string | null;
}

@ObjectType({ description: "Reloads of an app's credits, newest first." })
export class AutoReloadHistory extends pageOf(ReloadRecord, "reloads") {}
