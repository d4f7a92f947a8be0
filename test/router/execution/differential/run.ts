import fc from "fast-check";
import { print, stripIgnoredCharacters } from "graphql";
import { createCompiledExecutor } from "../../../../router/execution/executor.ts";
import { findFaults } from "./compare/against-monolith.ts";
import { findFaultsWhileDown } from "./compare/while-down.ts";
import { buildQuestion, isComputedFrom, sampleArbitrary } from "./generate/question.ts";
import { reduceQuestion } from "./generate/reduce.ts";
import {
  askMonolith,
  askRouter,
  subgraphs,
  supergraphSdl,
  type Answerer,
  type Question,
} from "./graph/toy-graph.ts";
import type { CarefulPlanner } from "./plan/careful-planner.ts";
import { findInvalidFetches } from "./plan/invalid-fetches.ts";
import { countKinds, type KindCounts } from "./plan/plan-kinds.ts";

export const askCompiled: Answerer = askRouter(await createCompiledExecutor(supergraphSdl, subgraphs));

export interface Tally {
  asked: number;
  /** What was not asked because the planner has no plan for it, or none that subgraphs accept, by the reason. */
  unplanned: Record<string, number>;
  kinds: KindCounts;
}

/** Faults of the executor's answer to a question. */
export async function judge(answerer: Answerer, question: Question): Promise<string[]> {
  if (!question.down) return findFaults(answerer, question);
  return isComputedFrom(print(question.document)) ? [] : findFaultsWhileDown(answerer, question);
}

/** Asks generated questions and throws at the first wrong answer, with the smallest question that is so answered. */
export async function askMany(
  answerer: Answerer,
  planner: CarefulPlanner,
  options: { runs: number; seed: number },
): Promise<Tally> {
  const tally: Tally = { asked: 0, unplanned: {}, kinds: {} };
  const property = fc.asyncProperty(sampleArbitrary, async (sample) => {
    const question = await buildQuestion(sample);
    const planned = await planner.plan(print(question.document), question.variables);
    const obstacle = "plan" in planned ? findInvalidFetches(planned.plan)[0] : Object.values(planned)[0];
    if (!("plan" in planned) || obstacle !== undefined) {
      const why = String(obstacle)
        .replaceAll(/'[^']*'?|\d+|\n/g, "·")
        .slice(0, 110);
      tally.unplanned[why] = (tally.unplanned[why] ?? 0) + 1;
      return;
    }
    tally.asked += 1;
    countKinds(planned.plan, tally.kinds);
    const faults = await judge(answerer, question);
    if (faults.length > 0) throw new Error(await explain(answerer, planner, question));
  });
  const { runs: numRuns, seed } = options;
  const result = await fc.check(property, { numRuns, seed, endOnFailure: true });
  if (result.failed) throw new Error(`With seed ${seed}: ${(result.errorInstance as Error).message}`);
  return tally;
}

/** The smallest question with a wrong answer, what is wrong, the plan, and both answers. */
async function explain(answerer: Answerer, planner: CarefulPlanner, question: Question): Promise<string> {
  const smallest = await reduceQuestion(question, async (candidate) => {
    const planned = await planner.plan(print(candidate.document), candidate.variables);
    if (!("plan" in planned) || findInvalidFetches(planned.plan).length > 0) return false;
    return (await judge(answerer, candidate)).length > 0;
  });
  const { document, variables, faults, down } = smallest;
  const show = (value: unknown) => JSON.stringify(value, null, 1);
  const ask = async (from: Answerer) => {
    const { data, errors } = await from(smallest).catch((error: Error) => ({
      data: error.stack,
      errors: [],
    }));
    return show({ data, errors });
  };
  return [
    `The answer is wrong:\n${(await judge(answerer, smallest)).join("\n")}`,
    print(document),
    `on one line: ${stripIgnoredCharacters(print(document))}`,
    `variables ${show(variables)}`,
    `faults ${show([...(faults ?? [])])} down ${show(down ?? [])}`,
    `plan ${show(await planner.plan(print(document), variables))}`,
    `wanted ${await ask(askMonolith)}`,
    `answered ${await ask(answerer)}`,
  ].join("\n\n");
}
