import type { Answer, TestApp } from "../../support/app.ts";
import { newId } from "../../../src/ids.ts";
import { findApp } from "../../../subgraphs/hub/apps/apps.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { createPerson, type Person } from "../support/people.ts";
import { sendJson } from "../../sandbox/start-test-sandbox.ts";

/** A call that asks the processor for something to pay, and how that is paid. */
export interface Sale {
  path: string;
  body: object;
  /** The object it creates at the processor, as the path of its list. */
  makes: "checkout/sessions" | "payment_intents";
  /** Final status of a payment that never reached the processor. */
  unopened: "expired" | "canceled";
  /** Credits and plans that a paid one gives. */
  bought: Bought;
}

/** The buyer's purchases: credits of `central`, and live plans. */
export interface Bought {
  credits: number;
  plans: number;
}
export const nothing: Bought = { credits: 0, plans: 0 };

export const sales: readonly Sale[] = [
  {
    path: "/credits/purchase",
    body: { appId: "central", packageId: "pkg_starter" },
    makes: "checkout/sessions",
    unopened: "expired",
    bought: { credits: 100, plans: 0 },
  },
  {
    path: "/subscriptions/create-checkout",
    body: { appId: "central", planId: "starter" },
    makes: "checkout/sessions",
    unopened: "expired",
    bought: { credits: 0, plans: 1 },
  },
  {
    path: "/payments/processor/create-payment-intent",
    body: { amount: 20, appId: "central", recaptchaToken: "test-pass" },
    makes: "payment_intents",
    unopened: "canceled",
    bought: nothing,
  },
];

export interface Buyer extends Person {
  email: string;
}

/**
 * A new user, unknown to the processor, with an empty price cache. Other short-lived caches have just been filled, so
 * that a request always takes the same steps.
 */
export async function createBuyer(app: TestApp): Promise<Buyer> {
  const email = `${newId("usr")}@buyers.example`;
  await app.database.query("DELETE FROM hub.pricing_answers");
  const person = await createPerson(app, { email });
  await findApp(app.running.platform.contextIn("hub") as HubContext, "central");
  return { ...person, email };
}

export const buy = (app: TestApp, sale: Sale, { headers }: Buyer, key: string | null): Promise<Answer> =>
  app.post(sale.path, sale.body, key === null ? headers : { ...headers, "idempotency-key": key });

/** Expires the lease of a crashed process. */
export const endLeases = (app: TestApp, { id }: Buyer) =>
  app.database.query(
    "UPDATE hub.idempotency_keys SET leased_until = now() - interval '1 s' WHERE scope = $1",
    [id],
  );

/** A page or payment at the processor. */
export interface Made {
  id: string;
  customer: string;
  metadata: Record<string, string>;
}

/** One call of the processor's own interface. */
async function askProcessor<T>(app: TestApp, path: string, form?: Record<string, string>): Promise<T> {
  const response = await fetch(`${app.sandboxUrl}/processor/v1/${path}`, {
    method: form ? "POST" : "GET",
    headers: {
      authorization: "Bearer sk_test_sandbox_processor",
      "content-type": "application/x-www-form-urlencoded",
    },
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Pays as the payer would in the browser. */
export async function pay(app: TestApp, sale: Sale, { id }: Made): Promise<void> {
  if (sale.makes === "checkout/sessions")
    return void (await sendJson("POST", `${app.sandboxUrl}/processor/checkout/${id}/pay`, {}));
  const confirmation = { payment_method: "pm_card_visa", return_url: "https://central.demo.example/" };
  await askProcessor(app, `payment_intents/${id}/confirm`, confirmation);
}

export interface PaymentRow {
  id: string;
  status: string;
  /** The processor's id of the payment, if it is stored. */
  madeId: string | null;
  terms: object;
}

/** Everything that a call has left, here and at the processor. */
export async function leftOf(app: TestApp, sale: Sale, { id, email }: Buyer) {
  const rows = await app.database.query<PaymentRow>(
    `SELECT id, status, COALESCE(session_id, payment_intent_id) AS "madeId",
       json_build_array(type, amount, currency, app_id, description, package_id, credits, metadata) AS terms
     FROM hub.payment_transactions WHERE owner_id = $1`,
    [id],
  );
  const told = await app.database.query<{ type: string }>(
    "SELECT type FROM hub.outbox_events WHERE owner_id = $1 AND type LIKE 'payment.%' ORDER BY sequence",
    [id],
  );
  const { data: customers } = await askProcessor<{ data: { id: string }[] }>(
    app,
    `customers?email=${encodeURIComponent(email)}`,
  );
  const lists = customers.map((customer) =>
    askProcessor<{ data: Made[] }>(app, `${sale.makes}?customer=${customer.id}`),
  );
  const made = (await Promise.all(lists)).flatMap(({ data }) => data);
  return { rows, made, customers: customers.length, told: told.map(({ type }) => type) };
}
export type Left = Awaited<ReturnType<typeof leftOf>>;

/** The buyer's purchases in the database. */
export async function boughtBy(app: TestApp, { id }: Buyer): Promise<Bought> {
  const [row] = await app.database.query<Bought>(
    `SELECT (SELECT COALESCE(sum(balance), 0)::float8 / 100 FROM hub.credit_accounts WHERE owner_id = $1) AS credits,
       (SELECT count(*)::int FROM hub.subscriptions WHERE owner_id = $1) AS plans`,
    [id],
  );
  return row!;
}

/** An answer or the terms of a payment, with what no two have in common named instead of shown. */
export function named(value: unknown, { rows: [row], made: [thing] }: Left): unknown {
  const text = JSON.stringify(value).replaceAll(row!.id, "<payment>").replaceAll(thing!.id, "<made>");
  return JSON.parse(text.replace(/_secret_\w+/g, "_secret_<text>"));
}
