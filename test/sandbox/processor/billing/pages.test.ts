import { describe, expect, it } from "vitest";
import { startProcessor, type ProcessorWorld } from "../stripe-client.ts";
import { createCheckout, newCustomer, newSubscription } from "./billing-world.ts";

const nasty = `<script>alert("1")</script> & 'Co'`;
const shown = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Co&#39;";

async function open(url: string) {
  const response = await fetch(url);
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/** Sends a form of a page as a browser does, without following where it leads. */
function submit(url: string, fields: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
}

/** Accessibility and security requirements of every page. */
function expectGoodPage(html: string, headers: Headers): void {
  expect(html).toMatch(/^<!doctype html>\s*<html lang="en">/);
  expect(html).toMatch(/<title>[^<]+ \(sandbox\)<\/title>/);
  expect(html).toContain("No real card is charged");
  expect(html.match(/<h1>/g)).toHaveLength(1);
  expect(html.match(/<main>/g)).toHaveLength(1);
  expect(html).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\son\w+=|style="/i);
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, control] of html.matchAll(/<(?:input|select)[^>]*\sid="([^"]+)"/g))
    expect(html).toMatch(new RegExp(`<label\\s[^>]*for="${control}"`));
  const controls = html.match(/<(?:input|select|textarea)\b/g) ?? [];
  expect(html.match(/<(?:input|select|textarea)\b[^>]*\sid=/g) ?? []).toHaveLength(controls.length);
  for (const [, name] of html.matchAll(/aria-(?:labelledby|describedby)="([^"]+)"/g))
    expect(ids).toContain(name);
  for (const [, text] of html.matchAll(/<button[^>]*>([\s\S]*?)<\/button>/g))
    expect(text!.trim()).not.toBe("");
  for (const table of html.split("<table>").slice(1)) expect(table).toMatch(/<th scope="col"/);
  const policy = headers.get("content-security-policy")!;
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/);
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cache-control")).toBe("no-store");
}

async function checkoutPageOf(world: ProcessorWorld) {
  const customer = await world.stripe.customers.create({ email: "a@b.example", name: nasty });
  const session = await createCheckout(world, {
    customer: customer.id,
    line_items: [
      { price_data: { currency: "usd", unit_amount: 1_250, product_data: { name: nasty } }, quantity: 2 },
    ],
  });
  return { customer, session };
}

describe("the checkout page", () => {
  it("the checkout page shows its items, escaped, with a form that works without scripts", async () => {
    const world = await startProcessor();
    const { session } = await checkoutPageOf(world);
    const { status, html, headers } = await open(session.url!);
    expect(status).toBe(200);
    expectGoodPage(html, headers);
    expect(headers.get("content-security-policy")).toContain("form-action 'self' https://app.example;");
    expect(html).toContain(shown);
    expect(html).toContain("$25.00");
    expect(html).toContain("a@b.example");
    expect(html).toContain(`action="/processor/checkout/${session.id}/pay"`);
  });

  it("leads to the app's page after the card has paid, and says afterwards that all is paid", async () => {
    const world = await startProcessor();
    const { session } = await checkoutPageOf(world);
    const paid = await submit(`${session.url}/pay`, { card: "pm_card_visa" });
    expect(paid.status).toBe(303);
    expect(paid.headers.get("location")).toBe(`https://app.example/ok?session=${session.id}`);
    const again = await open(session.url!);
    expectGoodPage(again.html, again.headers);
    expect(again.html).toContain("This payment is already complete.");
    expect((await submit(`${session.url}/pay`, { card: "pm_card_visa" })).status).toBe(200);
    expect(
      (await world.stripe.paymentIntents.list()).data.filter(({ amount }) => amount === 2_500),
    ).toHaveLength(1);
  });

  it("leads to the bank's page for a card with 3-D Secure, which the payer refuses, then confirms", async () => {
    const world = await startProcessor();
    const { session } = await checkoutPageOf(world);
    const card = { card: "pm_card_authenticationRequired" };
    const asked = await submit(`${session.url}/pay`, card);
    const bank = asked.headers.get("location")!;
    expect([asked.status, bank]).toEqual([
      303,
      expect.stringMatching(/\/payment_intents\/pi_\w+\/authenticate$/),
    ]);
    const intentId = bank.split("/").at(-2)!;
    const intent = await world.stripe.paymentIntents.retrieve(intentId);
    expect(intent).toMatchObject({
      status: "requires_action",
      next_action: { type: "redirect_to_url", redirect_to_url: { url: bank } },
    });
    const page = await open(bank);
    expectGoodPage(page.html, page.headers);
    expect(page.headers.get("content-security-policy")).toContain("https://app.example");
    const choose = (outcome: string) => submit(bank.replace(/e$/, "ed"), { outcome });
    const refused = await open((await choose("failed")).headers.get("location")!);
    expect([refused.status, refused.html]).toEqual([402, expect.stringContaining("unable to authenticate")]);
    expect((await world.stripe.paymentIntents.retrieve(intentId)).status).toBe("requires_payment_method");

    await submit(`${session.url}/pay`, card);
    const confirmed = await choose("succeeded");
    // The session is complete before the browser comes back.
    expect((await world.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe("paid");
    const back = await fetch(confirmed.headers.get("location")!, { redirect: "manual" });
    expect([back.status, back.headers.get("location")]).toEqual([
      303,
      `https://app.example/ok?session=${session.id}`,
    ]);
    const { data } = await world.stripe.events.list({ limit: 100 });
    const types = data.map(({ type }) => type as string).reverse();
    expect(types.filter((type) => type.startsWith("payment_intent.")).slice(-5)).toEqual([
      "payment_intent.created",
      "payment_intent.requires_action",
      "payment_intent.payment_failed",
      "payment_intent.requires_action",
      "payment_intent.succeeded",
    ]);
    expect(types.at(-1)).toBe("checkout.session.completed");
  });

  it("cancels the payment that waits at the bank when its session expires", async () => {
    const world = await startProcessor();
    const { session } = await checkoutPageOf(world);
    const asked = await submit(`${session.url}/pay`, { card: "pm_card_authenticationRequired" });
    const bank = asked.headers.get("location")!;
    await world.stripe.checkout.sessions.expire(session.id);
    expect((await world.stripe.paymentIntents.retrieve(bank.split("/").at(-2)!)).status).toBe("canceled");
    expect((await open(bank)).html).toContain("Nothing to confirm");
  });

  it("stays with a clear word when the card is refused, the tried card still chosen", async () => {
    const world = await startProcessor();
    const { session } = await checkoutPageOf(world);
    const refused = await submit(`${session.url}/pay`, { card: "pm_card_chargeDeclinedInsufficientFunds" });
    expect(refused.status).toBe(402);
    const html = await refused.text();
    expectGoodPage(html, refused.headers);
    expect(html).toMatch(/role="alert">Your card has insufficient funds\./);
    expect(html).toMatch(/value="pm_card_chargeDeclinedInsufficientFunds"\s+checked/);
  });

  it("offers the cards that are saved, and no others' can be used", async () => {
    const world = await startProcessor();
    const session = await createCheckout(world, { customer: "cus_demo_fay" });
    const { html } = await open(session.url!);
    expect(html).toContain(`value="pm_demo_fay"`);
    expect(html).not.toContain("pm_demo_sam");
    expect((await submit(`${session.url}/pay`, { card: "pm_demo_sam" })).status).toBe(400);
    expect((await submit(`${session.url}/pay`, { card: "pm_demo_fay" })).status).toBe(303);
  });

  it("the checkout page returns to the app on cancel with the session open, and is not found after expiry", async () => {
    const world = await startProcessor();
    const { session } = await checkoutPageOf(world);
    const canceled = await submit(`${session.url}/cancel`);
    expect(canceled.status).toBe(303);
    expect(canceled.headers.get("location")).toBe("https://app.example/no");
    expect((await world.stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");
    await world.stripe.checkout.sessions.expire(session.id);
    const gone = await open(session.url!);
    expect(gone.status).toBe(410);
    expectGoodPage(gone.html, gone.headers);
    for (const path of ["checkout/cs_test_none", "portal/bps_none", "invoices/in_none"]) {
      const unknown = await open(`${world.url}/${path}`);
      expect(unknown.status).toBe(404);
      expectGoodPage(unknown.html, unknown.headers);
    }
  });

  it("offers a debit that is settled later", async () => {
    const world = await startProcessor();
    const { session } = await checkoutPageOf(world);
    const sent = await submit(`${session.url}/pay`, { card: "pm_card_visa", outcome: "unpaid" });
    expect(sent.status).toBe(303);
    expect(await world.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: "complete",
      payment_status: "unpaid",
    });
  });
});

describe("an invoice's page and paper", () => {
  it("show it escaped, and the page pays it while it is open", async () => {
    const world = await startProcessor();
    const customer = await newCustomer(world, "pm_card_visa");
    await world.stripe.customers.update(customer.id, { name: nasty });
    const subscription = await newSubscription(world, {
      customer: customer.id,
      payment_behavior: "default_incomplete",
    });
    const invoice = await world.stripe.invoices.retrieve(subscription.latest_invoice as string);
    const page = await open(invoice.hosted_invoice_url!);
    expectGoodPage(page.html, page.headers);
    expect(page.html).toContain(shown);
    expect(page.html).toContain("$29.00");
    const paid = await submit(`${invoice.hosted_invoice_url}/pay`);
    expect(paid.status).toBe(303);
    expect((await world.stripe.invoices.retrieve(invoice.id)).status).toBe("paid");
    expect((await open(invoice.hosted_invoice_url!)).html).not.toContain("<form");
    const refused = await submit(`${invoice.hosted_invoice_url}/pay`);
    expect(refused.status).toBe(402);
    expect(await refused.text()).toContain("Invoice is already paid");
  });

  it("the paper is a PDF with a name of its own", async () => {
    const world = await startProcessor();
    const invoice = await world.stripe.invoices.retrieve("in_demo_bo");
    const paper = await fetch(invoice.invoice_pdf!);
    expect(paper.headers.get("content-type")).toBe("application/pdf");
    expect(paper.headers.get("content-disposition")).toContain(`${invoice.number}.pdf`);
    const bytes = Buffer.from(await paper.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(bytes.subarray(-6).toString()).toContain("%%EOF");
  });
});

describe("the billing portal", () => {
  async function openPortal(world: ProcessorWorld, customer: string) {
    return world.stripe.billingPortal.sessions.create({
      customer,
      return_url: "https://app.example/account",
    });
  }

  it("shows subscriptions, methods and invoices of its customer alone, escaped", async () => {
    const world = await startProcessor();
    await world.stripe.customers.update("cus_demo_pia", { name: nasty });
    const { url } = await openPortal(world, "cus_demo_pia");
    const { html, headers, status } = await open(url);
    expect(status).toBe(200);
    expectGoodPage(html, headers);
    expect(html).toContain(shown);
    expect(html).toContain("Central Professional");
    expect(html).toContain("Visa ending in 4242");
    expect(html).toContain(`href="${world.url}/invoices/in_demo_pia"`);
    expect(html).toContain(`href="https://app.example/account"`);
    expect(html).not.toContain("Central Business");
  });

  it("adds a card, makes it the default and removes the other", async () => {
    const world = await startProcessor();
    const { url } = await openPortal(world, "cus_demo_fay");
    const added = await submit(`${url}/methods`, { card: "pm_card_mastercard" });
    expect(added.status).toBe(303);
    const page = await open(new URL(added.headers.get("location")!, url).href);
    expect(page.html).toContain("The card was added.");
    const { data } = await world.stripe.customers.listPaymentMethods("cus_demo_fay");
    const card = data.find(({ id }) => id !== "pm_demo_fay")!;
    await submit(`${url}/methods/${card.id}/default`);
    await submit(`${url}/methods/pm_demo_fay/remove`);
    expect(await world.stripe.customers.retrieve("cus_demo_fay")).toMatchObject({
      invoice_settings: { default_payment_method: card.id },
    });
    expect((await world.stripe.customers.listPaymentMethods("cus_demo_fay")).data).toHaveLength(1);
    const refused = await submit(`${url}/methods`, { card: "pm_card_chargeDeclined" });
    expect(refused.status).toBe(402);
    expect(await refused.text()).toContain(`role="alert">Your card was declined.`);
  });

  it("cancels with the period by the date alone, and takes it back", async () => {
    const world = await startProcessor();
    const { url } = await openPortal(world, "cus_demo_pia");
    await submit(`${url}/subscriptions/sub_demo_pia/cancel`);
    const ending = await world.stripe.subscriptions.retrieve("sub_demo_pia");
    expect(ending.cancel_at).toBe(ending.items.data[0]!.current_period_end);
    expect(ending.cancel_at_period_end).toBe(false);
    expect((await open(url)).html).toContain("ends on");
    await submit(`${url}/subscriptions/sub_demo_pia/keep`);
    expect(await world.stripe.subscriptions.retrieve("sub_demo_pia")).toMatchObject({ cancel_at: null });
  });

  it("reaches nothing of another customer, and is over after an hour", async () => {
    const world = await startProcessor();
    const { url } = await openPortal(world, "cus_demo_pia");
    for (const path of [
      "methods/pm_demo_bo/remove",
      "methods/pm_demo_bo/default",
      "subscriptions/sub_demo_bo/cancel",
    ]) {
      const refused = await submit(`${url}/${path}`);
      expect(refused.status).toBe(402);
      expect(await refused.text()).toContain("No such");
    }
    expect(await world.stripe.subscriptions.retrieve("sub_demo_bo")).toMatchObject({ cancel_at: null });
    await world.control("/clock/advance", { seconds: 3601 });
    expect((await open(url)).status).toBe(410);
    expect((await submit(`${url}/subscriptions/sub_demo_pia/cancel`)).status).toBe(410);
    await expect(openPortal(world, "cus_of_nobody")).rejects.toMatchObject({ statusCode: 400 });
  });
});
