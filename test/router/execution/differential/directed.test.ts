import { QueryPlanner } from "@graphql-hive/router-query-planner";
import { parse, validate } from "graphql";
import { afterAll, expect, test } from "vitest";
import { hardDocuments, directedDocuments } from "./directed-documents.ts";
import { publicSchema, supergraphSdl, type Question } from "./graph/toy-graph.ts";
import type { FaultKind } from "./graph/world.ts";
import { CarefulPlanner } from "./plan/careful-planner.ts";
import { countKinds, type KindCounts } from "./plan/plan-kinds.ts";
import { askCompiled, judge } from "./run.ts";

const planner = new CarefulPlanner(supergraphSdl);
afterAll(() => planner.stop());

/** Faults of the answer; a document that could end this process is not asked here. */
async function findFaultsOf(text: string, trouble: Omit<Question, "document">): Promise<string[]> {
  const document = parse(text);
  expect(validate(publicSchema, document)).toEqual([]);
  // Panics depend on chance, so one plan says little.
  for (let round = 0; round < 5; round += 1) {
    const planned = await planner.plan(text, trouble.variables);
    if (!("plan" in planned)) return [JSON.stringify(planned)];
  }
  return judge(askCompiled, { document, ...trouble });
}

test.each(directedDocuments)("%s is answered as by one schema", async (_about, text, variables = {}) => {
  expect(await findFaultsOf(text, { variables })).toEqual([]);
});

test.each(hardDocuments)("%s is answered as by one schema, too", async (_about, text, variables = {}) => {
  expect(await findFaultsOf(text, { variables })).toEqual([]);
});

const troubles: [text: string, coordinate: string, kind: FaultKind][] = [
  ["{ me { name address } }", "Person.address:p3", "throw"],
  ["{ people { name bio } }", "Person.name:p2", "null"],
  ["{ topReviews { author { role email } } }", "Person.role:p2", "throw"],
  [
    '{ a: topReviews { body author { role } } b: review(id: "r1") { author { email } } }',
    "Person.role:p2",
    "throw",
  ],
  ["{ products(first: 5) { name reviews { rating } } me { name } }", "Book.reviews:b1", "hole"],
  ["{ teams { reports { role } } }", "Person.reports:p2", "hole"],
  ["{ feed { __typename } reviewed { name } }", "Query.feed:", "throw"],
  [
    'mutation { a: touch b: rename(id: "b1", name: "x") { revision product { score } } }',
    "Book.score:b1",
    "throw",
  ],
  ['mutation { a: rename(id: "b1", name: "x") { revision } b: touch }', "Mutation.rename:", "throw"],
];

test.each(troubles)("%s takes the fault at %s (%s) as one schema does", async (text, coordinate, kind) => {
  const faults = new Map([[coordinate, kind]]);
  expect(await findFaultsOf(text, { variables: {}, faults })).toEqual([]);
});

test("a subscription is planned as one, with what its events are joined with", () => {
  const counts: KindCounts = {};
  const plan = new QueryPlanner(supergraphSdl).plan(
    'subscription { watch(id: "p1") { name bio } }',
    undefined,
    new Set(),
    0,
  );
  countKinds(plan, counts);
  expect(counts).toMatchObject({ Subscription: 1, Flatten: 1 });
});

test("fields of one name and other nullability are asked for under other names", async () => {
  const planned = await planner.plan("{ products { ... on Book { edition } ... on Tool { edition } } }");
  const counts: KindCounts = {};
  if ("plan" in planned) countKinds(planned.plan, counts);
  expect(counts["outputRewrites"]).toBeGreaterThanOrEqual(1);
});
