import { graphObject, nullable, ownObject, text, type EventFamily } from "./event-family.ts";

export const subscriptionEvents: EventFamily = {
  name: "subscription",
  object: graphObject("PlanSubscription", { without: ["app"] }),
  example: {
    id: "sub_01m8537afavfh1hmvhtknavfhs",
    appId: "invoicer",
    planId: "integration",
    status: "active",
    interval: "monthly",
    priceId: "price_invoicer_integration_monthly",
    currentPeriodStart: "2026-11-23T00:00:00.000Z",
    currentPeriodEnd: "2026-12-23T00:00:00.000Z",
    cancelAtPeriodEnd: false,
    cancelAt: null,
    canceledAt: null,
    endedAt: null,
    pause: null,
    entitled: true,
    processorStatus: "active",
    createdAt: "2026-11-23T00:00:00.000Z",
    updatedAt: "2026-11-23T09:30:00.000Z",
  },
  events: {
    activated: { description: "A subscription began." },
    updated: { description: "The plan, price or period of a subscription changed." },
    paused: {
      description: "The payments of a subscription were paused.",
      example: { pause: { behavior: "void", pausedAt: "2026-11-23T09:30:00.000Z", resumesAt: null } },
    },
    resumed: { description: "A paused subscription was resumed." },
    cancel_scheduled: {
      description: "A subscription will end with its period.",
      example: {
        cancelAtPeriodEnd: true,
        cancelAt: "2026-12-23T00:00:00.000Z",
        canceledAt: "2026-11-23T09:30:00.000Z",
      },
    },
    reactivated: { description: "A scheduled cancellation was taken back." },
    past_due: {
      description: "A payment failed. The subscription stays usable for the grace period.",
      example: { status: "past_due", processorStatus: "past_due" },
    },
    recovered: { description: "A failed payment succeeded on a later attempt." },
    canceled: {
      description: "A subscription ended.",
      example: {
        status: "canceled",
        processorStatus: "canceled",
        entitled: false,
        canceledAt: "2026-11-23T09:30:00.000Z",
        endedAt: "2026-11-23T09:30:00.000Z",
      },
    },
  },
};

export const paymentEvents: EventFamily = {
  name: "payment",
  object: graphObject("PaymentTransaction"),
  example: {
    transactionId: "txn_01m8537hdtk3n4hkxjzpmn4sjp",
    type: "credit_purchase",
    status: "succeeded",
    amount: 10,
    amountRefunded: 0,
    currency: "USD",
    appId: "central",
    description: "Starter package",
    packageId: "pkg_starter",
    credits: 100,
    paymentIntentId: "pi_v9R2QV3RAb2dXHrYXyJuh5nA",
    sessionId: null,
    invoiceUrl: null,
    failureCode: null,
    failureMessage: null,
    metadata: {},
    createdAt: "2026-11-23T09:30:00.000Z",
    updatedAt: "2026-11-23T09:30:02.000Z",
    completedAt: "2026-11-23T09:30:02.000Z",
  },
  events: {
    succeeded: { description: "A payment succeeded." },
    failed: {
      description: "A payment failed.",
      example: {
        status: "failed",
        failureCode: "card_declined",
        failureMessage: "The card was declined.",
        completedAt: null,
      },
    },
    refunded: {
      description: "A payment was refunded in full or in part.",
      example: { status: "partially_refunded", amountRefunded: 4 },
    },
    disputed: { description: "The cardholder disputed a payment.", example: { status: "disputed" } },
    expired: {
      description: "A checkout expired before it was paid.",
      example: { status: "expired", paymentIntentId: null },
    },
  },
};

const counts = "of the sync; null for other events.";

export const bankEvents: EventFamily = {
  name: "bank",
  object: ownObject("BankConnectionNews", "State of a bank connection.", {
    connectionId: text("ID of the bank connection."),
    institutionName: text("Name of the bank."),
    status: text("Status of the connection: `active`, `needs_reauth`, `error` or `disconnected`."),
    added: nullable({ type: "integer", description: `New transactions ${counts}` }),
    modified: nullable({ type: "integer", description: `Changed transactions ${counts}` }),
    removed: nullable({ type: "integer", description: `Removed transactions ${counts}` }),
    errorCode: nullable(text("Code of the bank's error; null without one.")),
  }),
  example: {
    connectionId: "conn_01m853a43ngprk8bex8c3hyvvc",
    institutionName: "First Example Bank",
    status: "active",
    added: null,
    modified: null,
    removed: null,
    errorCode: null,
  },
  events: {
    connected: { description: "A bank was connected." },
    needs_reauth: {
      description: "The bank asks the person to sign in again.",
      example: { status: "needs_reauth", errorCode: "ITEM_LOGIN_REQUIRED" },
    },
    disconnected: { description: "A bank was disconnected.", example: { status: "disconnected" } },
    sync_completed: {
      description: "New transactions were imported.",
      example: { added: 24, modified: 1, removed: 0 },
    },
    error: {
      description: "The bank's service reported an error.",
      example: { status: "error", errorCode: "INSTITUTION_DOWN" },
    },
  },
};

export const apiKeyEvents: EventFamily = {
  name: "api_key",
  object: graphObject("ApiKey"),
  example: {
    id: "key_01m853fm31e7q26qkyq46cw4x3",
    name: "Shop",
    keyPreview: "hub_live_lfyL…JXLD",
    status: "active",
    environment: "live",
    scopes: ["read:invoices"],
    appIds: null,
    allowedIps: [],
    rateLimits: { requestsPerHour: 250, requestsPerDay: 1_000, requestsPerMonth: 30_000 },
    usageStats: { totalRequests: 0, requestsToday: 0, requestsThisHour: 0, requestsThisMonth: 0 },
    webhookUrls: [],
    createdAt: "2026-11-23T09:30:00.000Z",
    updatedAt: "2026-11-23T09:30:00.000Z",
    lastUsedAt: null,
    expiresAt: null,
    isExpired: false,
    previousKeyExpiresAt: null,
    revokedAt: null,
  },
  events: {
    created: { description: "An API key was created." },
    rotated: {
      description: "An API key was replaced by a new one. The former key works until `previousKeyExpiresAt`.",
      example: { previousKeyExpiresAt: "2026-11-24T09:30:00.000Z" },
    },
    expiring: {
      description: "An API key expires in 14 or 3 days, or today.",
      example: { expiresAt: "2026-12-07T09:30:00.000Z" },
    },
    revoked: {
      description: "An API key was revoked.",
      example: { status: "revoked", revokedAt: "2026-11-23T09:30:00.000Z" },
    },
    limit_reached: { description: "An API key reached one of its own limits. Sent once per window." },
  },
};

export const webhookEvents: EventFamily = {
  name: "webhook",
  object: graphObject("WebhookEndpoint"),
  example: {
    id: "whe_01m853hajg1p2kprdhbtna17gv",
    url: "https://hooks.corner-bakery.example/hub",
    description: null,
    eventTypes: ["invoice.*"],
    appId: null,
    appIds: null,
    source: "account",
    sourceId: null,
    status: "enabled",
    disabledReason: null,
    disabledAt: null,
    failingSince: null,
    previousSecretExpiresAt: null,
    createdAt: "2026-11-23T09:30:00.000Z",
    updatedAt: "2026-11-23T09:30:00.000Z",
  },
  events: {
    test: { description: "You sent a test event to an endpoint." },
    endpoint_disabled: {
      description: "An endpoint was disabled after 5 days of failures, or because it answered 410.",
      example: { status: "disabled", disabledReason: "gone", disabledAt: "2026-11-23T09:30:00.000Z" },
    },
  },
};
