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
