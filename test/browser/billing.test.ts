import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { readabilityFaults } from "../support/readability.ts";
import {
  browserPath,
  openBrowser,
  openTab,
  serveFolder,
  type StaticSite,
  type Tab,
} from "../support/browser.ts";

describe.skipIf(browserPath === null)("the example page for billing", () => {
  let app: TestApp;
  let site: StaticSite;
  let browser: Browser;
  beforeAll(async () => {
    [app, site, browser] = await Promise.all([
      createTestApp(),
      serveFolder(projectPath("docs/examples/billing")),
      openBrowser(),
    ]);
    const allowedOrigins = [site.origin];
    const admitted = await app.send("PATCH", "/admin/apps/central", await app.as("ada"), { allowedOrigins });
    if (admitted.status !== 200) throw new Error(admitted.text);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await app?.close();
  });

  const open = async (options = {}): Promise<Tab> => {
    const tab = await openTab(browser, [site.origin, app.url, app.sandboxUrl], options);
    await tab.page.goto(site.origin);
    await tab.page.getByLabel("API URL").fill(app.url);
    return tab;
  };
  /** Keyboard input. */
  const signIn = async (page: Page, name: string): Promise<void> => {
    const token = page.getByLabel("Identity token");
    await token.fill((await app.as(name))["authorization"]!.slice("Bearer ".length));
    await token.press("Enter");
    await page.getByRole("heading", { name: /^Plans of / }).waitFor();
  };
  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).press("Enter");
  const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
  const says = (page: Page, text: string | RegExp) =>
    page.getByRole("status").filter({ hasText: text }).waitFor();
  const planRow = (page: Page, text: RegExp) => page.getByRole("row", { name: text }).waitFor();

  test("a person subscribes, buys credits, opens the portal, and changes the plan in every way", async () => {
    const { page, faults, close } = await open();
    await signIn(page, "fay");
    await sees(page, "No plan yet. Choose one and subscribe.");

    await page.getByLabel("Plan", { exact: true }).selectOption({ label: "Starter, monthly: $29.00" });
    await press(page, "Subscribe");
    await page.getByLabel("Visa 4000 0000 0000 0002").check();
    await press(page, "Pay $29.00");
    await page.getByRole("alert").filter({ hasText: "declined" }).waitFor();
    await page.getByLabel("Visa 4242 4242 4242 4242").check();
    await press(page, "Pay $29.00");
    await says(page, "You are back from the payment page.");
    expect(new URL(page.url()).search).toBe("");
    await signIn(page, "fay");
    await says(page, "The payment of $29.00: succeeded.");
    await planRow(page, /starter active/);
    await sees(page, /^starter, monthly: active\. Its period ends on /);
    await sees(page, /^Next invoice: \$29\.00/);

    await sees(page, "Balance: 100 credits, 100 available.");
    await page.getByLabel("Package").selectOption({ label: "Growth: 500 credits for $45.00" });
    await press(page, "Buy credits");
    await page.getByRole("heading", { name: "Pay $45.00" }).waitFor();
    await press(page, "Pay $45.00");
    await says(page, "You are back from the payment page.");
    await signIn(page, "fay");
    await says(page, "The payment of $45.00: succeeded.");
    await sees(page, "Balance: 600 credits, 600 available.");

    await press(page, "Open the billing portal");
    await page.getByRole("heading", { name: /^Billing of / }).waitFor();
    await page
      .getByLabel("Test card")
      .selectOption({ label: "Mastercard 5555 5555 5555 4444 (payment succeeds)" });
    await press(page, "Add card");
    await page.getByRole("link", { name: "Go back to the app" }).press("Enter");
    await says(page, "You are back from the billing portal.");
    await signIn(page, "fay");
    await page.getByRole("listitem").filter({ hasText: "mastercard ending in 4444" }).waitFor();

    await press(page, "Cancel at period end");
    await says(page, /^The subscription ends on /);
    await sees(page, /^starter, monthly: active\. It ends on /);
    await sees(page, "No upcoming invoice.");
    await press(page, "Keep the subscription");
    await says(page, "The cancellation was undone. The subscription continues.");
    await sees(page, /^starter, monthly: active\. Its period ends on /);

    const pauseUntil = page.getByLabel("Resume automatically on (optional)");
    await pauseUntil.fill("2020-01-01");
    await press(page, "Pause billing");
    await page.getByRole("alert").filter({ hasText: "resumeAt must be more than an hour" }).waitFor();
    const inTenDays = new Date(Date.now() + 10 * 86_400_000);
    await pauseUntil.fill(inTenDays.toISOString().slice(0, 10));
    await press(page, "Pause billing");
    await says(page, /^Billing is paused until /);
    const words = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(inTenDays);
    await sees(page, `Billing is paused until ${words}.`);
    await press(page, "Resume billing");
    await says(page, "Billing was resumed.");
    await page.getByText("Billing is paused").waitFor({ state: "detached" });

    await page.getByLabel("New plan").selectOption({ label: "Professional, monthly: $99.00" });
    await press(page, "Preview the change");
    await says(page, "Nothing changes until you confirm.");
    await sees(page, /For the rest of this period, the change adds \$70\.00\. Next invoice: \$169\.00 on /);
    await sees(page, /^starter, monthly: active/);
    await press(page, "Confirm the change");
    await says(page, "Plan changed to professional.");
    await planRow(page, /professional active/);
    await sees(page, /^Next invoice: \$169\.00/);

    await press(page, "Cancel now");
    await press(page, "Keep the plan");
    await sees(page, /^professional, monthly: active/);
    await press(page, "Cancel now");
    await press(page, "End the plan now");
    await says(page, "The subscription was canceled.");
    await planRow(page, /professional canceled/);
    await page.getByRole("button", { name: "Subscribe" }).waitFor();
    expect(await page.getByRole("button", { name: "Cancel now" }).isVisible()).toBe(false);
    await close();
    expect(faults).toEqual([]);
  });

  test("a purchase that is retried after a lost response is one purchase", async () => {
    const { page, close } = await open();
    await signIn(page, "pia");
    const keys: (string | null)[] = [];
    await page.route("**/graphql", async (route) => {
      if (!route.request().postData()?.includes("purchaseCredits")) return route.continue();
      const answer = await route.fetch();
      keys.push(await route.request().headerValue("idempotency-key"));
      return keys.length === 1 ? route.abort() : route.fulfill({ response: answer });
    });
    await press(page, "Buy credits");
    await page.getByRole("alert").filter({ hasText: "cannot be reached" }).waitFor();
    await press(page, "Buy credits");
    await page.getByRole("heading", { name: "Pay $10.00" }).waitFor();
    await page.getByRole("button", { name: "Cancel and go back" }).press("Enter");
    await says(page, "The payment was cancelled.");
    expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys[0]]);
    const payments = await app.get("/payments/transactions", await app.as("pia"));
    expect(payments.body.transactions).toMatchObject([{ type: "credit_purchase", status: "pending" }]);
    await close();
  });

  test("sign-in with an invalid token or URL shows the reason", async () => {
    const { page, close } = await open();
    const token = page.getByLabel("Identity token");
    await token.fill("not-a-token");
    await token.press("Enter");
    await page
      .getByRole("alert")
      .filter({ hasText: /\(UNAUTHORIZED\)$/ })
      .waitFor();
    expect(await page.getByRole("heading", { name: /^Plans of / }).isVisible()).toBe(false);
    await page.getByLabel("API URL").fill("http://127.0.0.1:9");
    await token.press("Enter");
    await page.getByRole("alert").filter({ hasText: "http://127.0.0.1:9 cannot be reached from" }).waitFor();
    await close();
  });

  test.each([
    ["light", 390],
    ["dark", 390],
    ["light", 1_280],
    ["dark", 1_280],
  ] as const)(
    "in %s colours at %i pixels the billing page is readable and operable",
    async (colorScheme, width) => {
      const { page, faults, close } = await open({ colorScheme, viewport: { width, height: 844 } });
      await signIn(page, "sam");
      await page.getByLabel("New plan").selectOption({ label: "Business, yearly: $2,990.00" });
      await press(page, "Preview the change");
      await says(page, "Nothing changes until you confirm.");
      expect(await readabilityFaults(page)).toEqual([]);
      await close();
      expect(faults).toEqual([]);
    },
  );
});
