import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";
import { openTab, serveFolder, type Tab } from "../support/browser.ts";
import { until } from "../support/poll.ts";
import { describeNewcomer } from "./newcomer.ts";
import { browserPath, seriousFindings, settled, startExplorer, type ExplorerRun } from "./support.ts";

describe.skipIf(browserPath === null)("the explorer's pages of the account", () => {
  let run: ExplorerRun;
  beforeAll(async () => {
    run = await startExplorer({ RATE_LIMITS: "on" });
  });
  afterAll(() => run?.close());

  /** Opens a page as a demo identity. */
  const openAs = async (name: string, path: string, options = {}): Promise<Tab> => {
    const tab = await run.open(path, options);
    await actAs(tab.page, name);
    return tab;
  };
  const actAs = async (page: Page, name: string): Promise<void> => {
    await page.getByLabel("Act as").first().selectOption(name);
    await settled(page);
  };
  const press = (page: Page, name: string | RegExp) =>
    page.getByRole("button", { name }).first().press("Enter");
  const follow = async (page: Page, name: string | RegExp): Promise<void> => {
    await page.getByRole("link", { name }).first().press("Enter");
    await settled(page);
  };
  const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
  const says = (page: Page, text: string | RegExp) =>
    page.getByRole("status").filter({ hasText: text }).first().waitFor();
  const withKey = (key: string) =>
    fetch(`${run.app.url}/credits/balance/central`, { headers: { "x-api-key": key } });

  test("an API key is created, used, rotated with an overlap and revoked", async () => {
    const { page, faults, close } = await openAs("eve", "/keys/new");
    await page.getByLabel("Name").fill("Nightly export");
    await page.getByLabel("read:credits", { exact: true }).check();
    await page.getByText(/^\d+ routes of read:credits$/).press("Enter");
    await sees(page, "GET /credits/balance/{appId}");
    await says(page, /^1 scopes, \d+ routes$/);
    await page.getByLabel("Requests per day").fill("50");
    await page.getByLabel("Expires").selectOption("30");
    await press(page, "Create key");
    const secret = page.getByRole("region", { name: "Key", exact: true });
    const first = (await secret.textContent())!.trim();
    expect(first).toMatch(/^hub_live_\w{36}$/);
    await sees(page, `HUB_API_KEY=${first}`);
    expect((await withKey(first)).status).toBe(200);

    await follow(page, "All keys");
    const row = page.getByRole("row", { name: /Nightly export/ });
    await row.getByText("read:credits").waitFor();
    expect(await page.textContent("main")).not.toContain(first);
    await row.getByRole("button", { name: "Rotate Nightly export" }).press("Enter");
    await page.getByLabel("The old key expires").selectOption({ label: "after 1 hour" });
    await page.getByRole("dialog").getByRole("button", { name: "Rotate" }).press("Enter");
    await says(page, "Nightly export was rotated.");
    const second = (await secret.textContent())!.trim();
    expect(second).not.toBe(first);
    await row.getByText(/^old key works for \d+ min$|^old key works for 1 h/).waitFor();
    expect([(await withKey(first)).status, (await withKey(second)).status]).toEqual([200, 200]);

    await row.getByRole("button", { name: "Revoke Nightly export" }).press("Enter");
    const revoke = page.getByRole("button", { name: "Revoke key" });
    await page.getByLabel(/^Type the key's name/).fill("Nightly");
    expect(await revoke.isDisabled()).toBe(true);
    await page.getByLabel(/^Type the key's name/).fill("Nightly export");
    await revoke.press("Enter");
    await says(page, "Nightly export was revoked.");
    await row.getByText("revoked", { exact: true }).waitFor();
    expect([(await withKey(first)).status, (await withKey(second)).status]).toEqual([401, 401]);
    await close();
    expect(faults).toEqual([]);
  });

  test("an account without access to keys sees the required and the current tier", async () => {
    const { page, faults, close } = await openAs("sam", "/keys");
    const alert = page.getByRole("alert");
    await alert.filter({ hasText: "FORBIDDEN" }).waitFor();
    await alert.getByText("integration", { exact: true }).waitFor();
    await alert.getByRole("link", { name: "Change your plan" }).waitFor();
    await close();
    expect(faults).toEqual([]);
  });

  test("a free visitor opens all pages of the account, and keeps the quota", async () => {
    const { page, faults, close } = await openAs("fay", "/");
    const paths = ["/usage", "/keys", "/webhooks", "/settings", "/requests", "/members", "/prices"];
    for (const path of [...paths, ...paths]) {
      await page.goto(`${run.app.url}${path}`);
      await settled(page);
      expect([path, await page.getByText("RATE_LIMIT_EXCEEDED").count()]).toEqual([path, 0]);
    }
    const answer = await run.app.get("/credits/balance/central", await run.app.as("fay"));
    expect([answer.status, answer.headers["ratelimit-remaining"]]).toEqual([200, "9"]);
    await close();
    expect(faults).toEqual([]);
  });

  test("a webhook fails, arrives and is redelivered manually, with a valid signature each time", async () => {
    const { page, faults, close } = await openAs("ada", "/webhooks/receiver");
    await press(page, "Send my events here");
    await says(page, /The receiver now gets the account's events\./);
    await press(page, "Fail the next request");
    await says(page, /The next request gets status 500\./);
    await press(page, "Fail the next request");
    await says(page, /The next 2 requests get status 500\./);
    await follow(page, "Endpoints and deliveries");
    await press(page, /^Send test event/);
    await says(page, "The test event was sent.");
    await page.getByRole("link", { name: "webhook.test" }).waitFor();
    await follow(page, "webhook.test");
    const tries = page.getByRole("listitem").filter({ hasText: / after \d+ ms/ });
    /** The page may be read between an attempt and its result. */
    const untilTried = (times: number, outcome: string) =>
      until(`it was tried ${times} times, and ${outcome}`, async () => {
        await press(page, "Refresh");
        await settled(page);
        return (await tries.count()) === times && (await page.getByText(outcome).count()) > 0;
      });
    const hurry = (times: number) =>
      run.app.database.query(
        `UPDATE hub.webhook_deliveries SET next_attempt_at = now() WHERE status = 'pending' AND tries = $1`,
        [times],
      );
    await untilTried(1, "failed, will retry");
    await hurry(1);
    await untilTried(2, "failed, will retry");
    await sees(page, /Next attempt in \d+ min\./);
    expect(await tries.filter({ hasText: "500 bad status" }).count()).toBe(2);
    const replay = page.getByRole("button", { name: "Replay" });
    expect(await replay.isDisabled()).toBe(true);
    await hurry(2);
    await untilTried(3, "succeeded");
    await replay.press("Enter");
    await says(page, "The delivery was queued again.");
    await untilTried(4, "succeeded");
    const signatures = page.getByRole("table", { name: "Signatures by attempt" }).getByRole("row");
    await until("each try has its signature", async () => (await signatures.count()) === 5);

    await follow(page, "Webhooks");
    await follow(page, "sandbox receiver");
    const arrivals = page.getByRole("listitem").filter({ hasText: "webhook.test" });
    await until("all four are checked", async () => {
      const good = arrivals.filter({ hasText: "valid signature" });
      return (await good.count()) === 4;
    });
    expect(await arrivals.filter({ hasText: "status 500" }).count()).toBe(2);
    await close();
    expect(faults).toEqual([]);
  });

  test("a plan bought on the payment page is shown as the current plan", async () => {
    const { page, faults, close } = await openTab(run.browser, [run.app.url, run.app.sandboxUrl]);
    await page.goto(`${run.app.url}/settings`);
    await settled(page);
    await actAs(page, "fay");
    await sees(page, /^Current plan: free/);
    await press(page, "Upgrade to Starter");
    await page.getByRole("heading", { name: "Pay $29.00" }).waitFor();
    await press(page, "Pay $29.00");
    await says(page, "The payment is confirmed.");
    await sees(page, /^Current plan: starter/);
    expect(new URL(page.url()).search).toBe("");
    expect(await page.getByLabel("Act as").first().inputValue()).toBe("fay");
    await close();
    expect(faults).toEqual([]);
  });

  test("the page that a refused key leads to sells the integration tier", async () => {
    const { page, faults, close } = await openTab(run.browser, [run.app.url, run.app.sandboxUrl]);
    await page.goto(`${run.app.url}/keys`);
    await settled(page);
    await actAs(page, "pia");
    const alert = page.getByRole("alert").filter({ hasText: "FORBIDDEN" });
    await alert.getByText(/integration tier of the invoicing app/).waitFor();
    await alert.getByRole("link", { name: "Change your plan" }).press("Enter");
    await page.getByRole("region", { name: "Plan of the invoicing app" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await press(page, "Upgrade to Integration");
    await page.getByRole("heading", { name: "Pay $29.99" }).waitFor();
    await press(page, "Pay $29.99");
    await says(page, "The payment is confirmed.");
    await sees(page, /^Current plan: integration/);
    const key = { name: "Bought", scopes: ["read:invoices"], expiresInDays: 30 };
    expect((await run.app.post("/api-keys", key, await run.app.as("pia"))).status).toBe(201);
    await close();
    expect(faults).toEqual([]);
  });

  test("usage shows each number as chart, table and file, with its query", async () => {
    for (const amount of [1.25, 2]) {
      const input = { appId: "central", amount, description: "sample" };
      const spent = await run.app.post("/credits/consume", input, await run.app.as("eve"));
      expect(spent.status).toBe(200);
    }
    await run.app.get("/credits/balance/central", run.app.withKey("full"));
    const { page, faults, close } = await openAs("eve", "/usage");
    await page
      .getByRole("img", { name: /^Credits spent by day, last 30 days\. Spent: 3\.25 in all/ })
      .waitFor();
    const byApp = page.getByRole("table", { name: "Credits spent by app" });
    await byApp.getByRole("row", { name: /^central 3\.25/ }).waitFor();
    await page.getByText("Table", { exact: true }).first().press("Enter");
    const table = page.getByRole("table", { name: /^Credits spent by day/ });
    expect(await table.getByRole("row").count()).toBe(32);
    await page
      .getByRole("table", { name: "Requests by key" })
      .getByRole("row", { name: /^full / })
      .waitFor();
    await page.locator(".uplot canvas").first().waitFor();

    await press(page, "Show query of Credits spent");
    await page
      .getByRole("region", { name: "Query of Credits spent" })
      .getByText("query CreditUsage")
      .waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), press(page, "Download CSV")]);
    expect(file.suggestedFilename()).toBe("credits.csv");

    await page.getByRole("combobox", { name: /^Last/ }).selectOption("24 hours");
    await page.getByRole("img", { name: /^Credits spent by hour, last 24 hours/ }).waitFor();
    await actAs(page, "pia");
    await page.getByText("of 60, plan professional").waitFor();
    await close();
    expect(faults).toEqual([]);
  });

  test("the receiver accepts requests of the explorer's own page only", async () => {
    const receiver = `${run.app.url}/explorer/receiver.json`;
    expect((await fetch(receiver)).status).toBe(200);
    expect((await fetch(receiver, { headers: { origin: "https://evil.example" } })).status).toBe(403);
    expect((await fetch(receiver, { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403);
    const foreign = await run.app.get("/explorer/receiver.json", { host: "evil.example" });
    expect(foreign.status).toBe(403);
  });

  test("the Grafana example sends valid queries with a key that reads credits", async () => {
    const text = await readFile(projectPath("docs/examples/dashboard/grafana.json"), "utf8");
    const [from, to] = [new Date(Date.now() - 86_400_000).toISOString(), new Date().toISOString()];
    const filled = text.replaceAll("${__from:date:iso}", from).replaceAll("${__to:date:iso}", to);
    const { panels } = JSON.parse(filled) as { panels: { targets: GrafanaTarget[] }[] };
    const targets = panels.flatMap((panel) => panel.targets);
    expect(targets).toHaveLength(3);
    for (const { url_options: options, root_selector: selector, columns } of targets) {
      const { body } = await run.app.graphql(options.body_graphql_query, {}, run.app.withKey("full"));
      expect(body.errors).toBeUndefined();
      const rows = selector.split(".").reduce((value, name) => value[name], body);
      expect(Object.keys(rows[0])).toEqual(expect.arrayContaining(columns.map((column) => column.selector)));
    }
  });

  test("the example page shows the credits of an API key", async () => {
    const site = await serveFolder(projectPath("."));
    const made = await run.app.send("PATCH", "/admin/apps/central", await run.app.as("ada"), {
      allowedOrigins: [site.origin],
    });
    expect(made.status).toBe(200);
    // A change of origins counts within a second.
    await until("its pages may call", async () => {
      const { headers } = await run.app.send("OPTIONS", "/graphql", {
        origin: site.origin,
        "access-control-request-method": "POST",
      });
      return headers["access-control-allow-origin"] === site.origin;
    });
    const { page, faults, close } = await openTab(run.browser, [site.origin, run.app.url]);
    try {
      await page.goto(`${site.origin}/docs/examples/dashboard/index.html`);
      await page.getByLabel("API URL").fill(run.app.url);
      await page.getByLabel("API key").fill(run.app.withKey("full")["x-api-key"]!);
      await press(page, "Show");
      await says(page, /^Plan enterprise\. Spent in 30 days: /);
      await page
        .getByRole("table", { name: "Credits to spend" })
        .getByRole("row", { name: /^central / })
        .waitFor();
      expect(await page.getByRole("table", { name: "Spent by day" }).getByRole("row").count()).toBe(31);
      expect(faults).toEqual([]);
    } finally {
      await close();
      await site.close();
    }
  });

  describeNewcomer(() => run);
});

interface GrafanaTarget {
  url_options: { body_graphql_query: string };
  root_selector: string;
  columns: { selector: string }[];
}
