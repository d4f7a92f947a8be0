import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleLimits, bundleNames } from "../../router/openapi/bundles.ts";
import { createToolCatalogue } from "../../router/tools/catalogue.ts";
import type { TestApp } from "../support/app.ts";
import { openSharedAppWithTwins } from "../support/shared-app.ts";

let app: TestApp;
let names: string[];
beforeAll(async () => {
  app = await openSharedAppWithTwins();
  names = bundleNames(createToolCatalogue(app.running.router.registry));
});
afterAll(() => app?.close());

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  "x-openai-isConsequential": boolean;
  parameters: { name: string; in: string; description: string; schema: { default?: number } }[];
}

function operationsOf(document: { paths: Record<string, Record<string, Operation>> }): Operation[] {
  return Object.values(document.paths).flatMap((methods) => Object.values(methods));
}

function descriptionsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "description" && typeof inner === "string" ? [inner] : descriptionsIn(inner),
  );
}

test("each bundle has at most 30 operations, texts that importers take, one address and one header", async () => {
  expect(names).toEqual(expect.arrayContaining(["central", "invoicer", "property"]));
  for (const name of names) {
    const { body, status, text } = await app.get(`/actions/${name}/openapi.json`);
    expect(status).toBe(200);
    const operations = operationsOf(body);
    expect(operations.length, name).toBeLessThanOrEqual(bundleLimits.operations);
    expect(operations.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(["search_tools", "call_tool"]),
    );
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    expect(text.length).toBeLessThan(100_000);
    expect(body.servers).toEqual([
      { url: expect.stringMatching(name === "property" ? /:\d+$/ : new RegExp(`/a/${name}$`)) },
    ]);
    expect(Object.keys(body.components.securitySchemes)).toEqual(["apiKey"]);
    for (const operation of operations) {
      expect.soft(operation.summary.length).toBeLessThanOrEqual(300);
      expect.soft(operation.description.length).toBeLessThanOrEqual(300);
      for (const parameter of operation.parameters) {
        expect.soft(["path", "query"], `${operation.operationId} ${parameter.name}`).toContain(parameter.in);
      }
    }
    expect(Math.max(...descriptionsIn(body).map(({ length }) => length))).toBeLessThanOrEqual(700);
  }
});

test("exactly the irreversible operations and those that reach people are marked", async () => {
  const { entries } = createToolCatalogue(app.running.router.registry);
  const asks = new Map(entries.map(({ tool, asksFirst }) => [tool.name, asksFirst]));
  for (const name of names) {
    const { body } = await app.get(`/actions/${name}/openapi.json`);
    for (const operation of operationsOf(body)) {
      expect
        .soft(operation["x-openai-isConsequential"], operation.operationId)
        .toBe(asks.get(operation.operationId) ?? true);
    }
  }
});

test("every read operation of a bundle responds at its path, with fewer than 100,000 characters", async () => {
  const eve = await app.as("eve");
  const key = app.withKey("full");
  for (const name of names) {
    const { body } = await app.get(`/actions/${name}/openapi.json`);
    const base = new URL(body.servers[0].url as string).pathname.replace(/\/$/, "");
    for (const [path, methods] of Object.entries(body.paths as Record<string, Record<string, Operation>>)) {
      if (!("get" in methods) || path.includes("{")) continue;
      const pageSize = methods["get"].parameters.find(
        ({ schema }) => schema.default === bundleLimits.pageSize,
      );
      const answer = await app.get(`${base}${path}${pageSize ? `?${pageSize.name}=25` : ""}`, key);
      expect
        .soft([path, answer.status === 404 || answer.status >= 500], answer.text.slice(0, 200))
        .toEqual([path, false]);
      expect.soft(answer.text.length, path).toBeLessThan(100_000);
    }
    const call = await app.post(`${base}/tools/search_tools/call`, { arguments: { query: "credits" } }, eve);
    expect(call.status).toBe(200);
    const any = await app.post(
      `${base}/tools/get_credit_balance/call`,
      { arguments: { appId: base === "" ? "central" : name } },
      eve,
    );
    expect(any.body.success).toBe(true);
  }
});

test("the whole description of an app has all of its tools; an app without tools has none", async () => {
  const { entries } = createToolCatalogue(app.running.router.registry);
  for (const name of names) {
    const ids = operationsOf((await app.get(`/apps/${name}/openapi.json`)).body).map(
      ({ operationId }) => operationId,
    );
    expect(ids.toSorted()).toEqual(
      entries
        .filter((entry) => entry.app === name)
        .map(({ tool }) => tool.name)
        .toSorted(),
    );
  }
  for (const path of ["/apps/nothing/openapi.json", "/actions/nothing/openapi.json"])
    expect((await app.get(path)).status).toBe(404);
});

/** Every `$ref` within a part of a document. */
function referencesIn(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([key, inner]) =>
    key === "$ref" && typeof inner === "string" ? [inner] : referencesIn(inner),
  );
}

test("descriptions of apps name their models, and have the components that they use and no other", async () => {
  for (const name of names) {
    for (const path of [`/apps/${name}/openapi.json`, `/actions/${name}/openapi.json`]) {
      const { body } = await app.get(path);
      const { securitySchemes: _, ...components } = body.components as Record<string, object>;
      const own = Object.entries(components).flatMap(([kind, members]) =>
        Object.keys(members).map((member) => `#/components/${kind}/${member}`),
      );
      expect.soft(own.sort(), path).toEqual([...new Set(referencesIn(body))].sort());
    }
  }
  const { schemas } = (await app.get("/apps/invoicer/openapi.json")).body.components;
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(["Invoice", "InvoiceStatus", "Error"]));
  expect(Object.keys(schemas)).not.toContain("Payslip");
});
