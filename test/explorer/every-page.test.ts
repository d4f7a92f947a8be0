import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pages, type PageRow } from "../../router/explorer/pages.ts";
import type { Tab } from "../support/browser.ts";
import { violationsOf, type AxeRules } from "./accessibility.ts";
import { browserPath, settled, sidewaysScroll, startExplorer, type ExplorerRun } from "./support.ts";

const samples: Readonly<Record<string, string>> = {
  operationId: "CreateInvoice",
  name: "create_invoice",
  type: "Invoice",
  field: "status",
  slug: "webhooks",
  deliveryId: "dlv_none",
  secretId: "none",
};

function sampleOf(name: string): string {
  const sample = samples[name];
  if (sample === undefined) throw new Error(`There is no sample for :${name} of a page's path.`);
  return sample;
}

/** Every page of the explorer, and one that does not exist. */
const paths = [
  ...pages.map(({ path }: PageRow) => path.replaceAll(/:(\w+)/g, (_match, name: string) => sampleOf(name))),
  "/no-such-page",
];

/** Pages of administrators are lists of one pattern: dark and narrow, these stand for all. */
const variedAdmin: ReadonlySet<string> = new Set(["/admin/users", "/admin/operation-costs"]);

/** All findings of axe, whatever their impact. */
async function findings(page: Page, rules: AxeRules = {}): Promise<string[]> {
  const violations = await violationsOf(page, rules);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** Elements that a keyboard must reach, in the order of the document. Those that arrow keys reach are left out. */
const reachable = `[...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
  .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))`;

describe.skipIf(browserPath === null)("every page of the explorer", () => {
  let run: ExplorerRun;
  beforeAll(async () => {
    run = await startExplorer();
  });
  afterAll(() => run?.close());

  /** Opens a page as a demo identity. */
  const openAs = async (name: string, path: string, options = {}): Promise<Tab> => {
    const tab = await run.open("/no-such-page", { colorScheme: "light", viewport: desktop, ...options });
    await tab.page.evaluate(`localStorage.setItem("explorer.identity", ${JSON.stringify(name)})`);
    await tab.page.goto(`${run.app.url}${path}`);
    await settled(tab.page);
    return tab;
  };

  describe("has no finding of axe, light and dark, wide and on a phone, and never scrolls sideways", () => {
    let tab: Tab;
    beforeAll(async () => {
      tab = await openAs("ada", "/");
    });
    afterAll(() => tab?.close());

    test.each(paths)("%s", async (path) => {
      const { page, faults } = tab;
      faults.length = 0;
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize(desktop);
      await page.goto(`${run.app.url}${path}`);
      await settled(page);
      expect.soft(await findings(page), "light").toEqual([]);
      if (path.startsWith("/admin/") && !variedAdmin.has(path)) return;
      await page.emulateMedia({ colorScheme: "dark" });
      expect.soft(await findings(page, { only: ["color-contrast"] }), "dark").toEqual([]);
      await page.setViewportSize(phone);
      expect.soft(await findings(page, { without: ["color-contrast"] }), "on a phone").toEqual([]);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        expect.soft(await sidewaysScroll(page), `pixels beyond ${width}`).toBeLessThanOrEqual(0);
      }
      // The missing delivery and the missing page are answered with 404.
      expect(faults.filter((fault) => !fault.includes("404 (Not Found)"))).toEqual([]);
    });
  });

  test("states of pages have no finding: loading, failed, empty, refused, offline, drawer and dialogs", async () => {
    const { page, close } = await openAs("ada", "/rest?q=nothing-has-this");
    const found: string[] = [];
    const check = async (state: string) =>
      found.push(...(await findings(page)).map((one) => `${state}: ${one}`));
    await page.getByText("No matches").waitFor();
    await check("no matches");
    await page.getByRole("button", { name: "Clear the filter" }).click();
    await page.locator("a.row").first().waitFor();

    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/explorer/data/operation-list.json", async (route) => {
      await held;
      await route.fulfill({ status: 500, body: "" });
    });
    await page.goto(`${run.app.url}/rest`);
    await page.locator("main .spinner").waitFor();
    await check("loading");
    release();
    await page.getByRole("alert").filter({ hasText: "Loading the paths failed" }).waitFor();
    await check("failed");
    await page.unroute("**/explorer/data/operation-list.json");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator("a.row").first().waitFor();

    await page.route("**/graphql", (route) => route.abort());
    await page.goto(`${run.app.url}/webhooks`);
    await page.getByRole("alert").filter({ hasText: "No response" }).first().waitFor();
    await check("no response");
    await page.unroute("**/graphql");
    await page.getByRole("button", { name: "Try again" }).first().click();
    await page.getByText("No webhook endpoints yet").waitFor();
    await check("empty");
    await page.getByRole("button", { name: "Enter a URL" }).click();
    await page.locator("input[name=url]:focus").waitFor();

    await page.context().setOffline(true);
    await page.locator(".offline").waitFor();
    await check("offline");
    await page.context().setOffline(false);

    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^Search/ }).fill("invoice");
    await page.getByRole("listbox").getByRole("option").first().waitFor();
    await check("search");
    // The first press empties the field.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Act as" }).first().selectOption("paste");
    await page.getByRole("heading", { name: "Use a token or key" }).waitFor();
    await check("dialog");
    await page.keyboard.press("Escape");

    await page.setViewportSize(phone);
    await page.getByRole("button", { name: "Navigation" }).click();
    await page.getByRole("navigation", { name: "Pages" }).waitFor();
    await check("drawer");
    await close();
    expect(found).toEqual([]);
  });

  test("a refusal names the identity of the example, which sends the request again", async () => {
    const { page, close } = await openAs("key-reader", "/rest/CreateInvoice");
    await page.getByText("The example runs as Pia, professional.").waitFor();
    await page.getByRole("button", { name: "Act as Pia" }).waitFor();
    await page.getByRole("button", { name: /^Send POST as API key/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Send it" }).click();
    const refusal = page.getByRole("alert").filter({ hasText: "403 FORBIDDEN" });
    await refusal.waitFor();
    expect(await findings(page)).toEqual([]);
    await refusal.getByRole("button", { name: "Run as Pia, professional" }).click();
    await dialog.getByRole("button", { name: "Send it" }).click();
    await page
      .getByRole("status")
      .filter({ hasText: /^201 · / })
      .waitFor();
    expect(await page.getByRole("combobox", { name: "Act as" }).first().inputValue()).toBe("pia");
    expect(await page.getByRole("button", { name: "Act as Pia" }).count()).toBe(0);
    await close();
  });

  test("the console after a run has no finding, in any of its tabs", async () => {
    const { page, close } = await openAs("pia", "/console");
    const found: string[] = [];
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.locator(".run-outcome").filter({ hasText: "200" }).waitFor();
    await page.getByRole("button", { name: "Docs" }).click();
    for (const tab of ["Response", "Plan", "Timing", "Table", "Chart", "Headers", "Copy as"]) {
      await page.getByRole("tab", { name: tab, exact: true }).click();
      found.push(...(await findings(page)).map((one) => `${tab}: ${one}`));
    }
    await close();
    expect(found).toEqual([]);
  });

  test.each(["/rest/CreditBalance", "/usage", "/schema/Invoice"])(
    "Tab reaches every control of %s, in the order of the document",
    async (path) => {
      const { page, close } = await openAs("pia", path);
      await page.evaluate("document.fonts.ready.then(() => null)");
      await page.evaluate(`${reachable}.forEach((one, index) => one.setAttribute("data-stop", index))`);
      const count = await page.evaluate<number>(`${reachable}.length`);
      await page.evaluate("document.activeElement.blur()");
      await page.evaluate(`window.stops = [];
        document.addEventListener("focusin", ({ target }) => window.stops.push(target.getAttribute("data-stop")));`);
      for (let press = 0; press < count; press++) await page.keyboard.press("Tab");
      const stops = await page.evaluate<(string | null)[]>("window.stops");
      await close();
      expect(count).toBeGreaterThan(30);
      expect(stops).toEqual(Array.from({ length: count }, (_, index) => String(index)));
    },
  );

  test("on a phone the form stands before the samples, and rows of a table are cards with headings", async () => {
    const { page, close } = await openAs("eve", "/rest/CreditBalance", { viewport: phone });
    const order = await page.evaluate<string[]>(
      `[...document.querySelectorAll("#try-title, [aria-label=Samples][role=tablist]")].map((one) => one.id || "samples")`,
    );
    expect(order).toEqual(["try-title", "samples"]);
    await page.goto(`${run.app.url}/keys`);
    const cell = page.locator("td[data-label=Status]").first();
    await cell.waitFor();
    const shown = await page.evaluate(`(() => {
      const cell = document.querySelector("td[data-label=Status]");
      return { display: getComputedStyle(cell).display, heading: getComputedStyle(cell, "::before").content };
    })()`);
    expect(shown).toEqual({ display: "block", heading: `"Status"` });
    await close();
  });

  test("the head of a page names its script and its data, which are loaded once", async () => {
    const { page, faults, close } = await openAs("pia", "/graph");
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    for (const path of ["/rest/CreditBalance", "/tools/create_invoice", "/schema", "/guides/webhooks"]) {
      requested.length = 0;
      await page.goto(`${run.app.url}${path}`);
      await settled(page);
      const named = await page.evaluate<string[]>(
        `[...document.head.querySelectorAll("link[rel=modulepreload], link[rel=preload][as=fetch]")]
          .map((link) => new URL(link.href).pathname)`,
      );
      expect(
        named.some((one) => one.startsWith("/explorer/data/")),
        path,
      ).toBe(true);
      expect(
        named.some((one) => one.startsWith("/explorer/assets/")),
        path,
      ).toBe(true);
      for (const one of named)
        expect(
          requested.filter((other) => other === one),
          `${path} ${one}`,
        ).toHaveLength(1);
    }
    await close();
    expect(faults.filter((fault) => !fault.includes("404 (Not Found)"))).toEqual([]);
  });
});
