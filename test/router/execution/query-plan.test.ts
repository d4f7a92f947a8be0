import { parse } from "graphql";
import { expect, test } from "vitest";
import { createCompiledExecutor } from "../../../router/execution/executor.ts";
import { RunRecorder, type PlanReport } from "../../../router/execution/plan-report.ts";
import { printPlan } from "../../../router/execution/print-plan.ts";
import { askRouter, subgraphs, supergraphSdl } from "./differential/graph/toy-graph.ts";

const executor = await createCompiledExecutor(supergraphSdl, subgraphs);
const textOf = (query: string, variables: Record<string, unknown> = {}): string =>
  printPlan(executor.prepare({ document: parse(query), variables }).plan ?? { kind: "QueryPlan" });

async function reportOf(query: string, down: string[] = []): Promise<PlanReport> {
  const document = parse(query);
  const recorder = new RunRecorder();
  const ask = askRouter({
    ...executor,
    execute: (request) => executor.execute({ ...request, recorder }),
  });
  await ask({ document, variables: {}, down });
  return recorder.report(executor.prepare({ document }).plan, { planningMs: 0, cached: true });
}

test("a join is printed with what is known of the entities and what is asked of them", () => {
  expect(textOf("{ me { name favourite { name } } }")).toBe(`QueryPlan {
  Sequence {
    Fetch(service: "people") {
      {
        me {
          __typename
          name
          id
        }
      }
    },
    Flatten(path: "me") {
      Fetch(service: "catalog") {
        {
          ... on Person {
            __typename
            id
          }
        } =>
        {
          ... on Person {
            favourite {
              name
            }
          }
        }
      },
    },
  }
}`);
});

test("conditions are decided, and branches and batches have their places in the text", () => {
  const conditional =
    "query($on: Boolean!) { me { bio address @include(if: $on) reports { bio @skip(if: $on) } } }";
  expect(textOf("{ me { bio address reports { bio } } }")).toContain("    Parallel {\n");
  expect(textOf(conditional, { on: true })).toBe(textOf("{ me { bio address reports { __typename } } }"));
  expect(textOf(conditional, { on: false })).toBe(textOf("{ me { bio reports { bio } } }"));
  const batched = textOf(
    '{ a: topReviews { body author { role } } b: review(id: "r1") { author { email } } }',
  );
  expect(batched).toContain('BatchFetch(service: "people") {');
  expect(batched).toMatch(/_e\d\(path: "a0\.@\.author"\) \{[^=]+ =>\n[^}]+role/);
  expect(batched).toMatch(/_e\d\(path: "a1\.author"\) \{[^=]+ =>\n[^}]+email/);
});

test("the query plan reports every fetch of a run with its number of entities", async () => {
  const { fetches, totalMs } = await reportOf("{ teams { name address } }");
  const [root, ...others] = fetches;
  expect(root).toMatchObject({ subgraph: "people", path: "" });
  expect(root).not.toHaveProperty("entities");
  expect(others.length).toBeGreaterThan(0);
  for (const fetch of others) {
    expect(fetch.path).toMatch(/^teams\.@/);
    expect(fetch.entities).toBeGreaterThan(0);
    // What continues from another fetch starts after it.
    expect(fetch.startedAtMs).toBeGreaterThanOrEqual(root!.startedAtMs + root!.durationMs);
  }
  for (const { startedAtMs, durationMs } of fetches)
    expect(startedAtMs + durationMs).toBeLessThanOrEqual(totalMs + 0.002);
});

test("the query plan omits fetches that a run did not need", async () => {
  const { fetches } = await reportOf('{ person(id: "none") { name address } }');
  expect(fetches.map(({ subgraph }) => subgraph)).toEqual(["people"]);
});

test("the query plan reports a failed fetch with its error", async () => {
  const { fetches } = await reportOf("{ me { name favourite { name } } }", ["catalog"]);
  expect(fetches.map(({ subgraph, error }) => [subgraph, error !== undefined])).toEqual([
    ["people", false],
    ["catalog", true],
  ]);
});
