import { beforeAll, describe, expect, test } from "vitest";
import { isAuthenticated } from "../../src/access/rules.ts";
import { readCodePlaces } from "../../platform/compose/code-places.ts";
import { bindOperations, type BoundOperations } from "../../platform/compose/compose.ts";
import { findOperationGaps, withRuleFiles } from "../../platform/compose/operation-gaps.ts";
import { findTableGaps } from "../../platform/compose/table-gaps.ts";
import { samples } from "../walk/samples/door-samples.ts";

const places = readCodePlaces();
let bound: BoundOperations;
beforeAll(async () => {
  bound = await bindOperations();
});

const without = (operation: string) => {
  const registry = new Map(bound.registry);
  registry.delete(operation);
  return { ...bound, registry };
};

test("every root field has a row or is served by GraphQL alone, and every row has a sample", () => {
  expect(findOperationGaps(bound, places)).toEqual([]);
});

test("every table that a subgraph uses is created by a migration of it", () => {
  expect(findTableGaps()).toEqual([]);
});

test("every public root field, row and sample is found in its file", () => {
  for (const { kind, rootField, row } of bound.registry.values()) {
    const coordinate = `${kind === "query" ? "Query" : "Mutation"}.${rootField.name}`;
    expect.soft(places.resolverOf(coordinate), coordinate).toMatch(/\.resolver\.ts$/);
    expect.soft(places.rulesOf(coordinate), coordinate).toMatch(/\.(rules|feature)\.ts$/);
    expect.soft(places.rowsOf(coordinate), coordinate).toMatch(/\.operations\.ts$/);
    expect.soft(places.sampleOf(row.name) !== null, row.name).toBe(samples[row.name] !== undefined);
  }
});

describe("a missing part of an operation is reported with its file", () => {
  test("a root field without a row", () => {
    expect(findOperationGaps(without("SetServiceProviders"), places)).toEqual([
      expect.stringMatching(
        /^Mutation\.setServiceProviders \(.*\.resolver\.ts\) has no row: add one to router\/operations\/booking\/services\.operations\.ts, or graphqlOnly to its rule in .*\.rules\.ts$/,
      ),
    ]);
  });

  test("a root field that is no longer said to be served by GraphQL alone", () => {
    const graphs = bound.graphs.map((graph) => ({
      ...graph,
      rules: { ...graph.rules, Query: { ...(graph.rules["Query"] as object), app: isAuthenticated } },
    }));
    expect(findOperationGaps({ ...bound, graphs }, places)).toEqual([
      expect.stringMatching(/^Query\.app \(.*\) has no row: add one to router\/operations\/identity\/apps\./),
    ]);
  });

  test("a tool in a group that its app does not have", () => {
    const operation = bound.registry.get("UpdateService")!;
    const row = { ...operation.row, tool: { ...operation.row.tool!, group: "constructor" } };
    const registry = new Map(bound.registry).set("UpdateService", { ...operation, row });
    expect(findOperationGaps({ ...bound, registry }, places)).toEqual([
      "UpdateService (router/operations/booking/services.operations.ts): the app event-manager has no tool group constructor: add it to router/operations/booking/groups.ts",
    ]);
  });

  test("a row without a sample", () => {
    const unsampled = {
      ...places,
      sampleOf: (name: string) => (name === "UpdateService" ? null : places.sampleOf(name)),
    };
    expect(findOperationGaps(bound, unsampled)).toEqual([
      "UpdateService has no sample: add one to test/walk/samples/door-samples-booking.ts",
    ]);
  });

  test("a root field without a rule, and a rule without a field", () => {
    expect(withRuleFiles("Query.app has an access rule but no resolver defines it", places)).toMatch(
      /^Query\.app has an access rule \(.*apps\.rules\.ts\) but no resolver defines it: add it to .*\.resolver\.ts$/,
    );
    const message = "Subgraph gateway cannot be built:\n  Mutation.updateService has no access rule";
    expect(withRuleFiles(message, places)).toMatch(
      /Mutation\.updateService has no access rule \(.*\.resolver\.ts\): add one to .*\.rules\.ts$/,
    );
  });
});
