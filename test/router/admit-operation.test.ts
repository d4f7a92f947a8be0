import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { createCompiledExecutor } from "../../router/execution/executor.ts";
import { variantLimits } from "../../router/execution/variants/operation-variants.ts";
import { openOperation, type AdmissionOptions } from "../../router/graphql/admit-operation.ts";
import { operationRequestOf } from "../../router/graphql/call-operation.ts";
import { PlanningQueue } from "../../router/graphql/planning-queue.ts";
import { DocumentCache } from "../../router/graphql/document-cache.ts";
import { noLimits } from "../../router/limits/limits.ts";
import { readSupergraphFacts } from "../../router/schema/supergraph-facts.ts";
import { anonymous } from "../../src/access/principal.ts";
import type { CallContext } from "../../src/context.ts";
import { DomainError } from "../../src/errors.ts";
import { projectPath } from "../../src/project-root.ts";

const supergraphSdl = readFileSync(projectPath("schema", "supergraph.graphql"), "utf8");
const executor = await createCompiledExecutor(supergraphSdl, new Map());
const facts = readSupergraphFacts(supergraphSdl);

let planned: number;
let queued: number;
let documents: DocumentCache;
let admission: AdmissionOptions;
beforeEach(() => {
  planned = 0;
  queued = 0;
  documents = new DocumentCache(executor.publicSchema);
  class CountingQueue extends PlanningQueue {
    override run<T>(caller: string, work: () => T, signal?: AbortSignal): Promise<T> {
      queued += 1;
      return super.run(caller, work, signal);
    }
  }
  admission = {
    executor: {
      ...executor,
      prepare: (choice) => {
        planned += 1;
        return executor.prepare(choice);
      },
    },
    facts,
    documents,
    cold: new CountingQueue(),
    trusted: null,
    isOpenToExploring: true,
  };
});

const open = async (query: string, variables: Record<string, unknown> = {}, operationName?: string) =>
  openOperation({ query, variables, operationName }, admission, { key: "one" });

test("too complex documents and invalid variables are refused before planning", async () => {
  const page = (index: number) =>
    `p${index}: searchProperties(pageSize: $size) { properties { address { city } greenScore { overall } location { accuracy } risk { countyFips } quality { flags } } }`;
  const heavy = `query($size: Int) { ${[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(page).join(" ")} }`;
  await expect(open(heavy, { size: 100 })).rejects.toMatchObject({ code: "QUERY_TOO_COMPLEX" });
  await expect(open(heavy, { size: "many" })).rejects.toMatchObject({ code: "QUERY_TOO_COMPLEX" });
  expect(planned).toBe(0);
  const wrong = `query($app: ID!) { creditBalance(appId: $app) { balance } }`;
  await expect(open(wrong, { app: [] })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  expect(planned).toBe(0);
  // The same documents are planned once they request less, or are valid.
  await open(heavy, { size: 1 });
  await open(wrong, { app: "central" });
  expect(planned).toBe(2);
});

test("a document is queued once, and cached afterwards", async () => {
  const query = "{ me { id } }";
  expect((await open(query)).plan.isNew).toBe(true);
  for (let use = 0; use < 3; use += 1) {
    const { plan } = await open(query);
    expect([plan.isNew, plan.planningMs]).toEqual([false, 0]);
  }
  expect(queued).toBe(1);
});

test("a document that was refused is refused again without being read again", async () => {
  // Parsing is cheap and not queued; validation is queued.
  for (const [query, turns] of [
    ["{ me {", 0],
    ["{ me { __proto__: id } }", 0],
    ["{ nothing }", 1],
  ] as const) {
    queued = 0;
    const first = await open(query).catch((error: unknown) => error);
    const second = await open(query).catch((error: unknown) => error);
    expect(first).toMatchObject({ status: 400 });
    expect(second).toEqual(first);
    expect(queued).toBe(turns);
  }
});

test("each operation of a document is a separate cache entry, so that plans are bounded", async () => {
  const query = "query A { me { id } } query B { me { email } }";
  expect((await open(query, {}, "A")).operation.name?.value).toBe("A");
  expect((await open(query, {}, "B")).operation.name?.value).toBe("B");
  expect([documents.size, queued]).toEqual([2, 2]);
  await expect(open(query, {}, "C")).rejects.toMatchObject({ status: 400 });
  await expect(open(query)).rejects.toMatchObject({ status: 400 });
});

test("a cached document has a larger size once it is planned", async () => {
  const query = "query A($app: ID!) { creditBalance(appId: $app) { balance } }";
  await open(query, {}, "A").catch(() => undefined);
  const read = documents.bytes;
  await open(query, { app: "central" }, "A");
  expect(documents.size).toBe(1);
  expect(documents.bytes).toBeGreaterThan(read + 10_000);
});

test("a burst of first requests for one document is one task, whatever the principal's queue contains", async () => {
  const query = "query Burst { me { id } }";
  await Promise.all(Array.from({ length: 500 }, () => open(query)));
  expect(queued).toBe(1);
});

test("when the first request of a burst is refused, the next one's own variables are checked", async () => {
  const query = "query ($app: ID!) { creditBalance(appId: $app) { balance } }";
  const answers = await Promise.allSettled([open(query, { app: [] }), open(query, { app: "central" })]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});

const conditional = `query Some($a: Boolean! $b: Boolean! $c: Boolean! $d: Boolean! $e: Boolean! $f: Boolean!) {
  me { id a: name @include(if: $a) b: name @include(if: $b) c: name @include(if: $c)
    d: name @include(if: $d) e: name @include(if: $e) f: name @include(if: $f) } }`;

/** The bits of a number as the values of the conditions. */
const valuesOf = (bits: number) =>
  Object.fromEntries(
    ["a", "b", "c", "d", "e", "f"].map((name, index) => [name, Boolean(bits & (1 << index))]),
  );

test("each variant of a document takes its turn once, and is cached afterwards", async () => {
  const fieldsOf = async (bits: number) => {
    const { plan } = await open(conditional, valuesOf(bits));
    return [plan.isNew, JSON.stringify(plan.plan).match(/: name/g)?.length ?? 0];
  };
  for (const bits of [1, 3, 7]) expect(await fieldsOf(bits)).toEqual([true, bits.toString(2).length]);
  for (const bits of [7, 3, 1, 1, 3]) expect(await fieldsOf(bits)).toEqual([false, bits.toString(2).length]);
  expect([queued, planned, documents.size]).toEqual([3, 3, 1]);
});

test("a burst of first requests for one variant is one task", async () => {
  await open(conditional, valuesOf(1));
  await Promise.all(Array.from({ length: 200 }, () => open(conditional, valuesOf(2))));
  expect([queued, planned]).toEqual([2, 2]);
});

test("a flood of variants is limited like a flood of documents, and fills no cache", async () => {
  await open(conditional, valuesOf(0));
  const bits = Array.from({ length: 63 }, (_, index) => index + 1);
  const outcomes = await Promise.allSettled(bits.map((own) => open(conditional, valuesOf(own))));
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused.length).toBe(13);
  for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: "RATE_LIMIT_EXCEEDED" } });
  const one = new DocumentCache(executor.publicSchema);
  const alone = { ...admission, documents: one };
  await openOperation({ query: conditional, variables: valuesOf(0) }, alone, { key: "one" });
  expect(documents.size).toBe(1);
  expect(documents.bytes).toBeGreaterThan(one.bytes);
  expect(documents.bytes).toBeLessThan(variantLimits.variants * one.bytes);
});

test("variables of conditions are checked before a variant is planned", async () => {
  await open(conditional, valuesOf(1));
  await expect(open(conditional, { ...valuesOf(2), a: "yes" })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
  });
  await expect(open(conditional, { a: true })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  expect(planned).toBe(1);
});

test("rate limits come before input validation and the planning queue", async () => {
  const query = "query Limited($app: ID!) { creditBalance(appId: $app) { balance } }";
  const beyond = new DomainError("RATE_LIMIT_EXCEEDED", "Too many calls.");
  const operationRequest = {
    key: "one",
    count: async () => {
      throw beyond;
    },
  };
  const refused = async () => openOperation({ query, variables: { app: [] } }, admission, operationRequest);
  await expect(refused()).rejects.toBe(beyond);
  expect([queued, planned, documents.size]).toEqual([0, 0, 0]);
  await open(query, { app: "central" });
  await expect(refused()).rejects.toBe(beyond);
});

test("new documents of one IPv6 network wait in one queue", () => {
  const keyOf = (ip: string) =>
    operationRequestOf({ principal: anonymous } as CallContext, { ip }, noLimits).key;
  expect(keyOf("2001:db8:0:1::1")).toBe(keyOf("2001:db8:0:1:ffff::2"));
  expect(keyOf("2001:db8:0:1::1")).not.toBe(keyOf("2001:db8:0:2::1"));
  expect(keyOf("192.0.2.1")).toBe("address 192.0.2.1");
});
