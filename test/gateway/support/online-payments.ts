import type { TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { atProcessor } from "../../support/processor.ts";

type Headers = Record<string, string>;

/** Connects the account to the stand-in, as its owner does in a browser. Returns its ID there. */
export async function connectAccount(app: TestApp, headers: Headers): Promise<string> {
  const { body: known } = await app.get("/payment-account", headers);
  if (known.status !== "active") {
    const { body } = await app.post("/payment-account/onboarding", { country: "US" }, headers);
    await finishOnboarding(body.url as string);
    await until("the account takes payments", async () => {
      const { body: account } = await app.get("/payment-account", headers);
      return account.status === "active";
    });
  }
  const me = await app.graphql("{ me { id } }", {}, headers);
  const sql = `SELECT processor_account_id AS id FROM gateway.payment_accounts
    WHERE owner_id = $1 AND disconnected_at IS NULL`;
  return (await app.database.query<{ id: string }>(sql, [me.body.data.me.id]))[0]!.id;
}

/** Enters everything on the page of an onboarding link. */
export async function finishOnboarding(url: string): Promise<void> {
  const body = new URLSearchParams({ outcome: "complete" });
  const { status } = await fetch(url, { method: "POST", body, redirect: "manual" });
  if (status !== 303) throw new Error(`onboarding: ${status}`);
}

/** An invoice that was issued: its ID, and the token of its payment link. */
export async function issueInvoice(
  app: TestApp,
  headers: Headers,
  amount = 100,
): Promise<{ invoiceId: string; token: string }> {
  const draft = {
    client: "payer@client.example",
    items: [{ description: "Work", amount }],
    sendEmail: false,
  };
  const { body } = await app.post("/invoices", draft, headers);
  await app.post(`/invoices/${body.invoiceId}/mark-sent`, {}, headers);
  return { invoiceId: body.invoiceId as string, token: (body.paymentLink as string).split("/pay/")[1]! };
}

/** Opens the processor's page for a payment link, and returns the ID of its session. */
export async function openCheckout(app: TestApp, token: string, amount?: number): Promise<string> {
  const { body, status } = await app.post(`/pay/${token}`, amount === undefined ? {} : { amount }, {});
  if (status !== 200) throw new Error(`pay: ${status} ${JSON.stringify(body)}`);
  return (body.url as string).split("/checkout/")[1]!;
}

/** Pays on the processor's page with a test card. */
export function payAt(app: TestApp, sessionId: string, card = "pm_card_visa"): Promise<void> {
  return atProcessor(app, `/checkout/${sessionId}/pay`, { card });
}

/** A client of a series whose first invoice was paid by a card that is saved: the client, the series and the invoice. */
export async function saveMethod(
  app: TestApp,
  headers: Headers,
  { card = "pm_card_visa", client = "saver@client.example" }: { card?: string; client?: string } = {},
): Promise<{ clientId: string; recurringId: string; methodId: string }> {
  await connectAccount(app, headers);
  const today = new Date().toISOString().slice(0, 10);
  const items = [{ description: "Hosting", amount: 40 }];
  const series = {
    client,
    customerName: "Saver",
    items,
    frequency: "weekly",
    startDate: today,
    timezone: "UTC",
  };
  const { body } = await app.post(
    "/recurring-invoices",
    { ...series, autoSend: true, autoCharge: true },
    headers,
  );
  const { recurringId, clientId } = { recurringId: body.id as string, clientId: body.clientId as string };
  const invoiceId = await makeNextInvoice(app, recurringId);
  const { body: link } = await app.get(`/invoices/${invoiceId}/payment-link`, headers);
  const token = (link.url as string).split("/pay/")[1]!;
  const { body: checkout } = await app.post(`/pay/${token}`, { saveMethod: true }, {});
  await payAt(app, (checkout.url as string).split("/checkout/")[1]!, card);
  let methodId = "";
  await until("the method is saved", async () => {
    const { body: saved } = await app.get(`/clients/${clientId}/payment-methods`, headers);
    methodId = saved.methods[0]?.id ?? "";
    return methodId !== "";
  });
  return { clientId, recurringId, methodId };
}

/** Lets the next date of a series come, and returns the ID of its invoice. */
export async function makeNextInvoice(app: TestApp, recurringId: string): Promise<string> {
  const made = async () => {
    const sql = "SELECT id FROM gateway.invoices WHERE recurring_id = $1 ORDER BY recurring_on DESC";
    return app.database.query<{ id: string }>(sql, [recurringId]);
  };
  const before = (await made()).length;
  await app.database.query("UPDATE gateway.recurring_invoices SET next_at = now() WHERE id = $1", [
    recurringId,
  ]);
  await app.database.query("INSERT INTO jobs.job (name, data) VALUES ('make-recurring-invoices', '{}')", []);
  return until("the invoice is made", async () => {
    const rows = await made();
    return rows.length > before ? rows[0]!.id : null;
  });
}

/** Pays an invoice online, and waits until the payment is recorded. Returns its ID. */
export async function payOnline(
  app: TestApp,
  headers: Headers,
  { invoiceId, token, amount, card }: { invoiceId: string; token: string; amount?: number; card?: string },
): Promise<string> {
  await payAt(app, await openCheckout(app, token, amount), card);
  let paymentId = "";
  await until("the payment is recorded", async () => {
    const { body } = await app.get(`/online-payments?invoiceId=${invoiceId}`, headers);
    paymentId = body.payments[0]?.paymentId ?? "";
    return paymentId !== "";
  });
  return paymentId;
}
