import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleOf } from "../../router/examples/example-of.ts";
import type { StoredOperation } from "../../router/operations/registry.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { doorsOf, type Outcome } from "./door-calls.ts";

let app: TestApp;
let operations: readonly StoredOperation[];
beforeAll(async () => {
  app = await createTestApp({ DEMO_CONTENT: "1" });
  operations = [...app.running.router.registry.values()].filter((one) => argumentOf(one) !== null);
});
afterAll(() => app?.close());

/** An app that nobody has registered. */
const invented = "nonesuch";

/** Their argument is the ID of an app that they create. */
const createsApp = new Set(["CreateApp"]);

/**
 * Their subgraph does not know the registry of apps, which is the hub's: to the property subgraph an app is a label of the
 * account's saved list, and the gateway filters the tax tables of its own apps.
 */
const labelOnly = new Set(["SavedProperties", "SaveProperty", "UnsaveProperty", "TaxTables"]);

function argumentOf({ inputSchema, row }: StoredOperation): "appId" | "appIds" | null {
  if (createsApp.has(row.name)) return null;
  const properties = inputSchema["properties"] ?? {};
  return (["appId", "appIds"] as const).find((name) => Object.hasOwn(properties, name)) ?? null;
}

/** What each door answers for the invented app. */
async function outcomesOf(operation: StoredOperation): Promise<[string, Outcome][]> {
  const example = exampleOf(operation)!;
  const name = argumentOf(operation)!;
  const input = { ...example.input, [name]: name === "appId" ? invented : [invented] };
  const headers: Record<string, string> = {
    ...(await app.as(example.as)),
    ...(example.accountId === null ? {} : { "x-account-id": example.accountId }),
    // The header and the argument must agree.
    ...(operation.row.rest?.needsApp ? { "x-app-id": invented } : {}),
  };
  const outcomes: [string, Outcome][] = [];
  for (const [door, call] of doorsOf(app, operation))
    outcomes.push([door, await call(operation, { ...input }, headers)]);
  return outcomes;
}

/** Reads and changes of something of an app find no such app; other changes have an invalid argument. */
function isUnknownApp({ status, body }: Outcome, argument: string): boolean {
  const { code, details } = body as { code?: string; details?: { fields?: { path: string }[] } };
  if (code === "APP_NOT_FOUND") return status === 404;
  if (code === "UNKNOWN_APP") return status === 400;
  const isNamed = details?.fields?.some(({ path }) => path.startsWith(argument)) ?? false;
  return code === "VALIDATION_ERROR" && status === 400 && isNamed;
}

test("every operation that names an app refuses an invented one, the same at each door", async () => {
  expect(operations.length).toBeGreaterThan(45);
  for (const operation of operations) {
    const { name } = operation.row;
    const outcomes = await outcomesOf(operation);
    const shown = outcomes.map(([door, { status, body }]) => `${door} ${status} ${String(body["code"])}`);
    const refused = outcomes.filter(([, one]) => isUnknownApp(one, argumentOf(operation)!));
    if (labelOnly.has(name)) expect.soft([name, refused.length]).toEqual([name, 0]);
    else expect.soft([name, shown, refused.length]).toEqual([name, shown, outcomes.length]);
    expect.soft(new Set(outcomes.map(([, { body }]) => body["code"])).size, name).toBe(1);
  }
});

test("reads answer 404 APP_NOT_FOUND for an invented app", async () => {
  const reads = operations.filter(
    ({ kind, row }) => kind === "query" && row.rest?.method === "GET" && !row.rest.needsApp,
  );
  for (const operation of reads) {
    if (labelOnly.has(operation.row.name)) continue;
    const codes = (await outcomesOf(operation)).map(([, { body }]) => body["code"]);
    expect
      .soft([operation.row.name, new Set(codes)])
      .toEqual([operation.row.name, new Set(["APP_NOT_FOUND"])]);
  }
});
