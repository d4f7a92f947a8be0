/**
 * Takes the pictures of the documentation from a running platform with demo data, by hand:
 *
 *     npm start
 *     npx tsx test/explorer/screenshots.ts http://127.0.0.1:4000
 */
import { mkdir } from "node:fs/promises";
import type { Page } from "playwright-core";
import { demoKeys } from "../../src/demo-identities.ts";
import { projectPath } from "../../src/project-root.ts";
import { openBrowser } from "../support/browser.ts";
import { until } from "../support/poll.ts";
import { settled } from "./support.ts";

const url = process.argv[2] ?? "http://127.0.0.1:4000";
const folder = projectPath("docs", "images");
const key = demoKeys.find(({ name }) => name === "full")!.key;
const dayMs = 86_400_000;

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).first().press("Enter");

/** Whether the table shows a state. */
const isThere = async (page: Page, state: string | RegExp): Promise<boolean> =>
  (await page.getByRole("cell").filter({ hasText: state }).count()) > 0;

const open = async (page: Page, path: string, as: string): Promise<void> => {
  await page.goto(`${url}${path}`);
  await settled(page);
  await page.getByLabel("Act as").first().selectOption(as);
  await settled(page);
};

/** A month of usage data for the charts. */
async function useCredits(): Promise<void> {
  for (let day = 29; day >= 0; day--) {
    const at = new Date(Date.now() - day * dayMs).toISOString();
    const calls = 1 + ((day * 7) % 4);
    for (let call = 0; call < calls; call++) {
      const answer = await fetch(`${url}/credits/consume`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key, "x-test-clock": at },
        body: JSON.stringify({
          appId: "central",
          amount: 5 + ((day * 13 + call * 5) % 29),
          description: "Report",
        }),
      });
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    }
  }
}

/** Each screenshot: its name and its preparation. */
const pictures: Record<string, (page: Page) => Promise<void>> = {
  overview: (page) => open(page, "/", "pia"),
  console: async (page) => {
    await open(page, "/console", "pia");
    await press(page, /^Run/);
    await page.getByRole("tab", { name: "Plan" }).press("Enter");
    await page.getByText(/Fetch/).first().waitFor();
  },
  schema: (page) => open(page, "/schema/Invoice", "pia"),
  usage: async (page) => {
    await useCredits();
    await open(page, "/usage", "eve");
    await page.locator(".uplot canvas").first().waitFor();
  },
  keys: (page) => open(page, "/keys", "eve"),
  webhooks: async (page) => {
    await open(page, "/webhooks/receiver", "ada");
    await press(page, "Send my events here");
    await press(page, "Fail the next request");
    await page.getByText("The next request gets status 500.").waitFor();
    await press(page, "Fail the next request");
    await page.getByText("The next 2 requests get status 500.").waitFor();
    await page.getByRole("link", { name: "Endpoints and deliveries" }).press("Enter");
    await settled(page);
    await press(page, /^Send test event/);
    // After its second failure a delivery waits for minutes.
    await until("it has failed twice", () => isThere(page, /^in \d+ min$/));
    await press(page, /^Send test event/);
    await until("another one has arrived", () => isThere(page, "succeeded"));
  },
};

await mkdir(folder, { recursive: true });
const browser = await openBrowser();
try {
  const viewport = { width: 1_200, height: 760 };
  const page = await browser.newPage({ viewport, colorScheme: "light", locale: "en-US", timezoneId: "UTC" });
  const wanted = process.argv.slice(3);
  for (const [name, prepare] of Object.entries(pictures)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await prepare(page);
    await page.screenshot({ path: `${folder}/explorer-${name}.png` });
  }
} finally {
  await browser.close();
}
