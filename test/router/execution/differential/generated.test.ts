import fc from "fast-check";
import { parse, print, type ExecutionResult } from "graphql";
import { afterAll, describe, expect, test, vi } from "vitest";
import { createCompiledExecutor } from "../../../../router/execution/executor.ts";
import { GeneratedShape } from "../../../../router/execution/generated/generated-shape.ts";
import { isPromise } from "../../../../src/concurrency/maybe-promise.ts";
import { WrittenResult } from "../../../../router/execution/generated/written-result.ts";
import type { SubgraphExecutor, SubgraphRequest } from "../../../../src/graphql/local-executor.ts";
import { suiteSeed } from "../../../support/seed.ts";
import { toPlain } from "./generate/plain.ts";
import { buildQuestion, sampleArbitrary } from "./generate/question.ts";
import { askRouter, subgraphs, supergraphSdl, type Answerer, type Question } from "./graph/toy-graph.ts";
import { CarefulPlanner } from "./plan/careful-planner.ts";

const planner = new CarefulPlanner(supergraphSdl);
afterAll(() => planner.stop());

interface Recorded {
  answerer: Answerer;
  /** What was sent to subgraphs since the last question. */
  sent: string[];
}

/** An executor of the toy graph that generates code on this use of a shape, for a caller that takes JSON or not. */
async function createRecorded(
  asked: ReadonlyMap<string, SubgraphExecutor>,
  generatingUse: number,
  takesText = false,
): Promise<Recorded> {
  const sent: string[] = [];
  const recorded = [...asked].map(([name, executor]): [string, SubgraphExecutor] => {
    const record = (request: SubgraphRequest) => {
      sent.push(JSON.stringify([name, print(request.document), request.variables]));
      return executor(request);
    };
    return [name, Object.assign(record, { isTrusted: executor.isTrusted ?? false })];
  });
  const options = { generatingUse };
  const executor = await createCompiledExecutor(supergraphSdl, new Map(recorded), new Map(), options);
  const execute: typeof executor.execute = (request) => {
    const result = executor.execute({ ...request, takesText });
    return isPromise(result) ? result.then(readWritten) : readWritten(result);
  };
  return { answerer: askRouter({ ...executor, execute }), sent };
}

/** The result as data. What is written must be as JSON.stringify writes it. */
function readWritten(result: ExecutionResult): ExecutionResult {
  if (!(result instanceof WrittenResult)) return result;
  const { data, text } = result;
  if (JSON.stringify(data) !== text) throw new Error(`Written otherwise than by JSON.stringify: ${text}`);
  return { data };
}

function mapSubgraphs(change: (executor: SubgraphExecutor) => SubgraphExecutor) {
  return new Map([...subgraphs].map(([name, executor]) => [name, change(executor)]));
}

const kinds: [string, ReadonlyMap<string, SubgraphExecutor>][] = [
  ["as they are", subgraphs],
  [
    "that answer at once and are trusted",
    mapSubgraphs((executor) =>
      Object.assign((request: SubgraphRequest) => executor(request), { isTrusted: true }),
    ),
  ],
  ["that answer later", mapSubgraphs((executor) => async (request) => executor(request))],
];

/** The answer as text: data, errors in their order, and what was sent for it, in any order. */
async function show({ answerer, sent }: Recorded, { document, ...question }: Question): Promise<unknown> {
  sent.length = 0;
  const result: ExecutionResult = await answerer({ ...question, document: parse(print(document)) });
  return { text: JSON.stringify({ data: result.data, errors: result.errors }), sent: sent.toSorted() };
}

describe.each(kinds)("generated code over subgraphs %s", (_, asked) => {
  test("answers byte for byte as the general executor, and sends the same fetches once", async () => {
    const [general, generated, writing] = await Promise.all([
      createRecorded(asked, Infinity),
      createRecorded(asked, 1),
      createRecorded(asked, 1, true),
    ]);
    const noted = vi.spyOn(GeneratedShape.prototype, "note");
    for (const sample of fc.sample(sampleArbitrary, { numRuns: 80, seed: suiteSeed })) {
      const question = await buildQuestion(sample);
      for (const document of [question.document, toPlain(question.document)]) {
        if (!("plan" in (await planner.plan(print(document), question.variables)))) continue;
        const wanted = await show(general, { ...question, document });
        const about = `seed ${suiteSeed}: ${print(document)}`;
        expect(await show(generated, { ...question, document }), about).toEqual(wanted);
        expect(await show(writing, { ...question, document }), about).toEqual(wanted);
      }
    }
    const outcomes = noted.mock.calls.map(([isDone]) => isDone);
    noted.mockRestore();
    expect(outcomes.filter(Boolean).length).toBeGreaterThan(10);
    expect(outcomes.filter((isDone) => !isDone).length).toBeGreaterThan(0);
  });
});

test("two paths of one batch through the same objects join their own entities", async () => {
  const text = `{ teams { reviews(minRating: 2) { author { manager { bio other: manager { reports { bio } } } } } } }`;
  const [general, generated] = await Promise.all([
    createRecorded(subgraphs, Infinity),
    createRecorded(subgraphs, 1),
  ]);
  const noted = vi.spyOn(GeneratedShape.prototype, "note");
  const question = { document: parse(text), variables: {} };
  expect(await show(generated, question)).toEqual(await show(general, question));
  expect(noted.mock.calls).toEqual([[true]]);
  noted.mockRestore();
});
