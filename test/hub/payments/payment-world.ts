import { newId } from "../../../src/ids.ts";
import { asSystem, inTransaction } from "../../../src/db/transaction.ts";
import type { EventOutcome } from "../../../subgraphs/hub/processor/event-effect.ts";
import type {
  PaymentProcessor,
  ProcessorCheckout,
  ProcessorPayment,
} from "../../../subgraphs/hub/processor/processor.port.ts";
import { paymentEffects } from "../../../subgraphs/hub/payments/payment-effects.ts";
import { attachProcessorIds } from "../../../subgraphs/hub/payments/transaction.rows.ts";
import {
  recordTransaction,
  type NewTransaction,
  type Transaction,
} from "../../../subgraphs/hub/payments/transactions.service.ts";
import type { HubApp } from "../support/hub-app.ts";

/** A processor with pages and payments set by the test. */
export class ShownPayments {
  readonly sessions = new Map<string, ProcessorCheckout>();
  readonly payments = new Map<string, ProcessorPayment>();
  /** Thrown by the next reads. */
  failure: Error | null = null;
  /** Runs between a request and its response. */
  onRead: (() => Promise<void>) | null = null;

  readonly port = {
    isConfigured: true,
    isLive: false,
    readCheckout: (id: string) => this.#read(() => this.sessions.get(id)),
    readPayment: (id: string) => this.#read(() => this.payments.get(id)),
  } as unknown as PaymentProcessor;

  async #read<T extends object>(find: () => T | undefined): Promise<T | null> {
    const found = find();
    const shown = found ? { ...found } : null;
    const between = this.onRead;
    this.onRead = null;
    await between?.();
    if (this.failure) throw this.failure;
    return shown;
  }
}

/** One payment of a new person, on a page of the processor or without one, both still untouched. */
export async function newPayment(
  app: HubApp,
  shown: ShownPayments,
  given: Partial<NewTransaction> & { page?: boolean } = {},
) {
  const { page = true, ...order } = given;
  const ownerId = newId("usr");
  const ctx = app.contextFor(ownerId);
  const transaction = await inTransaction(ctx, (em) =>
    recordTransaction(em, ctx, {
      type: page ? "checkout_session" : "payment_intent",
      amount: 1_000,
      currency: "USD",
      appId: "central",
      description: "A thing",
      ...order,
    }),
  );
  const { id, amount, currency, appId } = transaction;
  const metadata = { userId: ownerId, appId, transactionId: id };
  const [sessionId, paymentIntentId] = [newId("cs"), newId("pi")];
  const payment: ProcessorPayment = {
    paymentIntentId,
    customerId: "cus_1",
    status: "pending",
    amount,
    amountRefunded: 0,
    currency,
    dispute: null,
    paymentMethodId: null,
    receiptUrl: "https://receipts.example/1",
    failureCode: null,
    isHardDecline: false,
    metadata,
  };
  const session: ProcessorCheckout = {
    sessionId,
    url: "https://pay.example/1",
    status: "open",
    isPaid: false,
    mode: "payment",
    customerId: "cus_1",
    paymentIntentId,
    subscriptionId: null,
    invoiceId: null,
    amount,
    currency,
    reference: id,
    metadata,
  };
  shown.payments.set(paymentIntentId, payment);
  if (page) shown.sessions.set(sessionId, session);
  const attach = () =>
    inTransaction(ctx, (em) => attachProcessorIds(em, id, page ? { sessionId } : { paymentIntentId }));
  return { ownerId, transaction, session, payment, attach };
}

export type ShownPayment = Awaited<ReturnType<typeof newPayment>>;

/** Delivers an event about the page, the payment, or a charge of it. */
export async function deliver(app: HubApp, type: string, of: ShownPayment): Promise<EventOutcome> {
  const effect = paymentEffects.find(({ types }) => types.includes(type))!;
  const ids: Record<string, unknown> = type.startsWith("checkout.")
    ? { id: of.session.sessionId }
    : type.startsWith("payment_intent.")
      ? { id: of.payment.paymentIntentId }
      : { id: newId("ch"), payment_intent: of.payment.paymentIntentId };
  const event = { id: newId("evt"), type, createdAt: new Date(), livemode: false, object: ids };
  const ctx = app.contextFor(null);
  const reading = await effect.read(ctx, event);
  return asSystem(ctx.em, (em) => effect.apply(ctx, em, event, reading));
}

/** The result of a payment: its row, its events, its credits in hundredths, and its audit rows. */
export async function leftOf(app: HubApp, { transaction: { id }, ownerId }: ShownPayment) {
  const [row] = await app.database.query<
    Pick<Transaction, "status"> & {
      refunded: number;
      failure: string | null;
      session: string;
      intent: string;
    }
  >(
    `SELECT status, amount_refunded::float8 AS refunded, failure_code AS failure, session_id AS session,
       payment_intent_id AS intent FROM hub.payment_transactions WHERE id = $1`,
    [id],
  );
  const events = await app.database.query<{ type: string; payload: { object: Record<string, unknown> } }>(
    "SELECT type, payload FROM hub.outbox_events WHERE object_id = $1 ORDER BY sequence",
    [id],
  );
  const [credits] = await app.database.query<{ balance: number }>(
    "SELECT COALESCE(sum(balance), 0)::float8 AS balance FROM hub.credit_accounts WHERE owner_id = $1",
    [ownerId],
  );
  const audit = await app.database.query<{ action: string; code: string | null; changes: unknown }>(
    "SELECT action, code, changes FROM hub.audit_log WHERE target_id = $1 ORDER BY at",
    [id],
  );
  return { ...row!, events, told: events.map(({ type }) => type), credits: credits!.balance, audit };
}
