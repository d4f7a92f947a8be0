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
  description: "Outcome of an auto-reload.",
  valuesConfig: {
    pending: { description: "The charge was started and is not settled yet." },
    succeeded: { description: "The package was paid and its credits were added." },
    failed: { description: "The charge failed and no credits were added." },
    skipped: {
      description: "Nothing was bought although credits were low. One record is kept per reason and day.",
    },
  },
});

/** The highest threshold, in credits. */
const maxThresholdCredits = 1_000_000;

const appIdDescription =
  "ID of the app whose credits are meant. Default: the app of the request (x-app-id), else `central`.";

@InputType({
  description:
    "Auto-reload settings for an app's credits. They replace the saved settings; `enabled: false` alone keeps the rest.",
})
export class SetAutoReloadInput {
  @Field(() => String, { nullable: true, description: appIdDescription })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  appId?: string | null;
  @Field(() => Boolean, {
    description:
      "Whether auto-reload is on. When true, thresholdCredits, packageId and monthlyCap are required.",
  })
  enabled: boolean;
  @Field(() => CreditsScalar, {
    nullable: true,
    description:
      "Threshold in credits, 0 to 1,000,000. A package is bought when the available credits fall below it.",
  })
  @IsOptional()
  @MinCredits(0)
  @MaxCredits(maxThresholdCredits)
  thresholdCredits?: number | null;
  @Field(() => String, { nullable: true, description: "ID of the credit package to buy." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  packageId?: string | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Spending limit per calendar month (UTC), in cents. At least the price of one package while enabled.",
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  monthlyCap?: number | null;
  @Field(() => String, {
    nullable: true,
    description: "HTTPS URL that receives a signed webhook for every reload. Null or omitted sends none.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(2_048)
  webhookUrl?: string | null;
}

@ObjectType({ description: "Auto-reload spending in the current calendar month (UTC)." })
export class AutoReloadMonth {
  @Field(() => String, { description: "Calendar month in UTC, YYYY-MM." })
  month: string;
  @Field(() => Int, { description: "Amount spent in cents, including a pending reload." })
  spentCents: number;
  @Field(() => Int, { description: "Amount left below the monthly cap, in cents." })
  remainingCents: number;
  @Field(() => Int, { description: "Number of paid reloads this month." })
  count: number;
}

@ObjectType({ description: "Auto-reload settings and status for an app's credits." })
export class AutoReloadConfig {
  @Field(() => Boolean, { description: "Whether auto-reload is switched on." })
  enabled: boolean;
  @Field(() => CreditsScalar, {
    nullable: true,
    description: "Threshold in credits below which a package is bought. Null when never set.",
  })
  thresholdCredits: number | null;
  @Field(() => String, {
    nullable: true,
    description: "ID of the credit package to buy. Null when never set.",
  })
  packageId: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Spending limit per calendar month (UTC), in cents. Null when never set.",
  })
  monthlyCap: number | null;
  @Field(() => String, {
    nullable: true,
    description: "URL that receives a webhook for every reload. Null without one.",
  })
  webhookUrl: string | null;
  @Field(() => String, {
    description:
      "Current status of auto-reload. One of `active`, `disabled`, `cooling` (3 reloads within 10 minutes) or `suspended` (until the payment method or these settings are saved again).",
  })
  status: string;
  @Field(() => String, {
    nullable: true,
    description:
      "Reason for the suspension: `hard_decline`, `repeated_failures` or `no_payment_method`. Null unless suspended.",
  })
  reason: string | null;
  @Field(() => AutoReloadMonth, { description: "Spending in the current calendar month (UTC)." })
  currentMonth: AutoReloadMonth;
  @Field(() => Date, {
    nullable: true,
    description: "Time of the last reload attempt. Null before the first.",
  })
  lastAttemptAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description:
      "Earliest time of the next reload, after a failed charge or while cooling. Null when nothing delays it.",
  })
  nextAttemptAt: Date | null;
  @Field(() => Int, { description: "Number of failed charges in a row. 3 suspend auto-reload." })
  consecutiveFailures: number;
}

@ObjectType({ description: "Saved auto-reload settings and a new webhook secret." })
export class SetAutoReloadResult {
  @Field(() => AutoReloadConfig, { description: "Auto-reload settings and status after the change." })
  config: AutoReloadConfig;
  @Field(() => String, {
    nullable: true,
    description:
      "Secret for verifying webhook signatures. Returned only when webhookUrl is new; store it now. Null otherwise.",
  })
  webhookSecret: string | null;
}

@ObjectType({ description: "Reason why a reload's charge failed." })
export class ReloadError {
  @Field(() => String, {
    description: "Error code for programs, such as `card_declined` or `insufficient_funds`.",
  })
  code: string;
  @Field(() => String, {
    nullable: true,
    description: "Decline code of the bank, such as `do_not_honor`. Null when the bank gave none.",
  })
  declineCode: string | null;
  @Field(() => String, { description: "Explanation of the failure in a sentence." })
  message: string;
}

@ObjectType({ description: "An auto-reload: a package that was bought, or the reason why none was." })
export class ReloadRecord {
  @Field(() => ID, { description: "Unique ID of the reload." })
  id: string;
  @Field(() => ID, { description: "ID of the app whose credits were reloaded." })
  appId: string;
  @Field(() => ReloadRecordStatus, {
    description: "Outcome of the reload: `pending`, `succeeded`, `failed` or `skipped`.",
  })
  status: ReloadRecordStatus;
  @Field(() => String, {
    nullable: true,
    description:
      "Reason for a failed or skipped reload, such as `charge_failed`, `requires_action`, `cap_reached` or `no_payment_method`. Null otherwise.",
  })
  reason: string | null;
  @Field(() => Date, { description: "Time at which the reload was triggered." })
  triggeredAt: Date;
  @Field(() => CreditsScalar, { description: "Available credits that triggered the reload." })
  triggerBalance: number;
  @Field(() => CreditsScalar, { description: "Threshold in credits at that time." })
  thresholdCredits: number;
  @Field(() => String, { description: "ID of the credit package to buy." })
  packageId: string;
  @Field(() => CreditsScalar, {
    nullable: true,
    description: "Credits in the package. Null when the package was not on sale.",
  })
  credits: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Price of the package in cents. Null when the package was not on sale.",
  })
  amountCents: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Currency of the price. Null when the package was not on sale.",
  })
  currency: string | null;
  @Field(() => String, { description: "Calendar month (UTC) whose cap it counts against, YYYY-MM." })
  month: string;
  @Field(() => Int, { description: "Amount spent this month before this reload, in cents." })
  spentThisMonthCentsBefore: number;
  @Field(() => Int, { description: "Monthly cap at that time, in cents." })
  monthlyCapCents: number;
  @Field(() => Int, { description: "Attempt number: 1 plus the failed charges in a row before it." })
  attempt: number;
  @Field(() => Date, {
    nullable: true,
    description: "Earliest time of the next attempt after a failure or a skip. Null when nothing delays it.",
  })
  nextAttemptAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time at which the charge succeeded or failed. Null while pending or when skipped.",
  })
  settledAt: Date | null;
  @Field(() => String, {
    nullable: true,
    description: "ID of the payment transaction of the charge. Null when none was made.",
  })
  paymentTransactionId: string | null;
  @Field(() => ReloadError, {
    nullable: true,
    description: "Error of a failed charge. Null unless it failed.",
  })
  error: ReloadError | null;
  @Field(() => CreditsScalar, {
    nullable: true,
    description: "Credit balance after a successful reload. Null otherwise.",
  })
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
  @Field(() => ReloadRecordStatus, { nullable: true, description: "Returns only reloads with this outcome." })
  @IsOptional()
  status?: ReloadRecordStatus | null;
  @Field(() => Int, {
    defaultValue: 50,
    description: "Maximum number of reloads per page, 1 to 100. Default 50.",
  })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => String, {
    nullable: true,
    description:
      "Cursor of the page to read: `nextCursor` of the previous page, with the same filters. Omit for the first page.",
  })
  @IsOptional()
  @MaxLength(500)
  after?: string | null;
}

@ObjectType({ description: "A page of an app's auto-reloads, newest first." })
export class AutoReloadHistory extends pageOf(ReloadRecord, "reloads") {}
