import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OperationDocs } from "../../router/explorer/data/docs.types.ts";
import { readPrices } from "../../router/explorer/changelog/release-files.ts";
import type { SessionFacts } from "../../router/explorer/session.types.ts";
import { samplesOf, type Sample } from "../../router/explorer/web/samples/samples.ts";
import {
  browserPath,
  seriousFindings,
  settled,
  sidewaysScroll,
  startExplorer,
  type ExplorerRun,
} from "./support.ts";

describe.skipIf(browserPath === null)("the explorer's console", () => {
  let explorer: ExplorerRun;
  beforeAll(async () => {
    explorer = await startExplorer();
  });
  afterAll(() => explorer?.close());

  const editor = (page: Page) => page.getByRole("textbox", { name: "GraphQL document" });
  const run = (page: Page) => page.getByRole("button", { name: "Run", exact: true });
  const outcome = (page: Page, text: string | RegExp) =>
    page.locator(".run-outcome").filter({ hasText: text }).waitFor();
  const actAs = async (page: Page, label: RegExp | string) => {
    const choice = page.getByRole("combobox", { name: "Run as" });
    const option = choice.getByRole("option", { name: label });
    await option.waitFor({ state: "attached" });
    await choice.selectOption(await option.getAttribute("value"));
  };
  /** Waits until the schema is there, which the estimate needs. */
  const ready = (page: Page) => page.getByText(/^est\. /).waitFor();
  const write = async (page: Page, document: string) => {
    await editor(page).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(document);
  };

  test("the first run shows response, plan, headers, history and samples", async () => {
    const { page, faults, close } = await explorer.open("/console");
    await page.getByText("est. 0 credits, 3 fetches").waitFor();
    await run(page).click();
    await outcome(page, "200");
    await page.getByText(`"id": "demo-pia"`).waitFor();

    await page.getByRole("tab", { name: "Plan" }).click();
    const steps = page.getByRole("list", { name: "Steps" });
    for (const name of ["hub", "gateway", "property"]) await steps.getByText(name, { exact: true }).waitFor();
    await page.getByText("3 fetches.", { exact: false }).first().waitFor();

    await page.getByRole("tab", { name: "Headers", exact: true }).click();
    await page.getByRole("row", { name: /^x-request-id/ }).waitFor();

    await page.getByRole("tab", { name: "Copy as" }).click();
    await page.getByRole("tab", { name: "curl" }).click();
    await page
      .getByRole("region", { name: "Request as curl" })
      .filter({ hasText: "authorization: Bearer ••••" })
      .waitFor();

    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("button", { name: "query Dashboard" }).waitFor();
    await close();
    expect(faults).toEqual([]);
  });

  test("a link opens a stored operation with example arguments and an estimate of its cost", async () => {
    const { page, faults, close } = await explorer.open("/console?op=CreateInvoice");
    await page.getByText(`est. ${readPrices()["invoice.create"]} credits, 1 fetch`).waitFor();
    await page.getByRole("textbox", { name: "Variables as JSON" }).filter({ hasText: "input" }).waitFor();
    await page.goto(`${explorer.app.url}/console?op=CreditBalance`);
    await editor(page).filter({ hasText: "creditBalance(appId: $appId)" }).waitFor();
    await page.getByRole("textbox", { name: "Variables as JSON" }).filter({ hasText: "appId" }).waitFor();
    await close();
    expect(faults).toEqual([]);
  });

  test("a denied run names the missing scope, and can be repeated with an identity that has it", async () => {
    const { page, faults, close } = await explorer.open("/console?op=ConsumeCredits");
    await ready(page);
    await actAs(page, "API key · read:invoices read:properties");
    await run(page).click();
    const note = page.getByRole("alert").filter({ hasText: "403 FORBIDDEN" });
    await note.getByText("needs the scope write:credits").waitFor();
    await note.getByRole("button", { name: /^Run as / }).click();
    await outcome(page, /^200/);
    await page.getByText(`"balance":`).waitFor();
    await note.waitFor({ state: "detached" });

    await actAs(page, "Nobody (no credential)");
    await run(page).click();
    await page
      .getByRole("alert")
      .filter({ hasText: "401 MISSING_TOKEN" })
      .getByText("needs a credential")
      .waitFor();
    await close();
    expect(faults.filter((fault) => !fault.includes("401 (Unauthorized)"))).toEqual([]);
  });

  test("the console works by keyboard only, from the first Tab to the response", async () => {
    const { page, faults, close } = await explorer.open("/console");
    await ready(page);
    const focused = () =>
      page.evaluate<string>(
        `(() => { let e = document.activeElement; while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
          return e?.getAttribute("aria-label") ?? e?.textContent ?? ""; })()`,
      );
    const tabTo = async (name: string) => {
      for (let step = 0; step < 60; step++) {
        await page.keyboard.press("Tab");
        if ((await focused()) === name) return;
      }
      throw new Error(`Tab does not reach ${name}`);
    };
    await tabTo("GraphQL document");
    await page.keyboard.press("Control+a");
    await page.keyboard.type(`query Mine { creditBal`);
    await page
      .getByRole("option", { name: /^creditBalance/ })
      .first()
      .waitFor();
    // The editor takes Enter for a new line until a choice has been on show for a moment.
    await page.waitForTimeout(250);
    await page.keyboard.press("Enter");
    await editor(page)
      .filter({ hasText: /creditBalance$|creditBalance\W/ })
      .waitFor();
    await page.keyboard.type(`(appId: "central") { balance `);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Enter");
    await outcome(page, /^200/);
    await page.getByText(`"balance":`).waitFor();
    await tabTo("Response");
    await page.keyboard.press("ArrowRight");
    expect(await focused()).toBe("Plan");
    await page.getByText("1 fetch.", { exact: false }).waitFor();
    await close();
    expect(faults).toEqual([]);
  });

  test("the editor marks fields that are not in the schema, and an invalid document is not sent", async () => {
    const { page, faults, close } = await explorer.open("/console");
    await ready(page);
    await write(page, "{ nothingOfTheKind }");
    await page.locator(".cm-lintRange-error").first().waitFor();
    await write(page, "query {");
    await run(page).click();
    await page
      .getByRole("alert")
      .filter({ hasText: /Syntax Error.*line 1/ })
      .waitFor();
    await close();
    expect(faults).toEqual([]);
  });

  test("events of a subscription appear until it is stopped", async () => {
    const { page, faults, close } = await explorer.open("/console");
    await ready(page);
    await write(page, `subscription Live { creditBalanceChanged(appId: "central") { balance } }`);
    await run(page).click();
    await page.getByText("1 event, newest first.").waitFor();
    const spend = { appId: "central", amount: 1, description: "seen live" };
    const { status } = await explorer.app.post("/credits/consume", spend, await explorer.app.as("pia"));
    expect(status).toBe(200);
    await page.getByText("2 events, newest first.").waitFor();
    await page.getByText(`"creditBalanceChanged"`).first().waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await run(page).waitFor();
    await close();
    expect(faults).toEqual([]);
  });

  test("documents, layout and identity survive a reload, and tabs keep their own text and response", async () => {
    const { page, faults, close } = await explorer.open("/console");
    await ready(page);
    await page.getByRole("button", { name: "New document" }).click();
    await write(page, 'query Balance { creditBalance(appId: "central") { balance } }');
    const choice = page.getByRole("combobox", { name: "Run as" });
    await choice.locator("option[value=ada]").waitFor({ state: "attached" });
    await choice.selectOption("ada");
    await run(page).click();
    await outcome(page, /^200/);
    const documents = page.getByRole("navigation", { name: "Documents" });
    await documents.getByRole("button", { name: "Dashboard", exact: true }).click();
    await editor(page).filter({ hasText: "query Dashboard" }).waitFor();
    await page.getByText("No response yet").first().waitFor();
    await documents.getByRole("button", { name: "Balance", exact: true }).click();
    await page.getByRole("region", { name: "Response" }).getByText('"balance"').waitFor();
    const width = page.getByRole("separator", { name: "Width of the editor" });
    await width.focus();
    await page.keyboard.press("ArrowRight");
    expect(await width.getAttribute("aria-valuenow")).toBe("52");

    await page.reload();
    await settled(page);
    await editor(page).filter({ hasText: "query Balance" }).waitFor();
    expect(await width.getAttribute("aria-valuenow")).toBe("52");
    await page.waitForFunction(`document.querySelector(".run-bar select").value === "ada"`);
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("searchbox", { name: "Search the history" }).fill("creditBalance ada");
    await page.getByRole("button", { name: "query Balance" }).waitFor();
    await page.getByRole("searchbox", { name: "Search the history" }).fill("nothing of the kind");
    await page.getByRole("button", { name: "query Balance" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Close Balance" }).click();
    await editor(page).filter({ hasText: "query Dashboard" }).waitFor();
    await close();
    expect(faults).toEqual([]);
  });

  test("a link opens its document in a new tab and runs nothing, and the docs add fields at the cursor", async () => {
    const { page, faults, close } = await explorer.open("/console");
    await ready(page);
    await page.getByRole("button", { name: "New document" }).click();
    await write(page, "query Mine{me{id}}");
    await page.getByRole("button", { name: "Prettify" }).click();
    await page.getByText("Formatted.").waitFor();
    await page.getByRole("button", { name: "Share" }).click();
    const link = await page.getByRole("textbox", { name: "Link to this document" }).inputValue();
    expect(link).toMatch(/\/console#share=1\.[\w-]+$/);

    const other = await explorer.open("/console");
    let sent = 0;
    other.page.on("request", (request) => (sent += request.url().endsWith("/graphql") ? 1 : 0));
    // Another fragment alone does not load the page.
    await other.page.goto("about:blank");
    await other.page.goto(link);
    await other.page.getByText("Opened from a link. Read it before you run it.").waitFor();
    await editor(other.page).filter({ hasText: "query Mine" }).waitFor();
    expect(new URL(other.page.url()).hash).toBe("");
    expect(sent).toBe(0);

    await other.page.getByRole("button", { name: "Docs" }).click();
    const docs = other.page.getByRole("region", { name: "Docs" });
    await docs.getByRole("combobox", { name: "Fields of" }).selectOption("Query");
    await docs.getByRole("searchbox", { name: "Filter" }).fill("creditBalance");
    await docs.getByRole("button", { name: "Add creditBalance", exact: true }).click();
    await editor(other.page).filter({ hasText: "query Mine($appId: ID!)" }).waitFor();
    await other.page
      .getByRole("textbox", { name: "Variables as JSON" })
      .filter({ hasText: '"appId": ""' })
      .waitFor();
    await docs.getByRole("combobox", { name: "Fields of" }).selectOption("cursor");
    await docs.getByRole("button", { name: "Add balance", exact: true }).click();
    await docs.getByText("Added balance.").waitFor();
    await editor(other.page)
      .filter({ hasText: /creditBalance\(appId: \$appId\) {[^}]*balance/ })
      .waitFor();
    expect(await seriousFindings(other.page)).toEqual([]);
    await other.page.goto("about:blank");
    await other.page.goto(`${explorer.app.url}/console#share=1.damaged`);
    await other.page.getByText("This link is damaged.").waitFor();
    await Promise.all([close(), other.close()]);
    expect([...faults, ...other.faults]).toEqual([]);
  });

  test("a collection is exported and imported, and a list of a response is a table", async () => {
    const { page, faults, close } = await explorer.open("/console");
    await ready(page);
    await page.getByRole("tab", { name: "Saved" }).click();
    await page.getByRole("textbox", { name: "Save as" }).fill("Overview");
    await page.getByRole("combobox", { name: "Collection" }).fill("Mine");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export" }).click(),
    ]);
    await page.getByLabel("Import").setInputFiles({
      name: "bad.json",
      mimeType: "application/json",
      buffer: Buffer.from("{}"),
    });
    await page.getByText("The file is not a collection that this console exported.").waitFor();
    await page.getByLabel("Import").setInputFiles(await file.path());
    await page.getByText("Imported 1 operation.").waitFor();
    await page.getByRole("button", { name: "Overview (2)", exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await run(page).click();
    await outcome(page, /^200/);
    await page.getByRole("tab", { name: "Table" }).click();
    await page.getByRole("table", { name: "Rows of me.creditBalances" }).getByRole("row").nth(1).waitFor();
    await page.getByRole("tab", { name: "Timing" }).click();
    await page.getByRole("row", { name: /^hub / }).first().waitFor();
    await page.getByRole("tab", { name: "Response" }).click();
    const response = page.getByRole("region", { name: "Response" });
    await response.getByText('"id": "demo-pia"').waitFor();
    await response.getByRole("button", { name: /^me, / }).press("Enter");
    await response.getByText('"id": "demo-pia"').waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Unfold all" }).click();
    await response.getByText('"id": "demo-pia"').waitFor();
    await close();
    expect(faults).toEqual([]);
  });

  test("saved operations stay in the browser, without tokens and headers", async () => {
    const { page, faults, close } = await explorer.open("/console?op=CreditBalance");
    await ready(page);
    await page.getByRole("tab", { name: "Request headers" }).click();
    await page.getByRole("textbox", { name: "Request headers as JSON" }).click();
    await page.keyboard.insertText(`{"x-request-id": "req_of_a_person"}`);
    await run(page).click();
    await outcome(page, /^200/);
    await page.getByRole("tab", { name: "Saved" }).click();
    await page.getByRole("textbox", { name: "Save as" }).fill("My balance");
    await page.keyboard.press("Enter");
    await page.getByText("Saved My balance.").waitFor();
    const kept = await page.evaluate<string>(`(async () => {
      const open = (name) => new Promise((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error); });
      const all = (store) => new Promise((resolve) => { store.getAll().onsuccess = (event) => resolve(event.target.result); });
      const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie];
      for (const { name } of await indexedDB.databases()) {
        const database = await open(name);
        for (const store of database.objectStoreNames)
          texts.push(JSON.stringify(await all(database.transaction(store).objectStore(store))));
        database.close();
      }
      return texts.join("\\n"); })()`);
    expect(kept).toContain("creditBalance(appId: $appId)");
    const secrets = explorer.app
      .as("pia")
      .then(({ authorization }) => authorization!.split(".")[0]!.slice(7));
    expect(kept).not.toContain(await secrets);
    expect(kept).not.toContain("req_of_a_person");

    await page.goto(`${explorer.app.url}/console`);
    await settled(page);
    await page.getByRole("tab", { name: "Saved" }).click();
    await page.getByRole("button", { name: "My balance", exact: true }).click();
    await editor(page).filter({ hasText: "creditBalance(appId: $appId)" }).waitFor();
    await page.getByRole("button", { name: "Delete My balance" }).click();
    await page.getByText("Deleted My balance.").waitFor();
    await close();
    expect(faults).toEqual([]);
  });

  test("a mutation on real data needs confirmation, and a pasted token is not stored", async () => {
    const { page, faults, close } = await explorer.open("/console?op=ConsumeCredits");
    const real: SessionFacts = { isDemo: false, isProduction: true, identities: [] };
    await page.route("**/explorer/session.json", (route) => route.fulfill({ json: real }));
    await page.reload();
    await ready(page);
    const choice = page.getByRole("combobox", { name: "Run as" });
    await choice.selectOption("paste");
    const { authorization } = await explorer.app.as("pia");
    await page.getByRole("textbox", { name: "Token or key" }).last().fill(authorization!);
    await page.keyboard.press("Enter");
    let sent = 0;
    page.on("request", (request) => (sent += request.url().endsWith("/graphql") ? 1 : 0));
    await run(page).click();
    await page.getByRole("heading", { name: "Change real data?" }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).last().click();
    expect(sent).toBe(0);
    await run(page).click();
    await page.getByRole("button", { name: "Run it" }).click();
    await outcome(page, /^200/);
    expect(sent).toBe(1);
    await page.getByRole("tab", { name: "Copy as" }).click();
    await page.getByRole("tab", { name: "curl" }).click();
    const copied = page.getByRole("region", { name: "Request as curl" });
    await copied.filter({ hasText: "Bearer $HUB_TOKEN" }).waitFor();
    await close();
    expect(faults).toEqual([]);
  });

  test.each(["/console", "/graph", "/changelog"])(
    "%s is readable in both colours, and on a narrow screen",
    async (path) => {
      for (const colorScheme of ["light", "dark"] as const) {
        const viewport = colorScheme === "dark" ? { width: 390, height: 844 } : { width: 1280, height: 900 };
        const { page, faults, close } = await explorer.open(path, { colorScheme, viewport });
        if (path === "/console") {
          await ready(page);
          await run(page).click();
          await outcome(page, "200");
        }
        expect(await seriousFindings(page)).toEqual([]);
        expect(await sidewaysScroll(page)).toBe(0);
        await close();
        expect(faults).toEqual([]);
      }
    },
  );

  test("the graph draws and lists every view, and its boxes link to types", async () => {
    const { page, faults, close } = await explorer.open("/graph");
    const drawing = page.getByRole("group", { name: "Types and the fields between them" });
    await page.getByRole("row", { name: /User recentInvoices.* Invoice/ }).waitFor();
    const few = await drawing.getByRole("link").count();
    await page.getByRole("radio", { name: "Only cross-subgraph" }).check();
    await page.getByText("SavedProperty").first().waitFor();
    await page.getByRole("radio", { name: "All types" }).check();
    await drawing.getByRole("link", { name: "CreditHistoryEntry", exact: true }).waitFor();
    expect(await drawing.getByRole("link").count()).toBeGreaterThan(few);
    await page.getByRole("radio", { name: "Only entities" }).check();
    await drawing.getByRole("link", { name: "Invoice", exact: true }).press("Enter");
    await page.getByRole("heading", { name: "Invoice", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/schema/Invoice");
    await close();
    expect(faults).toEqual([]);
  });

  test("the changelog shows breaking changes and affected operations, and links to changed elements", async () => {
    const { page, faults, close } = await explorer.open("/changelog");
    const gone = page.getByRole("listitem").filter({ hasText: "Mutation.checkBankDuplicate" });
    await gone.getByText(/Affects.*CheckBankDuplicate/).waitFor();
    await gone.getByText("it is a query now").waitFor();
    await page
      .getByRole("heading", { name: /^Policy/ })
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Show safe changes" }).first().click();
    await page.getByRole("searchbox", { name: "Filter" }).fill("Query.bankDuplicate");
    await page.getByRole("link", { name: "Query.bankDuplicate", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: /bankDuplicate/ }).waitFor();
    const feed = await explorer.app.get("/explorer/data/changelog.xml");
    expect([feed.status, feed.headers["content-type"]]).toEqual([200, "application/rss+xml; charset=utf-8"]);
    await close();
    expect(faults).toEqual([]);
  });

  describe("the identities of the demo", () => {
    const ask = async (headers: Record<string, string>) =>
      explorer.app.get("/explorer/session.json", { host: new URL(explorer.app.url).host, ...headers });

    test("credentials of demo identities are sent to the explorer's own page only", async () => {
      const own = await ask({ "sec-fetch-site": "same-origin" });
      expect(own.status).toBe(200);
      expect(own.headers["cache-control"]).toBe("no-store");
      const facts = own.body as SessionFacts;
      expect(facts.identities.map(({ id }) => id)).toEqual(
        expect.arrayContaining(["pia", "ada", "key-reader"]),
      );
      const foreign: Record<string, string>[] = [
        { host: "rebound.example" },
        { origin: "https://app.example" },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
      ];
      for (const headers of foreign) {
        const refused = await ask(headers);
        expect([refused.status, refused.text.includes("eyJ")]).toEqual([403, false]);
      }
      const posted = await explorer.app.post("/explorer/session.json", {});
      expect(posted.status).toBe(405);
    });
  });

  test("the changelog compares the prices of the price list", async () => {
    const { body } = await explorer.app.graphql(`{ creditPackages(appId: "central") { consumptionRate } }`);
    const rates = Object.entries<{ cost: number }>(body.data.creditPackages.consumptionRate);
    expect(readPrices()).toEqual(Object.fromEntries(rates.map(([name, { cost }]) => [name, cost])));
  });

  test.each(["CreditBalance", "ConsumeCredits"])("every copied sample of %s runs unchanged", async (name) => {
    const { body: docs } = await explorer.app.get(`/explorer/data/operations/${name}.json`);
    const { body } = await explorer.app.get("/explorer/session.json", {
      host: new URL(explorer.app.url).host,
    });
    const identity = (body as SessionFacts).identities.find(({ id }) => id === "pia")!;
    const example = {
      appId: "central",
      ...(name === "ConsumeCredits" ? { amount: 1, description: "it's a sample" } : {}),
    };
    const variables = name === "ConsumeCredits" ? { input: example } : example;
    const source = { ...(docs as OperationDocs), example: { input: example, variables } };
    const samples = samplesOf(source, { identity, baseUrl: explorer.app.url });
    for (const { name: kind, language, code } of samples) {
      if (language === "graphql") {
        const answer = await explorer.app.graphql(code, variables, await explorer.app.as("pia"));
        expect(answer.body.errors).toBeUndefined();
        continue;
      }
      const printed = await runSample(language, code);
      // An agent's first spending request returns a confirmation.
      const asks = kind === "MCP" && name === "ConsumeCredits";
      const expected = asks ? /"confirmationId\\?":\s*\\?"cfm_/ : /"balance\\?":\s*[\d.]+/;
      if (printed !== null) expect([kind, expected.test(printed)]).toEqual([kind, true]);
    }
  });
});

const runFile = promisify(execFile);

/** Whether PHP is missing, or lacks the extension of its samples. */
const lacksPhpCurl = spawnSync("php", ["-r", "exit(extension_loaded('curl') ? 0 : 1);"]).status !== 0;

/** Output of a sample. Null if its language is not installed. */
async function runSample(
  language: Exclude<Sample["language"], "graphql">,
  code: string,
): Promise<string | null> {
  if (language === "php" && lacksPhpCurl) return null;
  const folder = await mkdtemp(join(tmpdir(), "sample-"));
  const file = join(folder, "main.go");
  await writeFile(file, code);
  const commands = {
    shell: ["bash", "-c", code.replace(/^curl /, "curl -sS ")],
    typescript: [process.execPath, "--input-type=module-typescript", "-e", code],
    python: ["python3", "-c", code],
    go: ["go", "run", file],
    php: ["php", "-r", code.replace("<?php", "")],
  } as const;
  const [command, ...args] = commands[language];
  try {
    return (await runFile(command, args)).stdout;
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
