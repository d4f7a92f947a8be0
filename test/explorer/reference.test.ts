import { statSync, existsSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { siteFolder } from "../../router/explorer/build/site-folder.ts";
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
  ["/tools/create_invoice", "create_invoice"],
  ["/operations#CreditBalance", "Stored operations"],
  ["/schema/Invoice", "Invoice"],
  ["/schema/Invoice/status", "Invoice.status"],
  ["/errors#FORBIDDEN", "Errors"],
];

/** Bytes of scripts and styles that a page loaded, packed as browsers get them. */
async function loadedBytes(page: Page, reload: () => Promise<unknown>): Promise<number> {
  const paths = new Set<string>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith("/explorer/assets/")) paths.add(pathname.replace("/explorer/", ""));
  });
  await reload();
  return [...paths].reduce((sum, path) => {
    const file = `${siteFolder}/${path}`;
    return sum + statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
  }, 0);
}

describe.skipIf(browserPath === null)("the explorer's reference", () => {
  let run: ExplorerRun;
  beforeAll(async () => {
    run = await startExplorer();
  });
  afterAll(() => run?.close());

  test("every page has a heading and readable contrast, fits a phone, loads nothing from other hosts and is small", async () => {
    const { page, faults, close } = await run.open("/", { colorScheme: "light" });
    for (const [path, heading] of pages) {
      await page.setViewportSize({ width: 1280, height: 800 });
      const bytes = await loadedBytes(page, async () => {
        await page.goto(`${run.app.url}${path}`);
        await settled(page);
      });
      expect(bytes, `scripts and styles of ${path}`).toBeLessThanOrEqual(40 * 1024);
      expect(await page.getByRole("heading", { level: 1 }).textContent(), path).toBe(heading);
      expect(await seriousFindings(page), path).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await seriousFindings(page, ["color-contrast"]), `${path} in the dark`).toEqual([]);
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await sidewaysScroll(page), `${path} at 390 pixels`).toBe(0);
    }
    await close();
    expect(faults).toEqual([]);
  }, 300_000);

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
    await page
      .getByRole("status")
      .filter({ hasText: /^200 · / })
      .waitFor();
    await page.getByRole("region", { name: "Response" }).getByText('"balance"').waitFor();
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
