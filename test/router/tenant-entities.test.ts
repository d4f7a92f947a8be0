import { parse } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { subgraphNames } from "../../platform/subgraph-addresses.ts";
import { internalPrincipal } from "../../src/access/principal.ts";
import { newMeter, type CallContext } from "../../src/context.ts";
import { newId } from "../../src/ids.ts";
import { systemClock } from "../../src/time/clock.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { silentLog } from "../support/silent-log.ts";
import type { Headers } from "../walk/door-calls.ts";
import { samples } from "../walk/samples/door-samples.ts";

let app: TestApp;
let eve: Headers;
beforeAll(async () => {
  app = await createTestApp();
  eve = await app.as("eve");
});
afterAll(() => app?.close());

describe("an entity of another tenant", () => {
  /** A reference for each type with a key: Eve's object, or a shared one. */
  const references: Record<string, () => Promise<{ key: Record<string, unknown>; isShared?: true }>> = {
    User: async () => ({ key: { id: "demo-eve" } }),
    Account: async () => ({ key: { id: "demo-eve" } }),
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

  /** Null, or only its key, which Bo sent himself: every other field is refused. */
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
