import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { buildExplorer } from "../../router/explorer/build/build-explorer.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { openBrowser, openTab, type Tab } from "../support/browser.ts";

export { browserPath } from "../support/browser.ts";
export { seriousFindings } from "./accessibility.ts";

/** The platform with the explorer built, and a browser for its pages. */
export interface ExplorerRun {
  app: TestApp;
  browser: Browser;
  /** Opens a page of the explorer, and waits until it has drawn itself. */
  open(path: string, options?: BrowserContextOptions): Promise<Tab>;
  close(): Promise<void>;
}

let built: Promise<unknown> | null = null;

/** Starts the platform with the explorer, and a browser. */
export async function startExplorer(env: Record<string, string> = {}): Promise<ExplorerRun> {
  await (built ??= buildExplorer());
  const [app, browser] = await Promise.all([createTestApp(env), openBrowser()]);
  return {
    app,
    browser,
    open: async (path, options = {}) => {
      const tab = await openTab(browser, [app.url], options);
      await recordViolations(tab);
      await tab.page.goto(`${app.url}${path}`);
      await settled(tab.page);
      return tab;
    },
    close: async () => {
      await browser.close();
      await app.close();
    },
  };
}

/** Waits until the page of the address has drawn its heading and loads nothing more. */
export async function settled(page: Page): Promise<void> {
  await page.locator("main[aria-busy=false] h1").first().waitFor();
  await page.locator("main .spinner").first().waitFor({ state: "detached" });
}

/** Violations of the page's policy count as faults of the tab. */
async function recordViolations({ page, faults }: Tab): Promise<void> {
  await page.exposeFunction("recordViolation", (text: string) => void faults.push(`policy: ${text}`));
  await page.addInitScript(`document.addEventListener("securitypolicyviolation", (event) =>
    window.recordViolation(event.violatedDirective + " " + event.blockedURI + " " + event.sample))`);
}

/** By how many pixels the page is wider than the window. 0 without horizontal scrolling. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}
