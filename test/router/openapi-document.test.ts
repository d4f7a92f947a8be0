import { afterAll, beforeAll, expect, test } from "vitest";
import { linkPaths } from "../../router/openapi/link-paths.ts";
import { restPaths } from "../../router/operations/registry.ts";
import type { TestApp } from "../support/app.ts";
import { openSharedApp } from "../support/shared-app.ts";
import { routesOf, type OpenApiDocument } from "../support/openapi.ts";
import { createAnswerSchemas } from "../walk/answer-schemas.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app.close());

test("the document has each route once, and nothing else", async () => {
  const document = (await app.get("/openapi.json")).body as OpenApiDocument;
  const documented = routesOf(document).map(({ method, path }) => `${method} ${path}`);
  const routed = [...app.running.router.registry.values()].flatMap(({ row }) =>
    row.rest ? restPaths(row).map((path) => `${row.rest!.method} ${path}`) : [],
  );
  const mounted = linkPaths.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
  expect(documented.sort()).toEqual([...routed, ...mounted].sort());
});

test("an answer with a field too many or too few differs from the document", async () => {
  const operation = app.running.router.registry.get("CreditBalance")!;
  const schemas = createAnswerSchemas((await app.get("/openapi.json")).body);
  const answer = await app.get("/credits/balance/central", app.withKey("full"));
  expect(schemas.faultsOf(operation, answer)).toBeNull();
  expect(schemas.faultsOf(operation, { ...answer, body: { ...answer.body, extra: 1 } })).not.toBeNull();
  expect(schemas.faultsOf(operation, { ...answer, body: { success: true } })).not.toBeNull();
});
