import { DomainError } from "../../../src/errors.ts";
import { newId } from "../../../src/ids.ts";
import type {
  NewCheckout,
  PaymentProcessor,
  ProcessorInvoice,
  ProcessorPaymentMethod,
  ProcessorSubscription,
} from "../../../subgraphs/hub/processor/processor.port.ts";
import type { ProcessorEvent } from "../../../src/stripe/event-signature.ts";
import { at } from "./stored.ts";

/** A subscription as the processor shows it: `starter` in `central`, monthly from 1 March 2026. */
export function snapshotOf(overrides: Partial<ProcessorSubscription> = {}): ProcessorSubscription {
  return {
    id: "sub_p1",
    customerId: "cus_p1",
    processorStatus: "active",
    priceId: "price_central_starter_monthly",
    currency: "USD",
    interval: "month",
    currentPeriodStart: at("03-01T00:00:00"),
    currentPeriodEnd: at("04-01T00:00:00"),
    cancelAtPeriodEnd: false,
    cancelAt: null,
    canceledAt: null,
    endedAt: null,
    pause: null,
    latestInvoiceId: null,
    createdAt: at("03-01T00:00:00"),
    metadata: {},
    ...overrides,
  };
}

/** The processor's side of the port, with the truth in plain maps that a test may change. */
export interface FakeProcessor extends PaymentProcessor {
  readonly subscriptions: Map<string, ProcessorSubscription>;
  readonly invoices: Map<string, ProcessorInvoice>;
  readonly methods: Map<string, (ProcessorPaymentMethod & { customerId: string })[]>;
  readonly checkouts: NewCheckout[];
  /** Every write that had an effect, with its key. */
  readonly writes: { call: string; key: string }[];
  isDown: boolean;
  /** Runs before each read of a subscription; for what happens in between. */
  beforeRead: (() => Promise<void>) | null;
  /** A live subscription of this person, and the customer that pays for it. */
  subscribe(userId: string, overrides?: Partial<ProcessorSubscription>): ProcessorSubscription;
}

export function createFakeProcessor(): FakeProcessor {
  const keys = new Map<string, unknown>();
  const unused = () => Promise.reject(new Error("not part of this fake"));
  const reach = () => {
    if (fake.isDown) throw new DomainError("PROCESSOR_ERROR", "The processor is down.", { retryable: true });
  };
  /** The same key never has a second effect. */
  const once = async <T>(call: string, key: string, work: () => T): Promise<T> => {
    reach();
    if (keys.has(key)) return keys.get(key) as T;
    const result = work();
    keys.set(key, result);
    fake.writes.push({ call, key });
    return result;
  };
  const change = (call: string, id: string, key: string, more: Partial<ProcessorSubscription>) =>
    once(call, key, () => {
      const known = fake.subscriptions.get(id);
      if (!known) throw new DomainError("SUBSCRIPTION_NOT_FOUND", "There is no such subscription.");
      const next = { ...known, ...more };
      fake.subscriptions.set(id, next);
      return next;
    });
  const seconds = () => new Date(Math.floor(Date.now() / 1000) * 1000);
  const fake: FakeProcessor = {
    isConfigured: true,
    isLive: false,
    subscriptions: new Map(),
    invoices: new Map(),
    methods: new Map(),
    checkouts: [],
    writes: [],
    isDown: false,
    beforeRead: null,
    subscribe: (userId, overrides = {}) => {
      const id = overrides.id ?? newId("psub");
      const start = seconds();
      const end = new Date(start.getTime() + 30 * 86_400_000);
      const made = snapshotOf({
        id,
        customerId: `cus_${userId}`,
        currentPeriodStart: start,
        currentPeriodEnd: end,
        createdAt: start,
        ...overrides,
        metadata: { userId, appId: "central", planId: "starter", ...overrides.metadata },
      });
      fake.subscriptions.set(id, made);
      return made;
    },
    createCustomer: ({ userId }, key) => once("createCustomer", key, () => ({ customerId: `cus_${userId}` })),
    readCustomer: async (customerId) => ({ customerId, defaultPaymentMethodId: null }),
    createPayment: unused,
    createPrice: unused,
    readPrice: unused,
    chargeSavedMethod: unused,
    readPayment: unused,
    refundDuplicate: async (id, key) => void (await once(`refund ${id}`, key, () => null)),
    createCheckout: (checkout, key) =>
      once("createCheckout", key, () => {
        fake.checkouts.push(checkout);
        const { mode, customerId, reference, metadata } = checkout;
        const sessionId = newId("cs");
        const unpaid = {
          paymentIntentId: null,
          subscriptionId: null,
          invoiceId: null,
          amount: null,
          currency: null,
        };
        const url = `https://pay.processor.example/${sessionId}`;
        return {
          sessionId,
          url,
          status: "open" as const,
          isPaid: false,
          mode,
          customerId,
          reference,
          metadata,
          ...unpaid,
        };
      }),
    readCheckout: unused,
    createPortal: ({ returnUrl }, key) =>
      once("createPortal", key, () => ({ url: `https://pay.processor.example/portal?back=${returnUrl}` })),
    listPaymentMethods: async (customerId) => {
      reach();
      return (fake.methods.get(customerId) ?? []).map(({ customerId: _owner, ...method }) => method);
    },
    setDefaultPaymentMethod: async (customerId, id, key) => {
      await once("setDefaultPaymentMethod", key, () => {
        for (const method of fake.methods.get(customerId) ?? []) method.isDefault = method.id === id;
      });
    },
    detachPaymentMethod: async (id, key) => {
      await once("detachPaymentMethod", key, () => {
        for (const [customer, methods] of fake.methods)
          fake.methods.set(
            customer,
            methods.filter((method) => method.id !== id),
          );
      });
    },
    listInvoices: async ({ customerId, limit }) => {
      reach();
      const own = [...fake.invoices.values()].filter((invoice) => invoice.customerId === customerId);
      return own.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).slice(0, limit);
    },
    readInvoice: async (id) => {
      reach();
      return fake.invoices.get(id) ?? null;
    },
    readInvoicePayment: async (id) => {
      reach();
      const invoice = fake.invoices.get(id);
      return invoice?.status === "paid" && invoice.amount > 0 ? `pi_${id}` : null;
    },
    payInvoice: (id, key) =>
      once("payInvoice", key, () => {
        const invoice = fake.invoices.get(id)!;
        const declines = (fake.methods.get(invoice.customerId ?? "") ?? []).some(
          ({ card }) => card?.last4 === "0341",
        );
        if (declines) return invoice;
        const paid = { ...invoice, status: "paid" as const, paidAt: seconds() };
        fake.invoices.set(id, paid);
        const subscription = fake.subscriptions.get(invoice.subscriptionId ?? "");
        if (subscription)
          fake.subscriptions.set(subscription.id, { ...subscription, processorStatus: "active" });
        return paid;
      }),
    previewInvoice: async ({ subscriptionId, change: wanted }) => {
      reach();
      const { currentPeriodEnd: periodStart, currency } = fake.subscriptions.get(subscriptionId)!;
      const periodEnd = new Date(periodStart.getTime() + 30 * 86_400_000);
      const plan = { description: "Plan", amount: 2_900, proration: false };
      const difference = { description: "Difference", amount: 3_333, proration: true };
      const lines = wanted && wanted.proration !== "none" ? [difference, plan] : [plan];
      const amount = lines.reduce((sum, line) => sum + line.amount, 0);
      return { amount, currency, periodStart, periodEnd, nextPaymentAttempt: periodStart, lines };
    },
    readSubscription: async (id) => {
      await fake.beforeRead?.();
      reach();
      return fake.subscriptions.get(id) ?? null;
    },
    cancelSubscription: (id, key) => {
      const now = seconds();
      return change("cancelSubscription", id, key, {
        processorStatus: "canceled",
        canceledAt: now,
        endedAt: now,
      });
    },
    setCancelAtPeriodEnd: (id, isEnding, key) => {
      const cancelAt = isEnding ? (fake.subscriptions.get(id)?.currentPeriodEnd ?? null) : null;
      const canceledAt = isEnding ? seconds() : null;
      return change("setCancelAtPeriodEnd", id, key, { cancelAtPeriodEnd: isEnding, cancelAt, canceledAt });
    },
    pauseCollection: (id, resumesAt, key) =>
      change("pauseCollection", id, key, { pause: { behavior: "void", resumesAt } }),
    resumeCollection: (id, key) => change("resumeCollection", id, key, { pause: null }),
    changePrice: (id, { priceId, metadata }, key) =>
      change("changePrice", id, key, {
        priceId,
        interval: priceId.endsWith("_yearly") ? "year" : "month",
        metadata: { ...fake.subscriptions.get(id)?.metadata, ...metadata },
      }),
    openEvent: () => {
      throw new Error("not part of this fake");
    },
  };
  return fake;
}

/** An event that names a subscription, and says nothing else that anyone might believe. */
export function eventOf(type: string, subscriptionId: string, createdAt = new Date()): ProcessorEvent {
  const isItself = type.startsWith("customer.subscription.");
  const object = isItself ? { id: subscriptionId } : { id: "x", subscription: subscriptionId };
  return { id: newId("evt"), type, createdAt, livemode: false, object };
}
