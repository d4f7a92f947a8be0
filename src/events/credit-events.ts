import { graphObject, nullable, number, ownObject, text, type EventFamily } from "./event-family.ts";

const movement = {
  appId: text("ID of the app whose balance it is."),
  pool: text("Pool of the credits: `standard` or `ai`."),
  amount: nullable(number("Credits that were added, or removed when negative; null for notices.")),
  balance: number("Credits in the balance after the change, held ones included."),
  available: number("Credits that can be spent after the change."),
  threshold: nullable(number("Threshold that the balance fell below, in credits; null for other events.")),
  transactionId: nullable(text("ID of the payment; null without one.")),
};
const movementExample = {
  appId: "central",
  pool: "standard",
  amount: 100,
  balance: 112.5,
  available: 110,
  threshold: null,
  transactionId: null,
};

export const creditEvents: EventFamily = {
  name: "credits",
  object: ownObject("CreditMovement", "Change of a credit balance. Amounts are credits.", movement),
  example: movementExample,
  events: {
    purchased: {
      description: "Purchased credits were added.",
      example: { transactionId: "txn_01m8537hdtk3n4hkxjzpmn4sjp" },
    },
    granted: { description: "Free credits were added." },
    low: {
      description: "The available credits fell below the threshold of auto-reload.",
      example: { amount: null, balance: 18, available: 18, threshold: 20 },
    },
    exhausted: {
      description: "The last available credits were spent.",
      example: { amount: -5, balance: 0, available: 0 },
    },
    expired: { description: "Credits expired.", example: { amount: -30, balance: 82.5, available: 80 } },
    reversed: {
      description: "Credits were removed because their payment was refunded or disputed.",
      example: {
        amount: -100,
        balance: 12.5,
        available: 10,
        transactionId: "txn_01m8537hdtk3n4hkxjzpmn4sjp",
      },
    },
  },
};

export const creditExpiryEvents: EventFamily = {
  name: "credits",
  object: ownObject("CreditExpiry", "Credits that are about to expire. Amounts are credits.", {
    ...movement,
    expiresAt: {
      type: "string",
      format: "date-time",
      description: "Time the credits expire, ISO 8601 in UTC.",
    },
  }),
  example: { ...movementExample, amount: 30, expiresAt: "2026-11-30T00:00:00.000Z" },
  events: { expiring: { description: "Credits expire soon." } },
};

const reload = { amountCents: 1_000, credits: 100, currency: "USD" };

export const autoReloadEvents: EventFamily = {
  name: "credits.auto_reload",
  object: graphObject("ReloadRecord"),
  example: {
    id: "rld_01m853fk9ezdpzg7spa66mq1nq",
    appId: "central",
    status: "pending",
    reason: null,
    triggeredAt: "2026-11-23T09:30:00.000Z",
    triggerBalance: 5,
    thresholdCredits: 20,
    packageId: "pkg_starter",
    ...reload,
    month: "2026-11",
    spentThisMonthCentsBefore: 0,
    monthlyCapCents: 5_000,
    attempt: 1,
    nextAttemptAt: null,
    settledAt: null,
    paymentTransactionId: null,
    error: null,
    balanceAfter: null,
  },
  events: {
    started: { description: "A reload was started." },
    succeeded: {
      description: "A reload was paid, and its credits were added.",
      example: {
        status: "succeeded",
        settledAt: "2026-11-23T09:30:05.000Z",
        paymentTransactionId: "txn_01m8537hdtk3n4hkxjzpmn4sjp",
        balanceAfter: 105,
      },
    },
    failed: {
      description: "The payment of a reload failed. It is attempted again at `nextAttemptAt`.",
      example: {
        status: "failed",
        reason: "charge_failed",
        settledAt: "2026-11-23T09:30:05.000Z",
        nextAttemptAt: "2026-11-23T10:30:05.000Z",
        error: { code: "card_declined", message: "The card was declined.", declineCode: "generic_decline" },
      },
    },
    skipped: {
      description: "A reload was not attempted, for the reason given.",
      example: { status: "skipped", reason: "no_payment_method" },
    },
    cap_reached: {
      description: "A reload would exceed the monthly cap. Sent once a month.",
      example: { status: "skipped", reason: "cap_reached", spentThisMonthCentsBefore: 4_500 },
    },
    suspended: {
      description: "Auto-reload was suspended after repeated failures. Save a payment method to resume it.",
      example: { status: "failed", reason: "charge_failed" },
    },
  },
};

export const capThresholdEvents: EventFamily = {
  name: "credits.auto_reload",
  object: graphObject("ReloadRecord", {
    fields: {
      capPercent: { type: "integer", description: "Percentage of the monthly cap that was passed." },
    },
  }),
  example: {
    ...autoReloadEvents.example,
    ...autoReloadEvents.events["succeeded"]!.example,
    spentThisMonthCentsBefore: 3_000,
    capPercent: 80,
  },
  events: { cap_threshold: { description: "Reloads passed a part of the monthly cap." } },
};

export const autoReloadSettingEvents: EventFamily = {
  name: "credits.auto_reload",
  object: graphObject("AutoReloadConfig", {
    fields: { appId: text("ID of the app whose credits are reloaded.") },
  }),
  example: {
    appId: "central",
    enabled: true,
    thresholdCredits: 20,
    packageId: "pkg_starter",
    monthlyCap: 5_000,
    webhookUrl: null,
    status: "active",
    reason: null,
    currentMonth: { month: "2026-11", count: 0, spentCents: 0, remainingCents: 5_000 },
    lastAttemptAt: null,
    nextAttemptAt: null,
    consecutiveFailures: 0,
  },
  events: { config_changed: { description: "The settings of auto-reload were saved." } },
};
