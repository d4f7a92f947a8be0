import { mkdir, rm } from "node:fs/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";
import { until } from "../support/poll.ts";
import { violationsOf } from "./accessibility.ts";
import { settled, type ExplorerRun } from "./support.ts";

/** Not in the repository: the pictures of the last run. */
const folder = projectPath("dist", "newcomer");
const longestMs = 10 * 60_000;

/**
 * The first ten minutes of a newcomer who has a business plan: a key, the first call at each door, a webhook, a shared query
 * and an agent with a tool. Each step asserts what the platform then knows, is free of findings of axe, and leaves a picture.
 */
export function describeNewcomer(getRun: () => ExplorerRun): void {
  describe("a newcomer", () => {
    test("creates a key, calls three doors, verifies a webhook, shares a query and connects an agent", async () => {
      const run = getRun();
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      const permissions = ["clipboard-read", "clipboard-write"];
      const { page, faults, close } = await run.open("/", { permissions, colorScheme: "light" });
      const walk = new Walk(page);
      await actAs(page, "bo");
      await walk.picture("overview");

      await createKey(walk, run);
      await callDoors(walk);
      await receiveWebhook(walk);
      const link = await shareQuery(walk, run);
      await openLink(walk, link);
      await connectAgent(walk);

      await close();
      expect(faults).toEqual([]);
      expect(walk.tookMs).toBeLessThan(longestMs);
      console.log(
        `Newcomer: ${walk.pictures} pictures, ${(walk.tookMs / 1000).toFixed(1)} s without the checks.`,
      );
    });
  });
}

/** Takes the numbered pictures, and the time of everything else. */
class Walk {
  readonly page: Page;
  pictures = 0;
  readonly #startedAt = performance.now();
  #checkedMs = 0;

  constructor(page: Page) {
    this.page = page;
  }

  /** Time since the start, without that of pictures and checks. */
  get tookMs(): number {
    return performance.now() - this.#startedAt - this.#checkedMs;
  }

  async picture(name: string, page: Page = this.page): Promise<void> {
    const startedAt = performance.now();
    await settled(page);
    const violations = await violationsOf(page);
    const findings = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
    );
    if (findings.length > 0) throw new Error(`Findings of axe at ${name}: ${findings.join("; ")}`);
    this.pictures++;
    const number = String(this.pictures).padStart(2, "0");
    await page.screenshot({ path: `${folder}/${number}-${name}.png`, fullPage: true });
    this.#checkedMs += performance.now() - startedAt;
  }
}

async function actAs(page: Page, name: string): Promise<void> {
  await page.getByLabel("Act as").first().selectOption(name);
  await settled(page);
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).first().press("Enter");

/** Follows a link of the navigation, which keeps a key that the page holds in its memory. */
async function visit(page: Page, name: string): Promise<void> {
  const link = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name, exact: true });
  await link.press("Enter");
  await link.and(page.locator("[aria-current=page]")).waitFor();
  await settled(page);
}

async function createKey(walk: Walk, { app }: ExplorerRun): Promise<void> {
  const { page } = walk;
  await visit(page, "API keys");
  await page
    .getByRole("link", { name: /new key|create/i })
    .first()
    .press("Enter");
  await settled(page);
  await page.getByLabel("Name").fill("First steps");
  await page.getByLabel("read:credits", { exact: true }).check();
  await page.getByLabel("Expires").selectOption("30");
  await walk.picture("new-key");
  await press(page, "Create key");
  const secret = page.getByRole("region", { name: "Key", exact: true });
  const key = (await secret.textContent())!.trim();
  await walk.picture("key");
  const answer = await app.get("/credits/balance/central", { "x-api-key": key });
  expect([answer.status, answer.body.appId]).toEqual([200, "central"]);
  await press(page, "Use this key");
  await settled(page);
}

/** As the key, which the header shows. */
async function callDoors(walk: Walk): Promise<void> {
  const { page } = walk;
  await visit(page, "Overview");
  expect(await page.getByLabel("Act as").first().inputValue()).toMatch(/^pasted-/);
  for (const door of ["GraphQL", "REST", "Agent tools"]) {
    await press(page, `Run it by ${door}`);
    const answer = page.getByRole("region", { name: `${door} response` });
    await answer.filter({ hasText: '"available"' }).waitFor();
    const card = page.getByRole("region", { name: door, exact: true });
    await card
      .getByRole("status")
      .filter({ hasText: /^200 · / })
      .first()
      .waitFor();
  }
  await walk.picture("first-calls");
}

async function receiveWebhook(walk: Walk): Promise<void> {
  const { page } = walk;
  await actAs(page, "bo");
  await visit(page, "Webhooks");
  await page.getByRole("link", { name: "sandbox receiver" }).first().press("Enter");
  await settled(page);
  await press(page, "Clear");
  await press(page, "Send my events here");
  await page
    .getByRole("status")
    .filter({ hasText: /gets the account's events/ })
    .first()
    .waitFor();
  await walk.picture("receiver");
  await page.getByRole("link", { name: "Endpoints and deliveries" }).first().press("Enter");
  await settled(page);
  await press(page, /^Send test event/);
  await page.getByRole("link", { name: "webhook.test" }).first().press("Enter");
  await settled(page);
  await until("the delivery succeeded", async () => {
    await press(page, "Refresh");
    await settled(page);
    return (await page.getByText("succeeded").count()) > 0;
  });
  await walk.picture("delivery");
  await visit(page, "Webhooks");
  await page.getByRole("link", { name: "sandbox receiver" }).first().press("Enter");
  await settled(page);
  const arrival = page.getByRole("listitem").filter({ hasText: "webhook.test" });
  await arrival.filter({ hasText: "valid signature" }).first().waitFor();
  await walk.picture("verified");
}

const query = `query MyCredits {
  creditBalance(appId: "central") {
    available
  }
}`;

/** Runs a query and shares it. Returns the link. */
async function shareQuery(walk: Walk, { app }: ExplorerRun): Promise<string> {
  const { page } = walk;
  await page.goto(`${app.url}/console`);
  await settled(page);
  const editor = page.getByRole("textbox", { name: "GraphQL document" });
  await editor.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(query);
  await page.getByText(/^est\. /).waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).press("Enter");
  await page.locator(".run-outcome").filter({ hasText: "200" }).waitFor();
  await page.getByText('"available": ').first().waitFor();
  await press(page, "Share");
  const link = await page.getByLabel("Link to this document").inputValue();
  expect(link).toMatch(/\/console#share=1\./);
  await walk.picture("shared-query");
  return link;
}

/** As a colleague opens it, in a browser of their own. */
async function openLink(walk: Walk, link: string): Promise<void> {
  const context = await walk.page.context().browser()!.newContext({ locale: "en-US", colorScheme: "light" });
  const page = await context.newPage();
  await page.goto(link);
  await settled(page);
  await page.getByRole("textbox", { name: "GraphQL document" }).filter({ hasText: "MyCredits" }).waitFor();
  await page.getByText(/^est\. /).waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).press("Enter");
  await page.locator(".run-outcome").filter({ hasText: "200" }).waitFor();
  await walk.picture("colleague", page);
  await context.close();
}

interface AgentConfig {
  mcpServers: { hub: { type: string; url: string; headers: Record<string, string> } };
}

/** Copies the configuration for an agent, and calls a tool as an agent that has it. */
async function connectAgent(walk: Walk): Promise<void> {
  const { page } = walk;
  await visit(page, "Agent tools");
  const block = page.getByRole("figure").filter({ hasText: "mcpServers" });
  await block.getByRole("button", { name: "Copy with token" }).press("Enter");
  await page.getByRole("status").filter({ hasText: "Copied" }).first().waitFor();
  const copied = await page.evaluate<string>("navigator.clipboard.readText()");
  const { hub } = (JSON.parse(copied) as AgentConfig).mcpServers;
  expect(hub.type).toBe("http");
  await walk.picture("agent-configuration");

  const client = new Client({ name: "newcomer", version: "1.0.0" });
  const { headers } = hub;
  await client.connect(new StreamableHTTPClientTransport(new URL(hub.url), { requestInit: { headers } }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("get_credit_balance");
  const result = await client.callTool({ name: "get_credit_balance", arguments: { appId: "central" } });
  expect(result.structuredContent).toMatchObject({ success: true, appId: "central" });
  await client.close();
  await page.goto(new URL("/tools/get_credit_balance", hub.url).href);
  await page.getByRole("heading", { level: 1 }).filter({ hasText: "get_credit_balance" }).waitFor();
  await walk.picture("tool");
}
