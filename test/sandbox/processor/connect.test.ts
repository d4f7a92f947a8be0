import { pino } from "pino";
import type { Stripe } from "stripe";
import { expect, test } from "vitest";
import { createStripeTax } from "../../../subgraphs/gateway/invoicing/taxes/stripe-tax.adapter.ts";
import { startProcessor, type ProcessorWorld } from "./stripe-client.ts";

const controller = {
  fees: { payer: "account" },
  losses: { payments: "stripe" },
  requirement_collection: "stripe",
  stripe_dashboard: { type: "full" },
} as const;
const capabilities = { card_payments: { requested: true }, transfers: { requested: true } };
const card = "pm_card_visa";

/** An account that has entered everything. */
async function connected({ stripe, control }: ProcessorWorld): Promise<string> {
  const { id } = await stripe.accounts.create({ country: "US", controller, capabilities });
  await control(`/accounts/${id}/require`, { fields: [] });
  return id;
}

async function pay({ stripe }: ProcessorWorld, stripeAccount: string, amount: number, fee: number) {
  const params = {
    amount,
    currency: "usd",
    payment_method: card,
    confirm: true,
    application_fee_amount: fee,
  };
  const created = await stripe.paymentIntents.create(params, { stripeAccount });
  const expand = ["latest_charge.balance_transaction"];
  const intent = await stripe.paymentIntents.retrieve(created.id, { expand }, { stripeAccount });
  return intent.latest_charge as Stripe.Charge;
}

test("an account is onboarded by a link that works once, and its state follows what is required", async () => {
  const world = await startProcessor();
  const { stripe, control } = world;
  const { id, charges_enabled } = await stripe.accounts.create({ country: "US", controller, capabilities });
  expect(charges_enabled).toBe(false);
  const urls = { refresh_url: "http://app.example/again", return_url: "http://app.example/done" };
  const link = await stripe.accountLinks.create({ account: id, type: "account_onboarding", ...urls });
  const visit = (method: string, body?: URLSearchParams) =>
    fetch(link.url, { method, redirect: "manual", ...(body ? { body } : {}) });
  expect((await visit("GET")).status).toBe(200);
  expect((await visit("GET")).headers.get("location")).toBe(urls.refresh_url);
  const done = await visit("POST", new URLSearchParams({ outcome: "complete" }));
  expect(done.headers.get("location")).toBe(urls.return_url);
  expect(await stripe.accounts.retrieve(id)).toMatchObject({
    charges_enabled: true,
    details_submitted: true,
  });
  await control(`/accounts/${id}/require`, { fields: ["company.tax_id"] });
  const { requirements, payouts_enabled } = await stripe.accounts.retrieve(id);
  expect([requirements!.currently_due, payouts_enabled]).toEqual([["company.tax_id"], false]);
});

test("objects of an account exist for it alone, until it leaves the platform", async () => {
  const world = await startProcessor();
  const { stripe, control } = world;
  const [one, other] = [await connected(world), await connected(world)];
  const { id } = await pay(world, one, 2_000, 100);
  expect((await stripe.charges.retrieve(id, {}, { stripeAccount: one })).application_fee_amount).toBe(100);
  await expect(stripe.charges.retrieve(id, {}, { stripeAccount: other })).rejects.toMatchObject({
    statusCode: 404,
  });
  await expect(stripe.charges.retrieve(id)).rejects.toMatchObject({ statusCode: 404 });
  await control(`/accounts/${one}/deauthorize`);
  await expect(stripe.charges.list({}, { stripeAccount: one })).rejects.toMatchObject({
    code: "account_invalid",
  });
});

test("the balance is the sum of payments, fees, refunds and disputes, and a payout takes it", async () => {
  const world = await startProcessor();
  const { stripe, control } = world;
  const stripeAccount = await connected(world);
  const charge = await pay(world, stripeAccount, 10_000, 250);
  expect(charge.balance_transaction).toMatchObject({ amount: 10_000, fee: 570, net: 9_430 });
  const refund = { charge: charge.id, amount: 4_000, refund_application_fee: true };
  await stripe.refunds.create(refund, { stripeAccount });
  const disputed = await pay(world, stripeAccount, 3_000, 75);
  const { id: dispute } = await control(`/charges/${disputed.id}/dispute`);
  const available = async () =>
    (await stripe.balance.retrieve({}, { stripeAccount })).available.map(({ amount }) => amount);
  const net = 9_430 - 4_000 + 100 + (3_000 - 75 - 117) - 3_000 - 1_500;
  expect(await available()).toEqual([net]);
  await control(`/disputes/${dispute}/close`, { status: "won" });
  expect(await available()).toEqual([net + 4_500]);
  const payout = await control(`/accounts/${stripeAccount}/payout`);
  const { data } = await stripe.balanceTransactions.list(
    { payout: payout.id, limit: 100 },
    { stripeAccount },
  );
  const parts = data.filter(({ type }) => type !== "payout");
  expect(parts.reduce((sum, part) => sum + part.net, 0)).toBe(payout.amount);
  expect(await available()).toEqual([0]);
  const fees = await stripe.applicationFees.list({ limit: 10 });
  expect(fees.data.map(({ amount, amount_refunded: back }) => [amount, back])).toEqual([
    [75, 0],
    [250, 100],
  ]);
});

test("events of an account name it, and go to the receiver for connected accounts", async () => {
  const world = await startProcessor();
  const { stripe } = world;
  const stripeAccount = await connected(world);
  await pay(world, stripeAccount, 1_000, 10);
  const { data } = await stripe.events.list({ type: "charge.succeeded" }, { stripeAccount });
  expect(data.map(({ account }) => account)).toEqual([stripeAccount]);
  expect((await stripe.events.list({ type: "charge.succeeded" })).data).toEqual([]);
});

test("taxes are calculated for an account, with what a place, a code and an exemption change", async () => {
  const world = await startProcessor();
  const account = await connected(world);
  const log = pino({ level: "silent" });
  const service = createStripeTax({ secretKey: "sk_test_sandbox_processor", baseUrl: world.url, log });
  const place = { country: "CA", state: "QC", city: null, postalCode: null };
  const sale = { amount: 8_000, currency: "CAD", isInclusive: false, taxCode: null, isExempt: false, place };
  const quebec = await service.calculate(account, sale);
  expect(quebec).toMatchObject({ refusal: null, isLive: false, taxAmount: 1_198 });
  expect(quebec.refusal === null && quebec.rates).toEqual([
    expect.objectContaining({ name: "GST", percent: "5.0", level: "country", taxAmount: 400 }),
    expect.objectContaining({ name: "QST", percent: "9.975", level: "state", taxAmount: 798 }),
  ]);
  const included = await service.calculate(account, { ...sale, isInclusive: true });
  const parts = included.refusal === null ? included.rates : [];
  expect(parts.reduce((sum, part) => sum + part.taxAmount, parts[0]!.taxableAmount)).toBe(8_000);
  const first = async (change: Partial<typeof sale> | { taxCode: string }) => {
    const answer = await service.calculate(account, { ...sale, ...change });
    return answer.refusal ?? [answer.taxAmount, answer.rates[0]!.taxability];
  };
  expect(await first({ isExempt: true })).toEqual([0, "customer_exempt"]);
  expect(await first({ taxCode: "txcd_00000000" })).toEqual([0, "product_exempt"]);
  expect(await first({ place: { ...place, country: "JP" } })).toEqual([0, "not_collecting"]);
  expect(await first({ place: { ...place, country: "US" } })).toBe("place_unknown");
  expect(await first({ taxCode: "txcd_12345678" })).toBe("code_unknown");
  const fresh = await world.stripe.accounts.create({ country: "US", controller, capabilities });
  expect(await service.calculate(fresh.id, sale)).toEqual({ refusal: "inactive" });
  expect(await service.calculate("acct_of_nobody", sale)).toEqual({ refusal: "no_access" });
});
