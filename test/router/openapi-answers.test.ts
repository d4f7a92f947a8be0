import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { linkPaths } from "../../router/openapi/link-paths.ts";
import { restPaths, type StoredOperation } from "../../router/operations/registry.ts";
import { createTestApp, type Answer, type TestApp } from "../support/app.ts";
import { responseOf, routesOf, type OpenApiDocument, type OpenApiOperation } from "../support/openapi.ts";
import { expectSafe, isPublic, keepingOf } from "../walk/answer-headers.ts";
import { sendRaw } from "../walk/door-calls.ts";
import { callerOf, samples } from "../walk/samples/door-samples.ts";

// Each of these tests goes through every operation.
vi.setConfig({ testTimeout: 300_000 });

let app: TestApp;
let ajv: Ajv2020;
let routes: Map<string, OpenApiOperation>;
beforeAll(async () => {
  app = await createTestApp();
  ajv = new Ajv2020({ strict: false, allErrors: true });
  ajvFormats.default(ajv);
  const document = (await app.get("/openapi.json")).body as OpenApiDocument;
  routes = new Map(routesOf(document).map((route) => [`${route.method} ${route.path}`, route.operation]));
});
afterAll(() => app.close());

/** What the document does not name must not be in an answer: every described object is closed. */
function closeObjects(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closeObjects);
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closeObjects(value)]));
  const isObject = [copy["type"]].flat().includes("object") && typeof copy["properties"] === "object";
  return isObject && !("additionalProperties" in copy) ? { ...copy, additionalProperties: false } : copy;
}

function faultsOf(operation: StoredOperation, { status, body }: Answer): unknown {
  const [path] = restPaths(operation.row);
  const documented = routes.get(`${operation.row.rest!.method} ${path}`);
  const found = documented && responseOf(documented, status);
  if (!found) return `the document has no answer ${status}`;
  const validate = ajv.compile(closeObjects(found.content!["application/json"]!.schema) as object);
  return validate(body) ? null : validate.errors;
}

async function call(
  { row, access }: StoredOperation,
  input: Record<string, unknown>,
  headers: Record<string, string>,
): Promise<Answer> {
  if (row.rest!.rawBody) return sendRaw(app, row, input, headers);
  const rest = { ...input };
  const path = row.rest!.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const takesBody = row.rest!.method !== "GET" && row.rest!.method !== "DELETE";
  const query = new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, String(value)]));
  return app.send(
    row.rest!.method,
    takesBody || query.size === 0 ? path : `${path}?${query}`,
    {
      accept: "application/json",
      ...headers,
      ...(row.rest!.needsApp ? { "x-app-id": access.app ?? "invoicer" } : {}),
    },
    takesBody ? rest : undefined,
  );
}

/** A key with every scope, or its owner where keys are not enough. */
async function headersFor({ row, access }: StoredOperation): Promise<Record<string, string>> {
  const isForKeys = access.auth === "caller" || access.auth === "public";
  return callerOf(app, row.name, isForKeys ? app.withKey("full") : await app.as("eve"));
}

const restOperations = () =>
  [...app.running.router.registry.values()].filter(({ row }) => row.rest && samples[row.name]);

test("the document has each route once, and nothing else", async () => {
  const routed = [...app.running.router.registry.values()].flatMap(({ row }) =>
    restPaths(row).map((path) => `${row.rest!.method} ${path}`),
  );
  const mounted = linkPaths.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
  expect([...routes.keys()].sort()).toEqual([...routed, ...mounted].sort());
});

test("every operation's real answer is what the document says, with nothing unsaid, and for its receiver alone", async () => {
  const checked: string[] = [];
  for (const operation of restOperations()) {
    const headers = await headersFor(operation);
    const input = await samples[operation.row.name]!.input(app, headers);
    const answer = await call(operation, input, headers);
    expect.soft(answer.status, `${operation.row.name}: ${answer.text}`).toBeLessThan(300);
    expect.soft(faultsOf(operation, answer), `${operation.row.name}: ${answer.text}`).toBeNull();
    expectSafe(answer.headers, operation.row.name, keepingOf(operation));
    checked.push(operation.row.name);
  }
  expect(checked.length).toBeGreaterThan(12);
});

test("every refusal is what the document says, and nobody's to keep", async () => {
  for (const operation of restOperations()) {
    const headers = await headersFor(operation);
    const { bad } = samples[operation.row.name]!;
    const input = bad?.input ?? { nothing: "known" };
    const answers = [await call(operation, input, headers), await call(operation, input, {})];
    for (const answer of answers) {
      const keeping = isPublic(operation) ? "anybody" : "nobody";
      if (answer.status < 300) continue;
      expectSafe(answer.headers, `${operation.row.name}, refused`, keeping);
      expect.soft(faultsOf(operation, answer), `${operation.row.name}: ${answer.text}`).toBeNull();
    }
    expect(answers[0]!.status, `${operation.row.name}: ${answers[0]!.text}`).toBeGreaterThanOrEqual(400);
  }
});

test("an answer with a field too many or too few would be noticed", async () => {
  const operation = restOperations().find(({ row }) => row.name === "CreditBalance")!;
  const answer = await app.get("/credits/balance/central", app.withKey("full"));
  expect(faultsOf(operation, answer)).toBeNull();
  expect(faultsOf(operation, { ...answer, body: { ...answer.body, extra: 1 } })).not.toBeNull();
  expect(faultsOf(operation, { ...answer, body: { success: true } })).not.toBeNull();
});
