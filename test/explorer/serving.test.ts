import { exec } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import MiniSearch from "minisearch";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AreaDocs, ErrorDocs, OperationDocs, TypeDocs } from "../../router/explorer/data/docs.types.ts";
import { buildExplorer } from "../../router/explorer/build/build-explorer.ts";
import { siteFolder, type SiteManifest } from "../../router/explorer/build/site-folder.ts";
import { pagePolicy } from "../../router/explorer/page-policy.ts";
import { pages } from "../../router/explorer/pages.ts";
import {
  documentsOf,
  searchOptions,
  type SearchedDocument,
  type SearchEntry,
} from "../../router/explorer/search-options.ts";
import { findDocuments } from "../../router/explorer/search-query.ts";
import { samplesOf } from "../../router/explorer/web/samples/samples.ts";
import { operationAreas } from "../../router/operations/areas.ts";
import { restPaths } from "../../router/operations/registry.ts";
import { errorStatus } from "../../src/errors.ts";
import type { TestApp } from "../support/app.ts";
import { openSharedApp } from "../support/shared-app.ts";
import { runShellBlocks } from "../support/shell-blocks.ts";

const execute = promisify(exec);
let app: TestApp;
beforeAll(async () => {
  await buildExplorer();
  app = await openSharedApp();
});
afterAll(() => app?.close());

const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const read = <T>(path: string): T => JSON.parse(readFileSync(`${siteFolder}/data/${path}`, "utf8")) as T;
const manifest = (): SiteManifest => JSON.parse(readFileSync(`${siteFolder}/manifest.json`, "utf8"));

test("a browser gets a page with the strict policy, other clients get the API at the same path", async () => {
  const page = await app.get("/", browser);
  expect(page.status).toBe(200);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.headers["content-security-policy"]).toBe(pagePolicy);
  expect(page.headers["x-content-type-options"]).toBe("nosniff");
  expect(page.headers["vary"]).toContain("accept");
  expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
  for (const accept of [undefined, "*/*", "application/json", "application/json, text/html;q=0.5"]) {
    const answer = await app.get("/", accept === undefined ? {} : { accept });
    expect(answer.body).toMatchObject({ name: "Hub platform", graphql: "/graphql", rest: "/openapi.json" });
  }
  expect((await app.get("/tools/create_invoice", browser)).text).toContain("<!doctype html>");
  expect((await app.get("/tools/create_invoice")).body.name).toBe("create_invoice");
  expect((await app.get("/tools?count=true")).body.total).toBeGreaterThan(100);
  expect((await app.get("/console")).body.code).toBe("NOT_FOUND");
  expect((await app.post("/console", {}, browser)).status).toBe(404);
});

test("every page responds at its path, and returns 404 if its subject does not exist", async () => {
  const samples: Record<string, string> = {
    operationId: "CreditBalance",
    name: "create_invoice",
    type: "Invoice",
    field: "status",
    deliveryId: "whd_1",
    slug: "authentication",
  };
  for (const { path } of pages) {
    const filled = path.replaceAll(/:(\w+)/g, (_match, name: string) => samples[name] ?? "x");
    expect((await app.get(filled, browser)).status, filled).toBe(200);
  }
  const missing = [
    "/rest/Nothing",
    "/tools/no_tool",
    "/schema/Nothing",
    "/schema/Nothing/at-all",
    "/nonsense",
    "/guides/nothing",
  ];
  for (const path of missing) {
    const answer = await app.get(path, browser);
    expect([answer.status, answer.headers["content-type"]], path).toEqual([404, "text/html; charset=utf-8"]);
  }
  expect((await app.get("/nonsense")).body.code).toBe("NOT_FOUND");
  // Paths of the API are not pages.
  expect((await app.get("/invoices", browser)).body.code).toBe("MISSING_TOKEN");
});

test("files are sent in an accepted encoding, and return 304 when unchanged", async () => {
  const [script] = Object.keys(manifest()).filter((path) => /^assets\/index-.*\.js$/.test(path));
  const asset = await app.get(`/explorer/${script}`, { "accept-encoding": "gzip, br" });
  expect(asset.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(asset.headers["content-encoding"]).toBe("br");
  const data = "/explorer/data/types/Invoice.json";
  const plain = await app.get(data);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.body.name).toBe("Invoice");
  const gzipped = await app.get(data, { "accept-encoding": "gzip;q=1, br;q=0" });
  expect(gzipped.headers["content-encoding"]).toBe("gzip");
  expect(gzipped.headers["vary"]).toContain("accept-encoding");
  const again = await app.get(data, { "if-none-match": String(plain.headers["etag"]) });
  expect([again.status, again.text]).toEqual([304, ""]);
  const packed = readFileSync(`${siteFolder}/data/types/Invoice.json.br`);
  expect(brotliDecompressSync(packed).toString()).toBe(plain.text);
  for (const path of [
    "manifest.json",
    ".stamp",
    "index.html",
    "data/../../main.js",
    "data/%2e%2e/manifest.json",
  ])
    expect((await app.get(`/explorer/${path}`)).status, path).toBe(404);
  expect((await app.post("/explorer/data/errors.json", {})).headers["allow"]).toBe("GET, HEAD");
});

test("every reference page exists as Markdown, and llms.txt links to it", async () => {
  const list = await app.get("/llms.txt");
  expect(list.headers["content-type"]).toBe("text/plain; charset=utf-8");
  const links = [...list.text.matchAll(/\]\((\/[^)]+\.md)\)/g)].map((match) => match[1]!);
  expect(links.length).toBeGreaterThan(600);
  for (const link of links) {
    const twin = await app.get(link);
    expect([twin.status, twin.headers["content-type"]], link).toEqual([200, "text/markdown; charset=utf-8"]);
    expect(twin.text, link).toMatch(/^# \S/);
    expect(twin.text, link).not.toMatch(/undefined|\[object /);
  }
  const field = await app.get("/schema/Invoice/status.md");
  expect(field.text).toContain("# Invoice.status");
  expect(field.text).toContain("POST /invoices");
  const asked = await app.get("/tools/create_invoice", { accept: "text/markdown" });
  expect(asked.text).toMatch(/^# create_invoice\n/);
  expect((await app.get("/tools/no_tool.md")).status).toBe(404);
});

test("the documented commands read the explorer's pages as text", async () => {
  const printed = await runShellBlocks(app, "docs/guides/explorer.md");
  for (const line of ["# Hub platform", "# GET /credits/balance/{appId}", "# Invoice.status"])
    expect(printed.split("\n")).toContain(line);
});

test("every documented path and tool is among the first ten search results for its name", () => {
  const index = new MiniSearch<SearchedDocument>(searchOptions);
  index.addAll(documentsOf(read<SearchEntry[]>("search.json")));
  const missing: string[] = [];
  const find = (words: string, href: string) => {
    const found = findDocuments(index, words).slice(0, 10);
    if (!found.some((one) => one.href === href)) missing.push(`${words} → ${href}`);
  };
  const rows = operationAreas.flatMap(({ operations }) => operations);
  for (const row of rows) {
    if (row.tool) {
      find(row.tool.name, `/tools/${row.tool.name}`);
      find(row.tool.name.replaceAll("_", " "), `/tools/${row.tool.name}`);
    }
    for (const path of row.documented ? restPaths(row) : []) {
      find(`${row.rest!.method} ${path}`, `/rest/${row.name}`);
      find(path, `/rest/${row.name}`);
    }
  }
  find("Invoice.status", "/schema/Invoice/status");
  find("INSUFFICIENT_CREDITS", "/errors#INSUFFICIENT_CREDITS");
  expect(missing).toEqual([]);
});

test("a field shows the strictest requirement on its path, and the doors that read it", () => {
  const { fields } = read<TypeDocs>("types/Invoice.json");
  const status = fields.find(({ name }) => name === "status")!;
  expect(status.ownAccess).toEqual({ auth: "caller", anyScope: true, owned: true });
  expect(status.access[0]).toMatchObject({ auth: "caller", scope: "read:invoices", owned: true });
  expect(status.access.every(({ auth }) => auth !== "public")).toBe(true);
  expect(status.reach).toContainEqual({
    operation: "CreateInvoice",
    rest: "POST /invoices",
    tool: "create_invoice",
  });
  const areas = read<AreaDocs[]>("operations.json");
  const consume = areas
    .flatMap(({ operations }) => operations)
    .find(({ name }) => name === "ConsumeCredits")!;
  expect(consume).toMatchObject({ coordinate: "Mutation.consumeCredits", subgraph: "hub", documented: true });
  const docs = read<OperationDocs>("operations/ConsumeCredits.json");
  expect(docs.errors.map(({ code }) => code)).toEqual(
    expect.arrayContaining(["VALIDATION_ERROR", "MISSING_TOKEN", "INSUFFICIENT_CREDITS"]),
  );
});

/** Operations whose samples work on a fresh demo. */
const runnable = {
  REST: "CreditBalance CreditHistory CreditPackages ConsumeCredits CheckSufficientCredits CreateClient CreateExternalInvoice SearchProperties SubscriptionStatus ValidateVin",
  tools:
    "CreditBalance ConsumeCredits CreateClient CreateExpense CreateExternalQuotation SearchProperties DecodeVin SavedProperties ApiKeys SetAutoReload",
};

test("printed samples run unchanged", async () => {
  const { authorization } = await app.as("eve");
  const credential = authorization!.replace("Bearer ", "");
  const caller = { identity: { kind: "user" as const, credential, isDemo: true }, baseUrl: app.url };
  const outcomes: Record<string, string> = {};
  for (const [door, names] of Object.entries(runnable)) {
    for (const name of names.split(" ")) {
      const samples = samplesOf(read<OperationDocs>(`operations/${name}.json`), caller);
      const { code } = samples.find((one) => one.name === (door === "REST" ? "curl" : "Tool"))!;
      const { stdout } = await execute(`${code} -s -w '\\n%{http_code}'`, { shell: "/bin/bash" });
      const [status, ...body] = stdout.trim().split("\n").toReversed();
      outcomes[`${door} ${name}`] = status!.startsWith("2") ? "runs" : `${status} ${body.join("")}`;
    }
  }
  expect(outcomes).toEqual(Object.fromEntries(Object.keys(outcomes).map((name) => [name, "runs"])));
  expect(Object.keys(outcomes)).toHaveLength(20);
});

test("every error code is documented with cause, fix and both bodies", () => {
  const errors = read<ErrorDocs[]>("errors.json");
  expect(errors.map(({ code }) => code).toSorted()).toEqual(
    [...Object.keys(errorStatus), "INSUFFICIENT_CREDITS"].toSorted(),
  );
  for (const { code, status, cause, fix, rest, graphql } of errors) {
    expect(cause.length > 10 && fix.length > 10, code).toBe(true);
    expect(rest, code).toMatchObject({ code });
    expect(graphql["extensions"], code).toMatchObject({ code, http: { status } });
  }
});
