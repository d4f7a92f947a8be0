import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { StoredOperation } from "../../router/operations/registry.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { doorsOf, viaRest, viaTool, type Headers, type Outcome } from "../walk/door-calls.ts";
import { callerOf, samples } from "../walk/samples/door-samples.ts";
import {
  edgeDates,
  edgeTexts,
  impossibleDates,
  textFields,
  withValue,
  type InputField,
} from "../walk/hostile-fields.ts";

// Each of these tests goes through every operation.
vi.setConfig({ testTimeout: 300_000 });

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  // Looked up thousands of times here, and never by the platform.
  for (const schema of auditSchemas) {
    await app.database.query(`CREATE INDEX ON ${schema}.audit_log (request_id)`);
  }
});
afterAll(() => app.close());

/** Ids, times, tokens and running numbers differ from call to call; everything else must not. */
function comparable(body: unknown): unknown {
  const text = JSON.stringify(body, (key, value: unknown) => {
    // What one door says besides: REST of the family, tools of work that goes on.
    if (key === "success" || key === "jobId") return undefined;
    if (key === "requestId") return "r";
    // Tools mark what strangers wrote.
    if (typeof value === "object" && value !== null && "untrustedText" in value) return value.untrustedText;
    if (["limit", "remaining", "resetAt", "requiredTier", "currentTier", "upgradeUrl"].includes(key))
      return undefined;
    if (
      key === "duration" ||
      key === "balance" ||
      key === "available" ||
      key === "totalConsumed" ||
      key === "balanceAfter"
    )
      return "n";
    return value;
  });
  return JSON.parse(
    text
      .replaceAll(/\b([a-z][a-z0-9]{1,5})[_-][0-9a-hjkmnp-tv-z]{26}\b/g, "$1_ID")
      .replaceAll(/\b(hub(?:sa)?_(?:live|test))_(?:[0-9A-Za-z]{36}|\w{4}…\w{4})/g, "$1_KEY")
      .replaceAll(/\b(cs|pi|in|seti)_test_\w+/g, "$1_ID")
      .replaceAll(/\bpi_\w{24}(_secret_\w+)?/g, "pi_ID")
      .replaceAll(/\b(cs_test|bps|pm)_(?!demo)\w+/g, "$1_ID")
      .replaceAll(/\bwhsec_[\w+/=]+/g, "whsec_SECRET")
      .replaceAll(/\+[1-9]\d{7,14}\b/g, "PHONE")
      .replaceAll(/\b[0-9a-f]{64}\b/g, "SHA256")
      .replaceAll(/\b[0-9a-f]{32}\b/g, "CODE")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
      .replaceAll(/(?<=DTSTAMP:)\d{8}T\d{6}Z/g, "TIME")
      .replaceAll(/\b(INV|QUO|CN)-(\d{4}-)?\d{6}\b/g, "$1-NUMBER")
      .replaceAll(/\be=\d+&k=[\w-]+&s=[\w-]{43}/g, "LINK")
      .replaceAll(/-\d{8}-[0-9a-f]{8}\.png/g, "-NAME.png")
      .replaceAll(/(?<=[="])[\w-]{43}(?=[&"])/g, "RANDOM")
      .replaceAll(/\/(pay|portal\/quotations|filer-numbers)\/[\w-]+/g, "/$1/TOKEN"),
  ) as unknown;
}

const auditSchemas = ["hub", "property", "gateway"];

function auditOf(requestId: string): Promise<unknown[]> {
  const facts = "action, target_type, app_id, outcome, code, actor_type, actor_id";
  const selects = auditSchemas.map(
    (schema) => `SELECT ${facts} FROM ${schema}.audit_log WHERE request_id = $1`,
  );
  return app.database.query(selects.join(" UNION ALL "), [requestId]);
}

/** What came out at a door: its name, the outcome, and the trace. */
type AtDoor = [door: string, outcome: Outcome, audit: unknown[]];

/** Makes the input of a call; each door has one of its own where what is there changes. */
type MakeInput = () => Promise<Record<string, unknown>>;

/** How often a case is run when the doors differ: work in the background may fall between two of them. */
const attempts = 3;

/** Runs one case through every door of every operation and compares what came out. */
async function compareDoors(
  operation: StoredOperation,
  makeInput: MakeInput,
  headers: Headers,
): Promise<Outcome> {
  let atDoors = await throughDoors(operation, makeInput, headers);
  for (let attempt = 2; attempt <= attempts && !alike(atDoors); attempt++) {
    // A tool answers the same call from the one before, unless it is told that this is another.
    const another = { "idempotency-key": randomUUID() };
    atDoors = await throughDoors(operation, makeInput, headers, operation.kind === "mutation" ? another : {});
  }
  const [, first, firstAudit] = atDoors[0]!;
  for (const [name, other, audit] of atDoors.slice(1)) {
    expect
      .soft(comparable(other.body), `${operation.row.name}: ${name} answers as graphql does`)
      .toEqual(comparable(first.body));
    expect
      .soft(other.charged, `${operation.row.name}: ${name} costs what graphql does`)
      .toEqual(first.charged);
    expect
      .soft(audit, `${operation.row.name}: ${name} leaves the trace that graphql does`)
      .toEqual(firstAudit);
  }
  const refusals = atDoors.filter(([name]) => name !== "graphql" || "code" in first.body);
  const statuses = new Set(refusals.filter(([, { body }]) => "code" in body).map(([, { status }]) => status));
  expect.soft(statuses.size, `${operation.row.name}: one status for one refusal`).toBeLessThan(2);
  return atDoors.at(-1)![1];
}

async function throughDoors(
  operation: StoredOperation,
  makeInput: MakeInput,
  headers: Headers,
  toolHeaders: Headers = {},
): Promise<AtDoor[]> {
  const atDoors: AtDoor[] = [];
  for (const [name, door] of doorsOf(app, operation)) {
    const own = name === "tool" ? { ...headers, ...toolHeaders } : headers;
    const result = await door(operation, await makeInput(), own);
    atDoors.push([name, result, await auditOf(result.requestId)]);
  }
  return atDoors;
}

function alike(atDoors: readonly AtDoor[]): boolean {
  const [first, ...others] = atDoors.map(([, { body, charged }, audit]) => [
    comparable(body),
    charged,
    audit,
  ]);
  return others.every((other) => isDeepStrictEqual(other, first));
}

const operations = () => [...app.running.router.registry.values()];

const refusedInputs = new Map<string, Record<string, unknown>>();

/** One input of Eve's for all that is refused before anybody looks for what it names. */
async function inputToRefuse({ row: { name } }: StoredOperation): Promise<MakeInput> {
  const input = refusedInputs.get(name) ?? (await samples[name]!.input(app, await app.as("eve")));
  refusedInputs.set(name, input);
  return () => Promise.resolve({ ...input });
}

describe("one operation, three doors", () => {
  test("every stored operation has a sample that is run here", () => {
    const names = operations().map(({ row }) => row.name);
    expect(
      names.filter((name) => !samples[name]),
      "operations without a sample",
    ).toEqual([]);
    expect(
      Object.keys(samples).filter((name) => !names.includes(name)),
      "samples of nothing",
    ).toEqual([]);
  });

  test("the same answer, cost and trace", async () => {
    const eve = await app.as("eve");
    for (const operation of operations()) {
      const headers = await callerOf(app, operation.row.name, eve);
      const result = await compareDoors(
        operation,
        () => samples[operation.row.name]!.input(app, headers),
        headers,
      );
      expect.soft(result.status, `${operation.row.name}: ${JSON.stringify(result.body)}`).toBeLessThan(300);
      const audit = await auditOf(result.requestId);
      expect.soft(audit, operation.row.name).toHaveLength(operation.kind === "mutation" ? 1 : 0);
    }
  });

  test("the same refusal without a credential", async () => {
    for (const operation of operations().filter(({ access }) => access.auth !== "public")) {
      const result = await compareDoors(operation, await inputToRefuse(operation), {});
      expect.soft(result, operation.row.name).toMatchObject({ status: 401, body: { code: "MISSING_TOKEN" } });
    }
  });

  test("the same refusal with a key that lacks the scope", async () => {
    const reader = app.withKey("reader");
    for (const operation of operations().filter(
      ({ access }) => access.scope && !readerScopes.has(access.scope),
    )) {
      const result = await compareDoors(operation, await inputToRefuse(operation), reader);
      expect.soft(result, operation.row.name).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
      expect
        .soft(result.body["details"], operation.row.name)
        .toMatchObject({ requiredScope: operation.access.scope });
    }
  });

  test("the same refusal of bad input, all faults at once", async () => {
    const eve = await app.as("eve");
    for (const operation of operations()) {
      const headers = await callerOf(app, operation.row.name, eve);
      const { bad } = samples[operation.row.name]!;
      if (!bad) continue;
      const result = await compareDoors(operation, async () => bad.input, headers);
      expect
        .soft(result, operation.row.name)
        .toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
      const { fields } = result.body["details"] as { fields: { path: string }[] };
      expect.soft(fields.map(({ path }) => path).sort(), operation.row.name).toEqual([...bad.paths].sort());
    }
  });

  test("the same refusal of ill-formed text, in every field", async () => {
    const eve = await app.as("eve");
    for (const operation of operations()) {
      const { name, rest } = operation.row;
      const fields = textFields(operation).filter(
        ({ path: [first] }) =>
          !rest?.path.includes(`{${first}}`) && !rest?.queryParameters?.includes(String(first)),
      );
      // A signed body is what was signed, byte for byte.
      if (fields.length === 0 || rest?.rawBody) continue;
      const headers = await callerOf(app, name, eve);
      const input = await samples[name]!.input(app, headers);
      for (const { path } of fields) {
        const given = withValue(input, path, "a\ud800b");
        for (const [door, call] of doorsOf(app, operation)) {
          // A query has no form for half of a surrogate pair, but for bytes that are not UTF-8.
          if (door === "rest" && ["GET", "DELETE"].includes(rest!.method)) continue;
          const { status, body } = await call(operation, given, headers);
          const what = `${name}: ${path.join(".")} by ${door}: ${JSON.stringify(body).slice(0, 200)}`;
          expect.soft(status, what).toBe(400);
          const listed = (body["details"] as { fields?: { path: string; rule: string }[] }).fields ?? [];
          expect
            .soft(listed, what)
            .toContainEqual(expect.objectContaining({ path: path.join("."), rule: "characters" }));
        }
      }
    }
  });

  test("dates that arithmetic cannot bear are refused, and the outermost others are handled", async () => {
    const eve = await app.as("eve");
    for (const operation of operations()) {
      const { name, rest } = operation.row;
      const dated = textFields(operation).filter(({ schema }) => String(schema["format"]).startsWith("date"));
      const patterned = textFields(operation).filter(({ schema }) =>
        /^\^.*\\d/.test(String(schema["pattern"])),
      );
      if (dated.length + patterned.length === 0 || rest?.rawBody) continue;
      const headers = await callerOf(app, name, eve);
      const input = await samples[name]!.input(app, headers);
      const door = rest ? viaRest(app) : viaTool(app);
      const answerOf = async (path: InputField["path"], value: string) => {
        const { status, body } = await door(operation, withValue(input, path, value), headers);
        return {
          status,
          body,
          what: `${name}: ${path.join(".")} = ${value}: ${JSON.stringify(body).slice(0, 200)}`,
        };
      };
      for (const { path, schema } of dated) {
        const format = String(schema["format"]);
        for (const value of impossibleDates[format]!) {
          const { status, body, what } = await answerOf(path, value);
          expect.soft(status, what).toBe(400);
          const { fields = [] } = body["details"] as { fields?: { path: string; rule: string }[] };
          expect
            .soft(fields, what)
            .toContainEqual(expect.objectContaining({ path: path.join("."), rule: "format" }));
        }
        for (const value of edgeDates[format]!) {
          const { status, what } = await answerOf(path, value);
          expect.soft(status, what).toBeLessThan(500);
        }
      }
      for (const { path, schema } of patterned) {
        const pattern = new RegExp(String(schema["pattern"]), "u");
        for (const value of edgeTexts.filter((text) => pattern.test(text))) {
          const { status, what } = await answerOf(path, value);
          expect.soft(status, what).toBeLessThan(500);
        }
      }
    }
  });

  test("another tenant's rows do not exist, at any door", async () => {
    const eve = await app.as("eve");
    const bo = await app.as("bo");
    for (const operation of operations()) {
      const { foreign } = samples[operation.row.name]!;
      if (!foreign) continue;
      // Made just now: a row that is gone by itself would be refused as well.
      const input = await samples[operation.row.name]!.input(app, eve);
      const result = await compareDoors(operation, () => Promise.resolve({ ...input }), bo);
      expect.soft(result, operation.row.name).toMatchObject({ status: 404, body: { code: foreign } });
    }
  });
});

const readerScopes = new Set(["read:invoices", "read:properties"]);
