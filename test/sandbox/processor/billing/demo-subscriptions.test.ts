import { expect, it } from "vitest";
import { createKeyDir } from "../../start-test-sandbox.ts";
import { startProcessor } from "../stripe-client.ts";
import { allEvents } from "./billing-world.ts";

const held = {
  sam: ["price_central_starter_monthly", 2_900],
  pia: ["price_central_professional_monthly", 9_900],
  bo: ["price_central_business_monthly", 29_900],
  eve: ["price_central_enterprise_yearly", 1_000_000],
  ada: ["price_central_enterprise_yearly", 1_000_000],
  ira: ["price_invoicer_integration_monthly", 2_999],
} as const;

it("demo identities have their subscriptions with a paid invoice, and nothing was announced", async () => {
  const world = await startProcessor();
  for (const [name, [price, amount]] of Object.entries(held)) {
    const subscription = await world.stripe.subscriptions.retrieve(`sub_demo_${name}`, {
      expand: ["latest_invoice"],
    });
    expect(subscription).toMatchObject({
      customer: `cus_demo_${name}`,
      status: "active",
      items: { data: [{ price: { id: price } }] },
      metadata: { userId: `demo-${name}` },
      latest_invoice: {
        id: `in_demo_${name}`,
        status: "paid",
        amount_paid: amount,
        hosted_invoice_url: `${world.url}/invoices/in_demo_${name}`,
      },
    });
  }
  expect((await world.stripe.subscriptions.list({ customer: "cus_demo_fay" })).data).toEqual([]);
  expect(await allEvents(world)).toEqual([]);
});

it("demo subscriptions survive a restart with the new URLs", async () => {
  const keyDir = await createKeyDir();
  const first = await startProcessor({ keyDir });
  await first.stripe.subscriptions.update("sub_demo_pia", { cancel_at_period_end: true });
  const session = await first.stripe.checkout.sessions.create({
    mode: "payment",
    customer: "cus_demo_fay",
    line_items: [{ price: "price_credits_growth" }],
    success_url: "https://app.example/ok",
  });
  await first.close();
  const second = await startProcessor({ keyDir });
  const subscription = await second.stripe.subscriptions.retrieve("sub_demo_pia");
  expect(subscription.cancel_at_period_end).toBe(true);
  const kept = await second.stripe.checkout.sessions.retrieve(session.id, { expand: ["line_items"] });
  expect(kept).toMatchObject({ url: `${second.url}/checkout/${session.id}`, amount_total: 4_500 });
  const paid = await fetch(`${second.url}/checkout/${session.id}/pay`, { method: "POST" });
  expect(paid.status).toBe(200);
  const invoice = await second.stripe.invoices.retrieve("in_demo_pia");
  expect(invoice.hosted_invoice_url).toBe(`${second.url}/invoices/in_demo_pia`);
});
