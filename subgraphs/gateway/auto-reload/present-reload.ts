import type { AutoReloadConfig, ReloadError, ReloadRecord } from "./auto-reload.types.ts";
import type { MonthRow } from "./month.rows.ts";
import { isAfter, spentCents, statusOf } from "./reload-rules.ts";
import type { ReloadRow } from "./reload.rows.ts";
import type { RuleRow } from "./rule.rows.ts";

/** Messages of failed charges, by error code. */
const messages: Record<string, string> = {
  authentication_required: "The bank requires the payer to confirm the payment. Buy a package by hand.",
  card_declined: "The card was declined. Use another payment method.",
  expired_card: "The card has expired. Save a valid card.",
  incorrect_cvc: "The card's security code is wrong. Save the card again.",
  incorrect_number: "The card number is wrong. Save the card again.",
  insufficient_funds: "The payment method has insufficient funds. Use another one.",
  no_payment_method: "No default payment method. Save one.",
  package_unavailable: "The package changed or is no longer on sale. Save auto-reload again.",
};

/** Public record of a reload, also for webhooks. Credits stay in hundredths; the scalar converts them. */
export function presentReload(row: ReloadRow): ReloadRecord {
  return {
    id: row.id,
    appId: row.appId,
    status: row.status,
    reason: row.reason,
    triggeredAt: row.triggeredAt,
    triggerBalance: row.triggerBalance,
    thresholdCredits: row.threshold,
    packageId: row.packageId,
    credits: row.credits,
    amountCents: row.amountCents,
    currency: row.currency,
    month: row.month,
    spentThisMonthCentsBefore: row.spentBeforeCents,
    monthlyCapCents: row.capCents,
    attempt: row.attempt,
    nextAttemptAt: row.nextAttemptAt,
    settledAt: row.settledAt,
    paymentTransactionId: row.paymentTransactionId,
    error: errorOf(row),
    balanceAfter: row.balanceAfter,
  };
}

function errorOf({ errorCode, errorDeclineCode }: ReloadRow): ReloadError | null {
  if (errorCode === null) return null;
  const message = messages[errorCode] ?? "The payment failed. Use another payment method.";
  return { code: errorCode, declineCode: errorDeclineCode, message };
}

/** Public settings and status of a rule, with this month's spending. */
export function presentConfig(
  rule: RuleRow | null,
  { month, spending }: { month: string; spending: MonthRow | null },
  now: Date,
): AutoReloadConfig {
  const capCents = rule?.monthlyCapCents ?? 0;
  const spent = spending ? spentCents(spending) : 0;
  const { enabled = false, suspendedReason = null, nextAttemptAt = null, coolingUntil = null } = rule ?? {};
  return {
    enabled,
    thresholdCredits: rule?.threshold ?? null,
    packageId: rule?.packageId ?? null,
    monthlyCap: rule?.monthlyCapCents ?? null,
    webhookUrl: rule?.webhookUrl ?? null,
    status: rule ? statusOf(enabled, rule, now) : "disabled",
    reason: enabled ? suspendedReason : null,
    currentMonth: {
      month,
      spentCents: spent,
      remainingCents: Math.max(0, capCents - spent),
      count: spending?.settledCount ?? 0,
    },
    lastAttemptAt: rule?.lastAttemptAt ?? null,
    nextAttemptAt: enabled && !suspendedReason ? laterOf(nextAttemptAt, coolingUntil, now) : null,
    consecutiveFailures: rule?.consecutiveFailures ?? 0,
  };
}

/** Earliest time of the next purchase; null when nothing delays it. */
function laterOf(a: Date | null, b: Date | null, now: Date): Date | null {
  const waiting = [a, b].filter((at) => isAfter(at, now)).map((at) => at.getTime());
  return waiting.length === 0 ? null : new Date(Math.max(...waiting));
}
