import { afterAll, beforeAll, expect, test } from "vitest";
import { copyContext } from "../../../../src/context.ts";
import { newId } from "../../../../src/ids.ts";
import type { InvoicingContext } from "../../../../subgraphs/gateway/invoicing/invoicing.context.ts";
import { payInvoiceOnline } from "../../../../subgraphs/gateway/invoicing/online-payments/start-payment.service.ts";
import type { PaymentToSync } from "../../../../subgraphs/gateway/base/payments/payment-taker.service.ts";
import { syncOnlinePayment } from "../../../../subgraphs/gateway/base/payments/sync-online-payment.service.ts";
import { receiveConnectEvent } from "../../../../subgraphs/gateway/invoicing/payment-accounts/connect-events.service.ts";
import type { ProcessorEvent } from "../../../../src/stripe/event-signature.ts";
import type {
  InvoiceProcessor,
  PaymentFacts,
} from "../../../../subgraphs/gateway/base/payments/payment-processor.port.ts";
import type { GatewayApp } from "../../support/gateway-app.ts";
import { openSharedGateway } from "../../support/shared-gateway.ts";
import { createInvoice } from "../../support/invoices.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await openSharedGateway();
});
afterAll(() => app?.close());

/** What the processor says of each payment now, and what happens while its reply is on the way. */
const truth = new Map<string, PaymentFacts>();
let onReply: (() => Promise<unknown>) | null = null;
const processor = {
  isConfigured: true,
  isLive: false,
  checkoutOrigin: "https://checkout.example",
  feeBasisPoints: 100,
  openEvent: (body: string) => JSON.parse(body) as ProcessorEvent,
  createCheckout: async (_account: string, { reference }: { reference: string }) => ({
    sessionId: `cs_${reference}`,
    url: "https://checkout.example/pay",
  }),
  readCheckout: async (_account: string, sessionId: string) => ({
    status: "complete",
    paymentIntentId: `pi_${sessionId.slice(3)}`,
    reference: sessionId.slice(3),
  }),
  readPayment: async (_account: string, id: string) => {
    const facts = structuredClone(truth.get(id)!);
    const meanwhile = onReply;
    onReply = null;
    await meanwhile?.();
    return facts;
  },
} as unknown as InvoiceProcessor;

function contextFor(ownerId: string | null): InvoicingContext {
  const ctx = app.contextFor(ownerId) as unknown as InvoicingContext;
  return copyContext(ctx, { ports: { ...ctx.ports, processor } });
}

interface Paid {
  ownerId: string;
  account: string;
  invoiceId: string;
  intentId: string;
}

/** An invoice of 80 whose payer has opened the processor's page. */
async function startPayment(): Promise<Paid> {
  const ownerId = newId("usr");
  const account = `acct_${ownerId}`;
  const items = [{ description: "Work", amount: 80 }];
  const { id: invoiceId, paymentLink } = await createInvoice(app, { ownerId }, { items });
  const issue = "mutation ($input: MarkInvoiceSentInput!) { markInvoiceSent(input: $input) { id } }";
  const { error } = await app.run(issue, { input: { invoiceId } }, { ownerId });
  expect(error).toBeUndefined();
  await app.database.query(
    `INSERT INTO gateway.payment_accounts (id, owner_id, processor_account_id, country, charges_enabled, created_at, updated_at)
     VALUES ($1, $2, $3, 'US', true, now(), now())`,
    [newId("pac"), ownerId, account],
  );
  await payInvoiceOnline(contextFor(null), { token: String(paymentLink).split("/pay/")[1]! });
  const sql = "SELECT id FROM gateway.online_payments WHERE invoice_id = $1";
  const [row] = await app.database.query<{ id: string }>(sql, [invoiceId]);
  return { ownerId, account, invoiceId, intentId: `pi_${row!.id}` };
}

/** Receives an event as the webhook does, and runs the jobs that it has enqueued. */
async function deliver({ account, intentId }: Paid, type: string): Promise<void> {
  const isSession = type.startsWith("checkout.");
  const object = {
    id: isSession ? `cs_${intentId.slice(3)}` : type.startsWith("payment_intent.") ? intentId : "x",
    payment_intent: intentId,
  };
  const body = JSON.stringify({ id: newId("evt"), type, livemode: false, account, object });
  const { status } = await receiveConnectEvent(contextFor(null), { body, signature: "any" });
  expect(status).toBe("queued");
  const sql =
    "DELETE FROM jobs.job WHERE name = 'sync-online-payment' AND data->>'processorAccountId' = $1 RETURNING data";
  for (const { data } of await app.database.query<{ data: PaymentToSync }>(sql, [account]))
    await syncOnlinePayment((ownerId) => contextFor(ownerId ?? null), data);
}

const life = [
  "checkout.session.completed",
  "refund.created",
  "charge.dispute.created",
  "charge.dispute.closed",
] as const;

const refund = { refundId: "re", amount: 1_000, failureReason: null, reference: null } as const;
const dispute = {
  disputeId: "du",
  amount: 2_000,
  fee: 1_500,
  reason: "fraudulent",
  evidenceDueAt: null,
} as const;

/** What the processor says after each step of a payment's life: paid, refunded in part, disputed, lost. */
function statesOf(intentId: string): PaymentFacts[] {
  const charge = {
    paymentIntentId: intentId,
    amount: 8_000,
    currency: "USD",
    reference: intentId.slice(3),
    chargeId: `ch_${intentId}`,
    fee: 262,
    savedMethod: null,
    paidAt: new Date("2026-03-01T10:00:00.000Z"),
    status: "succeeded",
  } as const;
  const own = { ...refund, refundId: `re_${intentId}` };
  const about = { ...dispute, disputeId: `du_${intentId}` };
  return [
    { ...charge, refunds: [], disputes: [] },
    { ...charge, refunds: [{ ...own, status: "pending" }], disputes: [] },
    {
      ...charge,
      refunds: [{ ...own, status: "succeeded" }],
      disputes: [{ ...about, status: "needs_response" }],
    },
    { ...charge, refunds: [{ ...own, status: "succeeded" }], disputes: [{ ...about, status: "lost" }] },
  ];
}

/** What must be the same whatever came first. */
async function recordsOf({ ownerId, invoiceId }: Paid): Promise<unknown> {
  const [row] = await app.database.query(
    `SELECT (SELECT array_agg(amount_minor::int || ' ' || refunded_minor || ' ' || allocated_minor) FROM gateway.payments_received
         WHERE owner_id = $1) AS payments,
       (SELECT array_agg(r.status || ' ' || r.amount_minor ORDER BY r.amount_minor) FROM gateway.payment_refunds r
         WHERE r.owner_id = $1) AS refunds,
       (SELECT array_agg(status) FROM gateway.payment_disputes WHERE owner_id = $1) AS disputes,
       (SELECT amount_paid_minor::int FROM gateway.invoices WHERE id = $2) AS paid,
       (SELECT array_agg(type ORDER BY type) FROM gateway.outbox_events WHERE owner_id = $1 AND type LIKE 'online_payment.%')
         AS events`,
    [ownerId, invoiceId],
  );
  return row;
}

const ended = {
  payments: ["8000 3000 5000"],
  refunds: ["succeeded 1000", "succeeded 2000"],
  disputes: ["lost"],
  paid: 5_000,
  events: ["online_payment.dispute_closed", "online_payment.disputed"],
};

test("all 24 orders of a payment's events, each of them twice, record the same money once", async () => {
  const orders = permutations(life);
  expect(orders).toHaveLength(24);
  for (const order of orders) {
    const paid = await startPayment();
    truth.set(paid.intentId, statesOf(paid.intentId).at(-1)!);
    for (const type of order) await Promise.all([deliver(paid, type), deliver(paid, type)]);
    expect([order, await recordsOf(paid)]).toEqual([order, ended]);
  }
});

test("a payment that changes between its events ends in its last state, in every order", async () => {
  for (const order of permutations(life).filter((_, index) => index % 3 === 0)) {
    const paid = await startPayment();
    const states = statesOf(paid.intentId);
    for (const [index, type] of order.entries()) {
      truth.set(paid.intentId, states[index]!);
      await deliver(paid, type);
      // A late copy of an earlier event.
      await deliver(paid, order[0]!);
    }
    expect([order, await recordsOf(paid)]).toEqual([order, ended]);
  }
});

test("a reading from before a change that arrives after it is repeated", async () => {
  const paid = await startPayment();
  const [received, pending] = statesOf(paid.intentId);
  truth.set(paid.intentId, received!);
  await deliver(paid, "payment_intent.succeeded");
  truth.set(paid.intentId, pending!);
  onReply = async () => {
    // While the reply with the pending refund is on its way, the refund fails, and that is applied.
    const failed = { ...pending!.refunds[0]!, status: "failed" as const, failureReason: "declined" };
    truth.set(paid.intentId, { ...pending!, refunds: [failed] });
    await deliver(paid, "refund.failed");
  };
  await deliver(paid, "refund.created");
  expect(await recordsOf(paid)).toMatchObject({ payments: ["8000 0 8000"], refunds: null, paid: 8_000 });
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}
