import type { QueryPlan } from "@graphql-hive/router-query-planner";
import { GraphQLError, Kind, parse, type FragmentDefinitionNode } from "graphql";
import { describe, expect, test } from "vitest";
import { compileExclusion } from "../../../router/execution/excluded-errors.ts";
import type { Execution, ResponseObject } from "../../../router/execution/execution.types.ts";

const text = `query ($on: Boolean!) { items { must @include(if: $on) other { ...F } } }
  fragment F on Other { deep @skip(if: $on) kept }`;

interface Run {
  on: boolean;
  data: ResponseObject;
  plan?: object;
}

/** Which of the errors at these paths are reported. */
function reported(paths: (string | number)[][], { on, data, plan }: Run, query = text): string[] | null {
  const { definitions } = parse(query);
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const dropExcluded = compileExclusion(operation, {
    plan: (plan ?? null) as QueryPlan | null,
    fragments,
    planKeyOf: ({ alias, name }) => (alias ?? name).value,
  });
  const errors = paths.map((path) => new GraphQLError("Broken.", { path }));
  const execution = { errors, data, variables: { on } } as unknown as Execution;
  return dropExcluded && dropExcluded(execution).map(({ path }) => path!.join("."));
}

const must = ["items", 0, "must"];
const deep = ["items", 0, "other", "deep"];
const fetched = { items: [{ must: null, other: { deep: null, kept: 1 } }] };

describe("an error of a field that was fetched", () => {
  test("is dropped where the variables exclude the field, in fragments too", () => {
    expect(reported([must, deep], { on: false, data: fetched })).toEqual(["items.0.other.deep"]);
    expect(reported([must, deep], { on: true, data: fetched })).toEqual(["items.0.must"]);
  });

  test.each([
    ["the object became null", { items: [null] }],
    ["an outer object became null", { items: null }],
    ["the object lost its fields", { items: [{}] }],
  ])("is reported where its null took other fields along: %s", (_, data) => {
    expect(reported([must], { on: false, data })).toEqual(["items.0.must"]);
  });

  test("is reported where only the plan has the field", () => {
    const path = ["items", 0, "key"];
    expect(reported([path], { on: false, data: { items: [{ key: null }] } })).toEqual(["items.0.key"]);
  });

  test("is reported where another fetch requires the field", () => {
    const field = (name: string) => ({ kind: "Field", name });
    const requires = [{ kind: "InlineFragment", typeCondition: "Item", selections: [field("must")] }];
    const fetch = { kind: "Fetch", serviceName: "b", operation: "", requires };
    const flatten = { kind: "Flatten", path: [], node: fetch };
    const batch = {
      kind: "BatchFetch",
      serviceName: "b",
      operation: "",
      entityBatch: { aliases: [{ requires }] },
    };
    for (const node of [
      { kind: "Sequence", nodes: [{ ...fetch, requires: undefined }, flatten] },
      { kind: "Parallel", nodes: [batch] },
      { kind: "Condition", condition: "on", ifClause: flatten },
      { kind: "Condition", condition: "on", elseClause: flatten },
    ])
      expect(reported([must], { on: false, data: fetched, plan: { kind: "QueryPlan", node } })).toEqual([
        "items.0.must",
      ]);
    const other = { ...fetch, requires: [{ ...requires[0]!, selections: [field("id")] }] };
    const plan = { kind: "QueryPlan", node: other };
    expect(reported([must], { on: false, data: fetched, plan })).toEqual([]);
  });
});

test.each([
  ["{ items { must other { deep } } }", true],
  ["{ items { must ... on Item { other { deep } } } }", true],
  ["query ($on: Boolean!) { items @include(if: $on) { must @include(if: $on) } }", false],
  ["query ($on: Boolean!) { items { other { deep @skip(if: $on) } } }", false],
  ["query ($on: Boolean!) { items { ...F } } fragment F on Item { must @skip(if: $on) }", false],
])("only operations with conditions have excluded errors: %s", (query, isNever) => {
  expect(reported([], { on: true, data: {} }, query) === null).toBe(isNever);
});
