import { copyContext } from "../../../src/context.ts";
import { newId } from "../../../src/ids.ts";
import type { AnyJob } from "../../../src/jobs/define-job.ts";
import type { ProcessorEvent } from "../../../src/stripe/event-signature.ts";
import { fixedClock } from "../../../src/time/clock.ts";
import type { AllAppsContext } from "../../../subgraphs/gateway/all-apps.types.ts";
import type {
  InvoiceProcessor,
  PaymentFacts,
  RefundFacts,
} from "../../../subgraphs/gateway/base/payments/payment-processor.port.ts";
import { syncOnlinePaymentJob } from "../../../subgraphs/gateway/base/payments/sync-online-payment.job.ts";
import { closeCheckoutsJob } from "../../../subgraphs/gateway/booking/charges/close-checkouts.job.ts";
import { lapseJob } from "../../../subgraphs/gateway/booking/charges/lapse.job.ts";
import { refundChargeJob } from "../../../subgraphs/gateway/booking/charges/refund-charge.job.ts";
import { receiveConnectEvent } from "../../../subgraphs/gateway/invoicing/payment-accounts/connect-events.service.ts";
import type { GatewayApp } from "../support/gateway-app.ts";

interface Session {
  id: string;
  reference: string;
  amount: number;
  status: "open" | "complete" | "expired";
}

/** A processor that remembers what it was asked for, under which key, and can lose its reply. */
export class FakeProcessor {
  readonly isConfigured = true;
  readonly isLive = false;
  readonly checkoutOrigin = "https://checkout.example";
  readonly feeBasisPoints = 100;
  readonly sessions = new Map<string, Session>();
  readonly payments = new Map<string, PaymentFacts>();
  readonly #replies = new Map<string, unknown>();
  /** Names of calls whose next reply is lost, after their effect. */
  readonly lost = new Set<string>();

  openEvent(body: string): ProcessorEvent {
    return JSON.parse(body) as ProcessorEvent;
  }

  createCheckout(
    _account: string,
    { reference, amount }: { reference: string; amount: number },
    key: string,
  ) {
    return this.#once("createCheckout", key, () => {
      const session: Session = { id: `cs_${reference}`, reference, amount, status: "open" };
      this.sessions.set(session.id, session);
      return { sessionId: session.id, url: `https://checkout.example/${session.id}` };
    });
  }

  async readCheckout(_account: string, id: string) {
    const { reference, status } = this.sessions.get(id)!;
    const paymentIntentId = status === "complete" ? `pi_${reference}` : null;
    return { sessionId: id, url: null, status, reference, paymentIntentId };
  }

  async expireCheckout(_account: string, id: string) {
    const session = this.sessions.get(id)!;
    if (session.status === "complete") return "complete";
    session.status = "expired";
    return "expired";
  }

  async readPayment(_account: string, id: string) {
    return structuredClone(this.payments.get(id) ?? null);
  }

  createRefund(
    _account: string,
    { paymentIntentId, amount, reference }: { paymentIntentId: string; amount: number; reference: string },
    key: string,
  ): Promise<RefundFacts | null> {
    return this.#once("createRefund", key, () => {
      const payment = this.payments.get(paymentIntentId)!;
      const back = payment.refunds.reduce((sum, one) => sum + one.amount, 0);
      if (back + amount > payment.amount) return null;
      const refund = {
        refundId: `re_${reference}`,
        amount,
        status: "succeeded",
        failureReason: null,
        reference,
      } as const;
      payment.refunds.push(refund);
      return refund;
    });
  }

  /** A payer pays on a page; false where it is closed. */
  pay(id: string): boolean {
    const session = this.sessions.get(id)!;
    if (session.status !== "open") return false;
    session.status = "complete";
    const paymentIntentId = `pi_${session.reference}`;
    this.payments.set(paymentIntentId, {
      paymentIntentId,
      status: "succeeded",
      amount: session.amount,
      currency: "USD",
      reference: session.reference,
      chargeId: `ch_${session.reference}`,
      fee: 59,
      paidAt: new Date(),
      savedMethod: null,
      refunds: [],
      disputes: [],
    });
    return true;
  }

  /** What payers have paid, less what they got back. */
  kept(references: readonly string[]): number {
    const own = references.flatMap((reference) => this.payments.get(`pi_${reference}`) ?? []);
    return own.reduce(
      (sum, { amount, refunds }) => sum + amount - refunds.reduce((all, one) => all + one.amount, 0),
      0,
    );
  }

  async #once<T>(call: string, key: string, effect: () => T): Promise<T> {
    if (!this.#replies.has(key)) this.#replies.set(key, effect());
    if (this.lost.delete(call)) throw new Error("the reply is lost");
    return this.#replies.get(key) as T;
  }
}

const jobs: readonly AnyJob[] = [syncOnlinePaymentJob, refundChargeJob, closeCheckoutsJob, lapseJob];

/** An account that is paid online, with its jobs run by hand. */
export class ChargeDesk {
  readonly ownerId = newId("usr");
  readonly account = `acct_${this.ownerId}`;
  constructor(
    readonly app: GatewayApp,
    readonly processor: FakeProcessor,
  ) {}

  /** Connects the account to the processor. */
  async connect(): Promise<this> {
    await this.app.database.query(
      `INSERT INTO gateway.payment_accounts (id, owner_id, processor_account_id, country, charges_enabled, created_at, updated_at)
       VALUES ($1, $2, $3, 'US', true, now(), now())`,
      [newId("pac"), this.ownerId, this.account],
    );
    return this;
  }

  context(ownerId: string | null, at: Date | null = null): AllAppsContext {
    const ctx = this.app.contextFor(ownerId);
    const processor = this.processor as unknown as InvoiceProcessor;
    return copyContext(ctx, {
      ports: { ...ctx.ports, processor },
      ...(at ? { clock: fixedClock(at) } : {}),
    });
  }

  /** Runs a mutation or query of the account; must succeed. */
  // The shape is what the test is about.
  // oxlint-disable-next-line typescript/no-explicit-any
  async run(field: string, input: object, fields = "id"): Promise<any> {
    const type = field === "publishEvent" ? "EventInput" : `${field[0]!.toUpperCase()}${field.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { ${field}(input: $input) { ${fields} } }`;
    const { data, error } = await this.app.run(query, { input }, { ownerId: this.ownerId });
    if (error) throw new Error(`${field}: ${error.message}`);
    return data[field];
  }

  /** Receives an event about a charge as the webhook does; its job waits. */
  async announce(reference: string, type: string): Promise<void> {
    const id = type.startsWith("checkout.") ? `cs_${reference}` : `pi_${reference}`;
    const object = {
      id: type.startsWith("charge.") || type.startsWith("refund.") ? "x" : id,
      payment_intent: `pi_${reference}`,
    };
    const body = JSON.stringify({ id: newId("evt"), type, livemode: false, account: this.account, object });
    await receiveConnectEvent(this.context(null), { body, signature: "any" });
  }

  /** Runs the jobs of the account that are due, until none is. A job that fails is due again, as in the queue. */
  async work(at: Date | null = null): Promise<void> {
    const names = jobs.map(({ name }) => name);
    const until = at ?? new Date();
    for (;;) {
      const due = await this.app.database.query<{
        name: string;
        data: Record<string, unknown>;
        after: string;
      }>(
        `DELETE FROM jobs.job WHERE name = ANY ($1) AND start_after <= greatest($3, now()) AND (data->>'ownerId' = $2 OR data->>'processorAccountId' = $4)
         RETURNING name, data`,
        [names, this.ownerId, until, this.account],
      );
      if (due.length === 0) return;
      for (const { name, data } of due) {
        const job = jobs.find((one) => one.name === name)!;
        const context = {
          contextIn: (_name: string, ownerId: string | null = null) => this.context(ownerId, at),
        };
        for (let attempt = 1; ; attempt += 1)
          try {
            await job.handler(data, { context } as never);
            break;
          } catch (error) {
            if (attempt === 3) throw error;
          }
      }
    }
  }

  /** IDs of the charges of the account, oldest first. */
  async charges(): Promise<string[]> {
    const sql = "SELECT id FROM gateway.booking_charges WHERE owner_id = $1 ORDER BY created_at, id";
    return (await this.app.database.query<{ id: string }>(sql, [this.ownerId])).map(({ id }) => id);
  }
}
