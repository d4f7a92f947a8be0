import { parse } from "graphql";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { StoredOperation } from "../../router/operations/registry.ts";
import { internalPrincipal } from "../../src/access/principal.ts";
import { systemClock } from "../../src/time/clock.ts";
import { newMeter, type CallContext } from "../../src/context.ts";
import { newId } from "../../src/ids.ts";
import { silentLog } from "../support/silent-log.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { settled } from "../support/processor.ts";
import { changesOf } from "../support/table-states.ts";
import { subgraphNames } from "../../platform/subgraph-addresses.ts";
import { doorsOf, viaGraphql, viaRest, viaTool, type Headers } from "../walk/door-calls.ts";
import { callerOf, samples } from "../walk/samples/door-samples.ts";

// Each of these tests goes through every operation.
vi.setConfig({ testTimeout: 300_000 });

/**
 * Eve's things, and Bo who wants them: with a token, and with a key of all scopes that belongs to his
 * account.
 */
let app: TestApp;
let eve: Headers;
let bo: Headers;
let boKey: Headers;
beforeAll(async () => {
  app = await createTestApp();
  eve = await app.as("eve");
  bo = await app.as("bo");
  const scopes = [...new Set(operations().flatMap(({ access }) => access.scope ?? []))];
  const made = await app.post(
    "/api-keys",
    { name: "matrix", scopes: scopes.filter((scope) => !scope.endsWith(":api-keys")) },
    bo,
  );
  boKey = { "x-api-key": made.body.key as string };
});
afterAll(() => app?.close());

const operations = () => [...app.running.router.registry.values()];

/** Ids of what belongs to everybody, and those that the caller makes up. */
const sharedIds = new Set([
  "appId",
  "appIds",
  "propertyId",
  "propertyIds",
  "planId",
  "packageId",
  "priceId",
  "newPriceId",
  "referenceId",
  "institutionId",
  "taxId",
  "voiceId",
]);
const sharedThings = new Set(["Property"]);

const idsOf = ({ inputSchema }: StoredOperation) =>
  Object.keys(inputSchema["properties"] ?? {}).filter(
    (name) => /^id$|Ids?$/.test(name) && !sharedIds.has(name),
  );

/** Operations of accounts that take the id of something that belongs to one. */
const idTaking = () =>
  operations().filter(
    (operation) =>
      !["public", "admin"].includes(operation.access.auth!) &&
      !sharedThings.has(operation.row.name) &&
      idsOf(operation).length > 0,
  );

const inputs = new Map<string, Record<string, unknown>>();

/** What Eve would call an operation with, made just now. */
async function newInput({ row: { name } }: StoredOperation): Promise<Record<string, unknown>> {
  const input = await samples[name]!.input(app, await callerOf(app, name, eve));
  inputs.set(name, input);
  return input;
}

/** The same where it is only its ids that count, which may have been made before. */
const inputOf = async (operation: StoredOperation) =>
  inputs.get(operation.row.name) ?? (await newInput(operation));

/** A list narrowed by an id is empty for one that is not there, and so for another tenant's. */
const isFilter = (operation: StoredOperation) =>
  operation.kind === "query" &&
  !idsOf(operation).some((name) => operation.row.rest?.path.includes(`{${name}}`));

/** Ids of Eve's for a list that is narrowed by them, as other operations take them under the same name. */
async function filtersOf(operation: StoredOperation): Promise<Record<string, unknown>> {
  const filters: Record<string, unknown> = {};
  const own = isFilter(operation) ? await samples[operation.row.name]!.input(app, eve) : {};
  for (const name of isFilter(operation) ? idsOf(operation) : []) {
    if (name in own) continue;
    const other = idTaking().find((one) => !isFilter(one) && idsOf(one).includes(name));
    if (!other)
      throw new Error(`${operation.row.name} is narrowed by ${name}, which no other operation takes`);
    filters[name] = (await inputOf(other))[name];
  }
  return filters;
}

/** Where a payment shows. */
const paidIn = new Set([
  ...["credit_accounts", "credit_entries", "credit_lots", "credit_postings"].map((name) => `hub.${name}`),
  "hub.outbox_events",
]);

/** What accounts other than that of Bo, who asks, have had and spent. */
const entriesOfOthers = () =>
  app.database.query(
    "SELECT owner_id, count(*)::int AS n FROM hub.credit_entries WHERE owner_id <> 'demo-bo' GROUP BY 1 ORDER BY 1",
  );

/** Keys hold no scopes of keys, so to those operations only the person is let in. */
const strangersTo = ({ access }: StoredOperation) =>
  access.auth === "caller" && !access.scope?.endsWith(":api-keys") ? [bo, boKey] : [bo];

function withMissingIds(operation: StoredOperation, input: Record<string, unknown>): Record<string, unknown> {
  const ids = idsOf(operation).filter((name) => typeof input[name] === "string");
  return {
    ...input,
    ...Object.fromEntries(ids.map((name) => [name, newId(String(input[name]).split("_")[0]!)])),
  };
}

describe("another tenant's id", () => {
  test("is known to the samples for every operation that takes one", () => {
    const missing = idTaking().filter(
      (operation) => !isFilter(operation) && !samples[operation.row.name]?.foreign,
    );
    const names = missing.map(({ row }) => row.name);
    expect(
      names,
      "give their samples in door-samples.ts `foreign`, the code for another tenant's id",
    ).toEqual([]);
  });

  test("is at every door, word for word, as a missing one, and nothing changes", async () => {
    for (const operation of idTaking()) {
      const { name } = operation.row;
      const sample = samples[name]!;
      const input = {
        ...(await newInput(operation)),
        ...(await filtersOf(operation)),
      };
      await settled(app);
      const paid = await entriesOfOthers();
      const changes = await changesOf(app.database, async () => {
        for (const stranger of strangersTo(operation)) {
          for (const [door, send] of doorsOf(app, operation)) {
            const foreign = await send(operation, input, stranger);
            const missing = await send(operation, withMissingIds(operation, input), stranger);
            const what = `${name} by ${door}`;
            const due = isFilter(operation)
              ? { status: 200 }
              : { status: 404, body: { code: sample.foreign } };
            expect.soft(foreign, what).toMatchObject(due);
            expect.soft([foreign.status, foreign.body], what).toEqual([missing.status, missing.body]);
          }
        }
      });
      if (isFilter(operation) && operation.access.cost) {
        // A list is answered, be it empty, and who asked for it pays.
        const others = Object.keys(changes?.after ?? {}).filter((table) => !paidIn.has(table));
        expect.soft(others, `${name} changes nothing but what it costs`).toEqual([]);
        expect.soft(await entriesOfOthers(), `${name} is paid by nobody else`).toEqual(paid);
      } else expect.soft(changes, `${name} changes nothing of anybody`).toBeNull();
    }
  });

  test("is in no list and no answer of anybody else", async () => {
    const ids = new Set<string>();
    for (const operation of idTaking()) {
      const input = await inputOf(operation);
      for (const name of idsOf(operation)) ids.add(String(input[name]));
    }
    expect(ids.size).toBeGreaterThan(5);
    const reads = operations().filter(
      (operation) =>
        operation.kind === "query" &&
        !["public", "admin"].includes(operation.access.auth!) &&
        !idTaking().includes(operation),
    );
    for (const operation of reads) {
      const input = await samples[operation.row.name]!.input(app, bo);
      const { limit: _limit, ...wide } = input;
      const { rest, tool } = operation.row;
      const send = rest ? viaRest(app) : tool ? viaTool(app) : viaGraphql(app);
      const text = JSON.stringify((await send(operation, wide, bo)).body);
      expect
        .soft(
          [...ids].filter((id) => text.includes(id)),
          operation.row.name,
        )
        .toEqual([]);
    }
  });
});

describe("an entity of another tenant", () => {
  /** How each type with a key is named by a reference: what Eve has, or what belongs to everybody. */
  const references: Record<string, () => Promise<{ key: Record<string, unknown>; isShared?: true }>> = {
    User: async () => ({ key: { id: "demo-eve" } }),
    Invoice: async () => ({ key: { id: (await samples["GetInvoice"]!.input(app, eve))["invoiceId"] } }),
    Quotation: async () => ({ key: { id: (await samples["GetQuotation"]!.input(app, eve))["quotationId"] } }),
    App: async () => ({ key: { appId: "central" }, isShared: true }),
    Property: async () => ({ key: await samples["Property"]!.input(app, eve), isShared: true }),
  };
  const entities = parse("query ($refs: [_Any!]!) { _entities(representations: $refs) { __typename } }");

  test("does not exist for the reference resolver of any subgraph", async () => {
    for (const subgraph of subgraphNames) {
      const { graph, execute } = app.running.platform.running(subgraph);
      const union = graph.schema.getType("_Entity") as { getTypes(): { name: string }[] } | undefined;
      for (const { name } of union?.getTypes() ?? []) {
        const reference = references[name];
        if (!reference) throw new Error(`${name} has a key: say here how it is named, for this test`);
        const { key, isShared } = await reference();
        const refs = [{ __typename: name, ...key }];
        const result = await execute({ document: entities, variables: { refs }, call: callOf("demo-bo") });
        const [found] = (result.data?.["_entities"] ?? [null]) as unknown[];
        const what = `${name} in ${subgraph}: ${JSON.stringify(result)}`;
        if (isShared) expect.soft(found, what).toMatchObject({ __typename: name });
        else await expectNothing(subgraph, { name, key }, what);
      }
    }
  });

  /** Null, or nothing but its key, which Bo knew already: every other field is refused. */
  async function expectNothing(
    subgraph: (typeof subgraphNames)[number],
    { name, key }: { name: string; key: Record<string, unknown> },
    what: string,
  ): Promise<void> {
    const { graph, execute } = app.running.platform.running(subgraph);
    const type = graph.schema.getType(name) as unknown as {
      getFields(): Record<string, { type: unknown; args: unknown[] }>;
    };
    const leaves = Object.entries(type.getFields())
      .filter(([field, { args }]) => args.length === 0 && !(field in key))
      .filter(([, { type: fieldType }]) => !/[A-Z]\w*(Connection|Page|Type)/.test(String(fieldType)))
      .map(([field]) => field);
    for (const field of leaves) {
      const text = (selection: string) =>
        `query ($refs: [_Any!]!) { _entities(representations: $refs) { ... on ${name} { ${selection} } } }`;
      const refs = [{ __typename: name, ...key }];
      const run = async (selection: string) =>
        execute({ document: parse(text(selection)), variables: { refs }, call: callOf("demo-bo") });
      const result = await run(field).then((plain) =>
        plain.errors?.some(({ message }) => message.includes("must have a selection"))
          ? run(`${field} { __typename }`)
          : plain,
      );
      const [entity] = (result.data?.["_entities"] ?? [null]) as (Record<string, unknown> | null)[];
      const codes = (result.errors ?? []).map(({ extensions }) => extensions["code"]);
      expect.soft(entity?.[field] ?? null, `${what}, field ${field}`).toBeNull();
      for (const code of codes) expect.soft(String(code), `${what}, field ${field}`).toMatch(/NOT_FOUND$/);
    }
  }

  function callOf(ownerId: string): CallContext {
    const principal = { ...internalPrincipal("test", ownerId), kind: "user" as const, id: ownerId };
    const base = { appId: null, idempotencyKey: null, clock: systemClock, log: silentLog, meter: newMeter() };
    return { ...base, principal, requestId: newId("req"), publicUrl: app.url };
  }
});

/** Texts of an answer that only its receiver may have: keys, secrets, and tokens of links. */
function secretsOf(body: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(body, (name, value: unknown) => {
    if (typeof value !== "string") return value;
    if (/^(key|secret|webhookSecret)$/.test(name)) found.push(value);
    const token = /\/(?:pay|portal\/quotations)\/([\w-]{16,})/.exec(value)?.[1];
    if (token) found.push(token);
    return value;
  });
  return found;
}

test("after every write, no key, secret or token that opens anything can be read in the database", async () => {
  const secrets: string[] = [];
  for (const operation of operations().filter(({ kind }) => kind === "mutation")) {
    const { name } = operation.row;
    const headers = await callerOf(app, name, eve);
    const input = await samples[name]!.input(app, headers);
    const send = operation.row.rest ? viaRest(app) : viaTool(app);
    const answer = await send(operation, input, { ...headers, "idempotency-key": newId("k") });
    secrets.push(...secretsOf(answer.body));
  }
  expect(secrets.filter((secret) => secret.startsWith("hub_live_")).length).toBeGreaterThan(1);
  expect(secrets.filter((secret) => secret.startsWith("whsec_")).length).toBeGreaterThan(1);
  const tables = await app.database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`,
  );
  for (const { name } of tables) {
    const rows = await app.database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    const text = rows.map(({ row }) => row).join("\n");
    expect
      .soft(
        secrets.filter((secret) => text.includes(secret)),
        name,
      )
      .toEqual([]);
    expect.soft(text.match(/hub(?:sa)?_(?:live|test)_[0-9A-Za-z]{36}/)?.[0], name).toBeUndefined();
    expect.soft(text.match(/whsec_[\w+/=]{20,}/)?.[0], name).toBeUndefined();
    expect.soft(text.match(/eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/)?.[0], name).toBeUndefined();
  }
});
