import type { ExecutionResult } from "graphql";
import { askLenient, askMonolith, type Answerer, type Question } from "../graph/toy-graph.ts";
import { leadsToNothing, shownErrors, spell } from "./paths.ts";

/**
 * What is wrong with an answer, measured by one schema over the same data; empty when nothing is. `data` is compared
 * as text, so the order of keys counts. Without errors in the one schema there may be none in the answer.
 *
 * Of errors, exactly these differences are allowed, because the GraphQL specification (October 2021, 6.4.4 "Handling
 * Field Errors") allows them:
 * - their order: fields of queries may run in any order;
 * - which error explains a null that several errors would have caused: once a parent is null, others need not be
 *   reported, and which one comes first depends on the order;
 * - errors inside what became null anyway: their fields may have been cancelled, or were never asked for, since a
 *   join over a missing object has nothing to join.
 *
 * One more comes from plans: a fetch may ask for a field which type conditions on an interface object exclude at this
 * one place. Its error has a path that the operation does not select, and may stand for the error of a
 * selected field whose null it brings about.
 *
 * So both answers must show errors at the same nulls; every error must stand where one truly struck, at most once,
 * with the code of the resolver that threw it.
 */
export async function findFaults(answerer: Answerer, question: Question): Promise<string[]> {
  const expected = await askMonolith(question);
  const answer = dropAbsent(await receive(answerer, question));
  const found: string[] = [];
  if (JSON.stringify(answer.data) !== JSON.stringify(expected.data)) found.push("the data differ");
  if (!expected.errors && !answer.errors) return found;
  const [shown, wanted] = [shownErrors(answer), shownErrors(expected)];
  if (shown.join("\n") !== wanted.join("\n")) {
    found.push(`errors are shown at [${shown.join(", ")}] but belong to [${wanted.join(", ")}]`);
  }
  return [...found, ...(await findStrayErrors(answer, expected, question))];
}

function dropAbsent({ data, errors }: ExecutionResult): ExecutionResult {
  const left = errors?.filter((error) => !leadsToNothing(data, error.path ?? []));
  return { data, ...(left?.length ? { errors: left } : {}) };
}

async function receive(answerer: Answerer, question: Question): Promise<ExecutionResult> {
  try {
    return await answerer(question);
  } catch (error) {
    return { data: { rejected: String((error as Error).stack) } };
  }
}

async function findStrayErrors(answer: ExecutionResult, expected: ExecutionResult, question: Question) {
  const lenient = await askLenient(question);
  const codes = new Map<string, unknown>();
  for (const path of lenient.world.struck) codes.set(spell(path), undefined);
  for (const error of [...(expected.errors ?? []), ...(lenient.errors ?? [])]) {
    codes.set(spell(error.path), error.extensions["code"]);
  }
  const found: string[] = [];
  const seen = new Set<string>();
  for (const error of answer.errors ?? []) {
    const path = spell(error.path);
    const code = codes.get(path);
    if (leadsToNothing(lenient.data, error.path ?? [])) continue;
    if (!codes.has(path)) found.push(`nothing went wrong at ${path}, yet: ${error.message}`);
    else if (code !== undefined && error.extensions?.["code"] !== code)
      found.push(`the code at ${path} is lost`);
    if (seen.has(path)) found.push(`the error at ${path} is told twice`);
    seen.add(path);
  }
  return found;
}
