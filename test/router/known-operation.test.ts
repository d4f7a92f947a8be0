import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createCompiledExecutor } from "../../router/execution/executor.ts";
import { openOperation, type AdmissionOptions } from "../../router/graphql/admit-operation.ts";
import { DocumentCache } from "../../router/graphql/document-cache.ts";
import { PlanningQueue } from "../../router/graphql/planning-queue.ts";
import { readSupergraphFacts } from "../../router/schema/supergraph-facts.ts";
import type { Principal } from "../../src/access/principal.ts";
import { projectPath } from "../../src/project-root.ts";
import { person, toyCall } from "../federation/toy-graph.ts";

const supergraphSdl = readFileSync(projectPath("schema", "supergraph.graphql"), "utf8");
const executor = await createCompiledExecutor(supergraphSdl, new Map());
const facts = readSupergraphFacts(supergraphSdl);
const uses = ["first", "second", "third", "fourth"] as const;

function opener() {
  const documents = new DocumentCache(executor.publicSchema);
  const cold = new PlanningQueue();
  const admission: AdmissionOptions = {
    executor,
    facts,
    documents,
    cold,
    trusted: null,
    isOpenToExploring: true,
  };
  const isKnown = (text: string, operationName?: string) => {
    const read = documents.findReady({ text, operationName });
    return Boolean(read?.document && read.known);
  };
  const open = async (
    query: string,
    {
      variables = {},
      principal,
      operationName,
    }: { variables?: object; principal?: Principal; operationName?: string } = {},
  ) => {
    const steps: string[] = [];
    const params = { query, variables: variables as Record<string, unknown>, operationName };
    const request = {
      key: "one",
      call: toyCall(principal),
      judge: ({ kind }: { kind: string }) => void steps.push(`checked ${kind}`),
      count: (counted: readonly { units: number }[]) => void steps.push(`counted ${counted.length}`),
    };
    const outcome = await Promise.resolve()
      .then(() => openOperation(params, admission, request))
      .then(
        ({ refusal, operation }) => {
          const code = refusal?.errors?.[0]?.extensions["code"];
          return refusal ? `refused ${String(code)}` : `opened ${operation.name?.value}`;
        },
        (error: { code: string }) => error.code,
      );
    // A new document is looked at once when it is parsed, and once when it is validated.
    return [...new Set(steps), outcome];
  };
  return { open, isKnown };
}

test("each use of a document is counted, admitted and validated for itself", async () => {
  const { open, isKnown } = opener();
  const query = "query Mine($id: ID!) { me { id } booking(bookingId: $id) { id } }";
  const variables = { id: "bkg_1" };
  for (const use of uses) {
    const own = await open(query, { principal: person, variables });
    const nobody = await open(query, { variables });
    const wrong = await open(query, { principal: person, variables: { id: [] } });
    expect([use, own, nobody, wrong]).toEqual([
      use,
      ["checked query", "counted 2", "opened Mine"],
      ["checked query", "counted 2", "refused MISSING_TOKEN"],
      ["checked query", "counted 2", "VALIDATION_ERROR"],
    ]);
  }
  expect(isKnown(query)).toBe(true);
});

test("operations of one document are known apart", async () => {
  const { open } = opener();
  const query = "query A { me { id } } query B { me { email } }";
  for (const operationName of ["A", "B", "A", "B", "A", "B"]) {
    expect((await open(query, { principal: person, operationName })).at(-1)).toBe(`opened ${operationName}`);
  }
});

test("a document whose weight depends on variables is weighed each time", async () => {
  const { open, isKnown } = opener();
  const page = (index: number) =>
    `p${index}: searchProperties(pageSize: $size) { properties { address { city } greenScore { overall } location { accuracy } risk { countyFips } quality { flags } } }`;
  const query = `query Heavy($size: Int) { ${[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(page).join(" ")} }`;
  for (const use of uses) {
    expect([use, (await open(query, { principal: person, variables: { size: 1 } })).at(-1)]).toEqual([
      use,
      "opened Heavy",
    ]);
    expect([use, (await open(query, { principal: person, variables: { size: 100 } })).at(-1)]).toEqual([
      use,
      "QUERY_TOO_COMPLEX",
    ]);
  }
  expect(isKnown(query)).toBe(false);
});

test("a document whose app is in its variables is counted by them each time", async () => {
  const { open, isKnown } = opener();
  const query = "query Balance($app: ID!) { creditBalance(appId: $app) { balance } }";
  for (const app of ["central", "crm", "central"]) {
    expect((await open(query, { principal: person, variables: { app } })).at(-1)).toBe("opened Balance");
  }
  expect(isKnown(query)).toBe(false);
});
