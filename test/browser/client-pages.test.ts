import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seriousFindings, sidewaysScroll } from "../explorer/support.ts";
import { connectAccount, issueInvoice, makeNextInvoice } from "../gateway/support/online-payments.ts";
import { createPerson, type Person } from "../gateway/support/people.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { browserPath, openBrowser, openTab } from "../support/browser.ts";
import { until } from "../support/poll.ts";
import { atProcessor } from "../support/processor.ts";

describe.skipIf(browserPath === null)("pages of clients", () => {
  let app: TestApp;
  let browser: Browser;
  let person: Person;
  beforeAll(async () => {
    [app, browser] = await Promise.all([createTestApp(), openBrowser()]);
    person = await createPerson(app, 1_000);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const post = async (path: string, body: object = {}) => (await app.post(path, body, person.headers)).body;
  const get = async (path: string) => (await app.get(path, person.headers)).body;
  const press = (page: Page, name: string | RegExp) =>
    page.getByRole("button", { name }).first().press("Enter");
  /** A page that a phone shows without scrolling sideways, that axe finds nothing wrong with, and that is small. */
  const checked = async (page: Page) => {
    expect(await seriousFindings(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    expect((await page.content()).length).toBeLessThan(50_000);
  };
  /** Pays with a card whose bank asks for a confirmation (3-D Secure), on the bank's page. */
  const payByCard = async (page: Page, { refusesFirst = false, back = /\/pay\// } = {}) => {
    await press(page, /^Pay/);
    const answer = async (button: string) => {
      await page.getByRole("heading", { level: 1, name: /^Pay \$/ }).waitFor();
      await page.getByLabel(/payment succeeds after authentication/).check();
      await press(page, /^Pay \$/);
      await page.getByRole("heading", { name: "Your bank asks" }).waitFor();
      await press(page, button);
    };
    if (refusesFirst) {
      await answer("Refuse");
      await page.getByRole("alert").filter({ hasText: "unable to authenticate" }).waitFor();
    }
    await answer("Confirm");
    await page.waitForURL(back);
  };
  const saysAfterReload = (page: Page, text: string) =>
    until(text, async () => {
      await page.reload();
      return (await page.getByRole("status").textContent()) === text;
    });

  test("a seller onboards, a client pays by card with 3-D Secure, and gets a refund and a dispute", async () => {
    const { url } = await post("/payment-account/onboarding", { country: "US" });
    const viewport = { width: 390, height: 844 };
    const { page, faults, close } = await openTab(browser, [app.url, app.sandboxUrl], { viewport });
    await page.goto(url as string);
    await press(page, "Enter test data and finish");
    await until("the account is active", async () => (await get("/payment-account")).status === "active");

    const { invoiceId, token } = await issueInvoice(app, person.headers, 120);
    await page.goto(`${app.url}/pay/${token}`);
    await checked(page);
    await payByCard(page, { refusesFirst: true });
    await saysAfterReload(page, "This invoice is paid. Thank you.");
    await checked(page);
    const [payment] = (await get(`/online-payments?invoiceId=${invoiceId}`)).payments;
    expect(payment).toMatchObject({ amount: 120, status: "succeeded" });

    const refund = await post(`/invoice-payments/${payment.paymentId}/refund`, { amount: 20 });
    expect(refund).toMatchObject({ status: "succeeded", amount: 20 });
    await saysAfterReload(page, "This invoice is waiting for payment.");
    const sql = "SELECT charge_id AS id FROM gateway.online_payments WHERE id = $1";
    const [charge] = await app.database.query<{ id: string }>(sql, [payment.id]);
    await atProcessor(app, `/charges/${charge!.id}/dispute`, {});
    await until("the dispute is known", async () => {
      const [disputed] = (await get(`/online-payments?invoiceId=${invoiceId}`)).payments;
      return disputed.disputes[0]?.status === "needs_response";
    });
    const [{ disputeId } = { disputeId: "" }] = await app.database.query<{ disputeId: string }>(
      'SELECT processor_dispute_id AS "disputeId" FROM gateway.payment_disputes WHERE online_payment_id = $1',
      [payment.id],
    );
    await atProcessor(app, `/disputes/${disputeId}/close`, { status: "lost" });
    await until("the invoice is open again", async () => {
      await page.reload();
      const due = await page.locator("dd").nth(1).textContent();
      return due === "$120.00";
    });
    await close();
    expect(faults).toEqual([]);
  });

  test("a client accepts a quotation, pays its invoice, and finds the receipt", async () => {
    const draft = { client: "quoted@client.example", items: [{ description: "Garden", amount: 75 }] };
    const quotation = await post("/quotations", draft);
    await post(`/quotations/${quotation.id}/send`);
    const viewport = { width: 390, height: 844 };
    const { page, faults, close } = await openTab(browser, [app.url, app.sandboxUrl], { viewport });
    await page.goto(quotation.portalLink as string);
    await checked(page);
    await page.getByText("Accept this quotation").click();
    const form = page.locator("details").first();
    await form.getByLabel("Your name").fill("Quin Quoted");
    await form.getByRole("checkbox").check();
    await checked(page);
    await press(page, "Accept");
    await page.getByText("This quotation was accepted. Thank you.").waitFor();

    const invoice = await post(`/quotations/${quotation.id}/convert`);
    const { paymentLink, client } = await post(`/invoices/${invoice.id ?? invoice.invoiceId}/mark-sent`);
    await page.goto(paymentLink as string);
    await payByCard(page);
    await saysAfterReload(page, "This invoice is paid. Thank you.");

    const { url } = await post(`/clients/${client.id}/portal-link`);
    await page.goto(url as string);
    await page.getByText("Nothing is due.").waitFor();
    await page.getByRole("link", { name: /^Receipt, / }).waitFor();
    await checked(page);
    await page.getByLabel("Phone").fill("+1 217 555 0100");
    await press(page, "Save");
    await page.getByText("Your contact data was saved.").waitFor();
    await checked(page);
    await close();
    expect(faults).toEqual([]);
  });

  test("a client saves the card with a payment of a series, and removes it again", async () => {
    const items = [{ description: "Hosting", amount: 40 }];
    const client = "series@client.example";
    const startDate = new Date().toISOString().slice(0, 10);
    const when = { frequency: "weekly", startDate, timezone: "UTC", autoSend: true, autoCharge: true };
    const series = await post("/recurring-invoices", { client, items, ...when });
    const invoiceId = await makeNextInvoice(app, series.id as string);
    const { url: link } = await get(`/invoices/${invoiceId}/payment-link`);
    const viewport = { width: 390, height: 844 };
    const { page, faults, close } = await openTab(browser, [app.url, app.sandboxUrl], { viewport });
    await page.goto(link as string);
    const consent = page.getByRole("checkbox", { name: /^Save my card/ });
    expect(await consent.isChecked()).toBe(false);
    await consent.check();
    await checked(page);
    await payByCard(page);
    await saysAfterReload(page, "This invoice is paid. Thank you.");

    const { url } = await post(`/clients/${series.clientId}/portal-link`);
    await page.goto(url as string);
    await page.getByRole("heading", { name: "Saved payment methods" }).waitFor();
    await checked(page);
    await press(page, /^Remove/);
    await page.getByRole("heading", { name: "Saved payment methods" }).waitFor({ state: "detached" });
    await checked(page);
    await close();
    expect(faults).toEqual([]);
    expect(await get(`/clients/${series.clientId}/payment-methods`)).toEqual({ methods: [] });
  });

  /** Reloads until the page has a text: the processor's word takes a moment. */
  const showsAfterReload = (page: Page, text: string) =>
    until(text, async () => {
      await page.reload();
      return (await page.getByText(text).count()) > 0;
    });
  /** Opens the page on which a visitor pays, as the link out of a frame does. */
  const followPayLink = async (page: Page) => {
    const link = page.getByRole("link", { name: "Continue to payment" });
    await link.waitFor();
    await page.goto((await link.getAttribute("href"))!);
  };

  test("a visitor books, pays a deposit with 3-D Secure, moves the booking, cancels it, and buys two tickets", async () => {
    await connectAccount(app, person.headers);
    const own = { ...person.headers, "x-app-id": "event-manager" };
    const send = async (method: string, path: string, body: object) =>
      (await app.send(method, path, own, body)).body;
    const timezone = "Europe/London";
    const { id: serviceId } = await send("POST", "/services", {
      name: "Haircut",
      durationMin: 60,
      price: 40,
      depositPercent: 50,
      timezone,
    });
    const { id: providerId } = await send("POST", "/providers", { name: "Jo", timezone });
    const intervals = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "00:00", to: "24:00" }));
    await send("PUT", `/providers/${providerId}/weekly-hours`, { intervals, effectiveFrom: "2020-01-01" });
    await send("PUT", `/services/${serviceId}/providers`, { providerIds: [providerId] });
    const settings = { isEnabled: true, title: "Corner Salon", requiresEmailCode: false, showsEvents: true };
    const questions = [
      {
        key: "length",
        label: "How long is your hair?",
        type: "choice",
        required: true,
        options: ["Short", "Long"],
      },
      { key: "first", label: "Is it your first visit?", type: "boolean", required: false },
      { key: "wish", label: "Anything to know?", type: "long_text", required: false },
    ];
    await send("POST", "/intake-forms", { serviceId, questions });
    const { url } = await send("PATCH", "/booking-page", settings);

    const viewport = { width: 390, height: 844 };
    const { page, faults, close } = await openTab(browser, [app.url, app.sandboxUrl], { viewport });
    await page.goto(url as string);
    await checked(page);
    await page.getByRole("link", { name: /^Haircut/ }).click();
    await page.getByText(/^Provider and time zone/).click();
    await page.getByLabel("Your time zone").selectOption("America/New_York");
    await press(page, "Show times");
    await page.getByText("Provider and time zone: America/New_York").waitFor();
    await page.locator("button[name=date]").nth(3).press("Enter");
    await page.locator("button[name=start]").first().waitFor();
    await checked(page);
    await page.locator("button[name=start]").first().press("Enter");
    await page.getByLabel("Your name").fill("Sam Sander");
    await page.getByLabel("Email address").fill("sam@client.example");
    await page.getByLabel("How long is your hair?").selectOption("Long");
    await page.getByLabel(/^Is it your first visit/).selectOption("No");
    await checked(page);
    await press(page, "Book");
    await page.getByRole("heading", { name: "Pay the deposit" }).waitFor();
    await checked(page);
    await followPayLink(page);
    const manageUrl = page.url();
    await page.getByText("Waiting for your payment of $20.00").waitFor();
    await checked(page);
    await payByCard(page, { refusesFirst: true, back: /\/my-booking\// });
    await showsAfterReload(page, "Paid: $20.00");
    await page.getByText("Confirmed", { exact: true }).waitFor();
    await checked(page);

    const { bookings } = (await app.get("/bookings", own)).body;
    expect(bookings[0].answers).toEqual({ length: "Long", first: false });
    await page.getByText("Move to another time").click();
    await page.locator("button[name=date]").nth(5).press("Enter");
    await press(page, /^Move to 10:00/);
    await page
      .getByText(/at 10:00/)
      .first()
      .waitFor();
    await checked(page);
    await page.getByText("Cancel the booking").click();
    await page.getByText("Cancelling is free now.").waitFor();
    await page.getByText("You get $20.00 of your payment back.").waitFor();
    await press(page, "Cancel now");
    await page.getByText("Cancelled", { exact: true }).waitFor();
    await checked(page);
    await page.goto(manageUrl);
    await showsAfterReload(page, "Paid back: $20.00");
    await checked(page);

    const when = { start: "2031-05-03T17:00:00.000Z", end: "2031-05-03T20:00:00.000Z", timezone };
    const { id: eventId } = await send("POST", "/events", { title: "Open studio", ...when });
    await send("POST", `/events/${eventId}/ticket-types`, { name: "Standard", price: 25, quantity: 30 });
    await send("POST", `/events/${eventId}/publish`, {});
    await page.goto(`${url as string}/events`);
    await checked(page);
    await page.getByRole("link", { name: /^Open studio/ }).click();
    await page.getByLabel("Number of tickets").fill("2");
    await page.getByLabel("Your name").fill("Sam Sander");
    await page.getByLabel("Email address").fill("sam@client.example");
    await page.getByLabel(/^Names of those who come/).fill("Sam Sander\nAlex Sander");
    await checked(page);
    await press(page, "Get tickets");
    await page.getByRole("heading", { name: "Your tickets are kept" }).waitFor();
    await checked(page);
    await followPayLink(page);
    await checked(page);
    await payByCard(page, { back: /\/my-tickets\// });
    await showsAfterReload(page, "Paid: $50.00");
    await page.getByText("Alex Sander").waitFor();
    expect(await page.locator("code").count()).toBe(2);
    await checked(page);
    await close();
    expect(faults).toEqual([]);
  });
});
