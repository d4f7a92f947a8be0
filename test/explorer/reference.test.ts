import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../support/poll.ts";
import {
  browserPath,
  seriousFindings,
  settled,
  sidewaysScroll,
  startExplorer,
  type ExplorerRun,
} from "./support.ts";

/** A page of each kind, and the heading that it must have. */
const pages: readonly (readonly [path: string, heading: string])[] = [
  ["/", "Platform explorer"],
  ["/rest", "REST reference"],
  ["/rest/ConsumeCredits", "POST /credits/consume"],
  ["/tools", "Agent tools"],
  ["/tools/create_invoice", "create_invoice"],
  ["/operations#CreditBalance", "Stored operations"],
  ["/schema/Invoice", "Invoice"],
  ["/schema/Invoice/status", "Invoice.status"],
  ["/errors#FORBIDDEN", "Errors"],
];

/** Bytes that a page receives by the path of each request, headers included, with an empty cache. */
async function receivedBytes(page: Page, load: () => Promise<unknown>): Promise<Map<string, number>> {
  const devtools = await page.context().newCDPSession(page);
  const [paths, bytes] = [new Map<string, string>(), new Map<string, number>()];
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  devtools.on("Network.responseReceived", ({ requestId, response }) =>
    paths.set(requestId, new URL(response.url).pathname),
  );
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
    bytes.set(paths.get(requestId) ?? requestId, encodedDataLength),
  );
  await load();
  await page.waitForLoadState("networkidle");
  await devtools.detach();
  return bytes;
}

const sum = (sizes: Iterable<number>): number => [...sizes].reduce((total, size) => total + size, 0);

/** Files whose names have their hash are loaded once. */
const isKept = (path: string): boolean => path.startsWith("/explorer/assets/");

/** Texts that are smaller than 12 pixels. */
const smallTexts = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const owner = node.parentElement;
      if (node.data.trim() === "" || owner.closest("option, noscript, script, style")) continue;
      const size = parseFloat(getComputedStyle(owner).fontSize);
      if (size > 0 && size < 12) found.add(size + " px: " + node.data.trim().slice(0, 40));
    }
    return [...found];
  })()`);

/** Counts how far content moves while a page loads. */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  `);
}

describe.skipIf(browserPath === null)("the explorer's reference", () => {
  let run: ExplorerRun;
  beforeAll(async () => {
    run = await startExplorer();
  });
  afterAll(() => run?.close());

  test("every page has a heading, loads nothing from other hosts, is small and needs few requests", async () => {
    const { page, faults, close } = await run.open("/");
    const visit = (path: string) =>
      receivedBytes(page, async () => {
        await page.goto(`${run.app.url}${path}`);
        await settled(page);
      });
    const before = await visit("/changelog");
    const sizes: string[] = [];
    for (const [path, heading] of pages) {
      const bytes = await visit(path);
      const more = [...bytes].filter(([name]) => !isKept(name) || !before.has(name)).map(([, size]) => size);
      const [first, next] = [sum(bytes.values()) / 1024, sum(more) / 1024];
      sizes.push(`${path} ${first.toFixed(0)} KB first, ${next.toFixed(0)} KB next, ${bytes.size} requests`);
      // The largest is the list of all operations, some 45 bytes for each of a thousand.
      expect.soft(first, `KB of ${path} first`).toBeLessThanOrEqual(112);
      expect.soft(next, `KB of ${path} after another`).toBeLessThanOrEqual(47);
      expect.soft(bytes.size, `requests of ${path}`).toBeLessThanOrEqual(24);
      expect(await page.getByRole("heading", { level: 1 }).textContent(), path).toBe(heading);
      expect(await smallTexts(page), `${path}, small texts`).toEqual([]);
    }
    console.log(sizes.join("\n"));
    await close();
    expect(faults).toEqual([]);
  });

  test.each([
    [1440, 900],
    [390, 844],
  ])("content does not move while pages load at %i pixels", async (width, height) => {
    const { page, close } = await run.open("/errors", { viewport: { width, height } });
    await recordShifts(page);
    for (const [path] of pages) {
      await page.goto(`${run.app.url}${path}`);
      await settled(page);
      await page.evaluate("document.fonts.ready.then(() => null)");
      expect(await page.evaluate("window.layoutShift"), path).toBeLessThan(0.02);
    }
    // The measurement finds content that is pushed down.
    await page.goto(`${run.app.url}/rest`);
    await settled(page);
    await page.evaluate(`document.querySelector("main").prepend(
      Object.assign(document.createElement("div"), { className: "pushed" }))`);
    await page.evaluate(`document.querySelector(".pushed").style.height = "300px"`);
    await until("the pushed content is counted", async () =>
      page.evaluate<boolean>("window.layoutShift > 0.02"),
    );
    await close();
  });

  test("the filter of a list survives a reload, and arrow keys move between its rows", async () => {
    const { page, faults, close } = await run.open("/rest?q=credits%20balance");
    const rows = page.locator("a.row");
    const all = await rows.count();
    expect(all).toBeGreaterThan(0);
    const filter = page.getByRole("searchbox", { name: "Filter" });
    await filter.fill("credits");
    await page.waitForURL(/\?q=credits$/);
    expect(await rows.count()).toBeGreaterThan(all);
    await page.reload();
    await settled(page);
    expect(await filter.inputValue()).toBe("credits");
    await filter.press("ArrowDown");
    const first = await rows.first().getAttribute("href");
    expect(await page.evaluate("document.activeElement.getAttribute('href')")).toBe(first);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${first!}`);
    await close();
    expect(faults).toEqual([]);
  });

  test("a code block hides tokens and copies them", async () => {
    const { page, faults, close } = await run.open("/rest/CreditBalance", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const sample = page.getByRole("region", { name: "curl sample" });
    await sample.filter({ hasText: "authorization: Bearer ••••" }).waitFor();
    expect(await sample.textContent()).not.toContain("eyJ");
    await page.getByRole("button", { name: "Copy with token" }).first().press("Enter");
    await page.getByRole("status").filter({ hasText: "Copied" }).first().waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toContain("authorization: Bearer eyJ");
    await close();
    expect(faults).toEqual([]);
  });

  test("the accessibility check finds low contrast and an image without a description", async () => {
    const { page, close } = await run.open("/errors", { colorScheme: "light" });
    await page.evaluate(`
      const text = Object.assign(document.createElement("p"), { id: "pale", textContent: "Pale text" });
      Object.assign(text.style, { color: "#eee", background: "#fff" });
      document.querySelector("main").append(text, document.createElement("img"));
    `);
    const found = await seriousFindings(page);
    expect(found.filter((finding) => finding.startsWith("image-alt: "))).toHaveLength(1);
    const pale = found.filter((finding) => finding.startsWith("color-contrast: "));
    expect(pale).toEqual([expect.stringContaining("#pale")]);
    expect(await seriousFindings(page, ["color-contrast"])).toEqual(pale);
    // Of hundreds of rows one has a text of a class of its own, which is pale in the dark alone, and one a button without a name.
    await page.evaluate(`
      document.querySelectorAll("#pale, img").forEach((one) => one.remove());
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("@media (prefers-color-scheme: dark) { .planted { color: #222; background: #111 } }");
      document.adoptedStyleSheets = [sheet];
      const [pale, last] = [...document.querySelectorAll(".rows > li")].slice(-2);
      pale.append(Object.assign(document.createElement("p"), { className: "planted", textContent: "Planted" }));
      const addButton = (row, name) => row.append(Object.assign(document.createElement("button"), { ariaLabel: name }));
      for (const row of document.querySelectorAll(".rows > li")) addButton(row, row === last ? null : "Named");
    `);
    expect(await seriousFindings(page)).toEqual([expect.stringMatching(/^button-name: /)]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await seriousFindings(page, ["color-contrast"])).toEqual([
      expect.stringMatching(/^color-contrast: .*planted/),
    ]);
    await close();
  });

  test("the search reaches a path, a tool, a field and an error in two steps from any page", async () => {
    const { page, faults, close } = await run.open("/errors");
    const goals: readonly (readonly [words: string, heading: string])[] = [
      ["/credits/consume", "POST /credits/consume"],
      ["create invoice", "create_invoice"],
      ["Invoice.amountDue", "Invoice.amountDue"],
      ["IDEMPOTENCY_KEY_REUSED", "Errors"],
    ];
    for (const [words, heading] of goals) {
      await page.locator("main").focus();
      await page.keyboard.press("/");
      await page.getByRole("combobox", { name: /^Search/ }).fill(words);
      await page.getByRole("listbox").getByRole("option").first().waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
    }
    expect(new URL(page.url()).hash).toBe("#IDEMPOTENCY_KEY_REUSED");
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Invoice.amountDue" }).waitFor();
    await close();
    expect(faults).toEqual([]);
  });

  test("a page names the missing permission of the identity, and another identity can send the request", async () => {
    const { page, faults, close } = await run.open("/rest/ConsumeCredits");
    const identity = page.getByRole("combobox", { name: "Act as" });
    await identity.selectOption("key-reader");
    await page.getByText("needs the scope write:credits").waitFor();
    await identity.selectOption({ label: "Pia, professional" });
    await page.getByText("Pia, professional can call it").waitFor();
    await page.getByRole("button", { name: "Send POST as Pia" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Send this request?" });
    await dialog.getByText("It spends money, credits or a paid quota.").waitFor();
    await dialog.getByRole("button", { name: "Send it" }).click();
    await page
      .getByRole("status")
      .filter({ hasText: /^200 · / })
      .waitFor();
    await page.getByRole("region", { name: "Response" }).getByText('"balance"').waitFor();
    await close();
    expect(faults).toEqual([]);
  });

  test("a tool runs from its page: faults, dry run, refusal with another identity, confirmation and response", async () => {
    const { page, faults, close } = await run.open("/tools/consume_credits");
    const identity = page.getByRole("combobox", { name: "Act as" });
    await identity.selectOption("key-reader");
    const amount = page.getByRole("textbox", { name: /^amount/ });
    await amount.fill("many");
    await page.getByRole("button", { name: "Run as API key" }).click();
    await page.getByRole("alert").getByText("1 field needs a correction").waitFor();
    await page.getByRole("tabpanel").getByText("amount must be a number").waitFor();
    await page.locator("input:focus[aria-invalid=true]").waitFor();
    expect(await page.locator("input:focus").getAttribute("id")).toBe(await amount.getAttribute("id"));
    expect(await amount.getAttribute("aria-invalid")).toBe("true");
    expect(await seriousFindings(page)).toEqual([]);

    await amount.fill("1.5");
    await page.getByRole("button", { name: "Dry run" }).click();
    const refusal = page.getByRole("alert").filter({ hasText: "403 FORBIDDEN" });
    await refusal.getByText("needs the scope write:credits").waitFor();
    expect(await refusal.getByRole("link", { name: "About this error" }).getAttribute("href")).toBe(
      "/errors#FORBIDDEN",
    );
    await refusal.getByRole("button", { name: /^Run as / }).click();
    await page.getByRole("status").filter({ hasText: "dry run, nothing changed" }).waitFor();
    await refusal.waitFor({ state: "detached" });

    await page.getByRole("tab", { name: "JSON" }).click();
    const json = page.getByRole("textbox", { name: "Input as JSON" });
    expect(JSON.parse(await json.inputValue())).toMatchObject({ amount: 1.5 });
    await identity.selectOption({ label: "Pia, professional" });
    const sent = page.waitForRequest(/\/tools\/consume_credits\/call$/);
    await page
      .getByRole("button", { name: /^Run as / })
      .first()
      .click();
    await page
      .getByRole("dialog", { name: "Send this request?" })
      .getByRole("button", { name: "Send it" })
      .click();
    expect((await sent).postDataJSON()).toMatchObject({
      arguments: { amount: 1.5, idempotencyKey: expect.any(String) },
      confirm: true,
    });
    await page
      .getByRole("status")
      .filter({ hasText: /^200 · / })
      .waitFor();
    const response = page.getByRole("region", { name: "Response" });
    await response.getByText('"balance"').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await sidewaysScroll(page)).toBe(0);
    await close();
    expect(faults.filter((fault) => !fault.includes("403 (Forbidden)"))).toEqual([]);
  });

  test("lists and groups of a form are filled by keyboard, and a list in a response is a table", async () => {
    const { page, faults, close } = await run.open("/rest/CreateInvoice");
    const json = page.getByRole("textbox", { name: "Input as JSON" });
    await page.getByRole("tab", { name: "JSON" }).click();
    await json.fill(
      JSON.stringify({ client: "ann@example.com", items: [{ description: "First", amount: 10 }] }),
    );
    await page.getByRole("tab", { name: "Form", exact: true }).click();
    await page.getByRole("button", { name: "Add another items item" }).press("Enter");
    const items = page.getByRole("group", { name: /^items \d/ });
    expect(await items.count()).toBe(2);
    // A new item shows the fields that its neighbours have.
    await items
      .last()
      .getByRole("textbox", { name: /^description/ })
      .fill("Second");
    await page.getByRole("button", { name: "Remove items 1" }).press("Enter");
    await page.getByRole("tab", { name: "JSON" }).click();
    expect(JSON.parse(await json.inputValue())).toEqual({
      client: "ann@example.com",
      items: [{ description: "Second" }],
    });
    await json.fill("[");
    await page.getByText("The input is not valid JSON").waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.goto(`${run.app.url}/rest/Accounts`);
    await settled(page);
    await page.getByRole("button", { name: /^Send GET as / }).click();
    await page.getByRole("tab", { name: "Table" }).click();
    await page
      .getByRole("table", { name: /^Rows of / })
      .getByRole("row")
      .nth(1)
      .waitFor();

    await page.goto(`${run.app.url}/rest/GetNetWorthHistory`);
    await settled(page);
    await page.getByRole("button", { name: /^Send GET as / }).click();
    await page.getByRole("tab", { name: "Chart" }).click();
    await page.getByRole("img", { name: /^assets of points by date\. assets: at least / }).waitFor();
    await page.getByLabel("Number").selectOption("netWorth");
    await page.getByRole("img", { name: /^netWorth of points by date/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await close();
    expect(faults).toEqual([]);
  });

  test("the navigation is a drawer on a phone and works by keyboard", async () => {
    const { page, faults, close } = await run.open("/schema", { viewport: { width: 390, height: 844 } });
    const drawer = page.getByRole("navigation", { name: "Pages" });
    expect(await drawer.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Navigation" }).press("Enter");
    await drawer.getByRole("link", { name: "Errors" }).press("Enter");
    await page.getByRole("heading", { level: 1, name: "Errors" }).waitFor();
    await drawer.waitFor({ state: "hidden" });
    expect(await page.title()).toBe("Errors · Hub platform");
    await close();
    expect(faults).toEqual([]);
  });

  test("the load time of a page at 10 Mbit/s and a quarter of the CPU is recorded", async () => {
    const { page, close } = await run.open("/errors");
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 20,
      downloadThroughput: (10 * 1024 * 1024) / 8,
      uploadThroughput: (10 * 1024 * 1024) / 8,
    });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.goto(`${run.app.url}/rest/CreditBalance`);
    await settled(page);
    const ready = Math.round(await page.evaluate<number>("performance.now()"));
    console.log(`A reference page was ready after ${ready} ms at 10 Mbit and a quarter of the processor.`);
    expect(ready).toBeGreaterThan(0);
    await close();
  });
});
