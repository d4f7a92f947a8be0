import { execute, type ExecutionResult } from "graphql";
import { askMonolith, plainSchema, type Answerer, type Question } from "../graph/toy-graph.ts";
import { isOnOneLine, spell, type Path } from "./paths.ts";

/** The response key under which a question about what is down asks for every object's type. */
export const typenameKey = "zzTypename";

/**
 * What is wrong with an answer given while subgraphs are down. Which fields are lost depends on the plan, so it is
 * measured by what must hold of any plan: the answer is the whole one with some nulls; every such null has an error
 * on its path; none stands where the schema forbids it. The question asks for every object's type.
 */
export async function findFaultsWhileDown(answerer: Answerer, question: Question): Promise<string[]> {
  const whole = await askMonolith(question);
  let answer: ExecutionResult;
  try {
    answer = await answerer(question);
  } catch (error) {
    return [`rejected: ${String((error as Error).stack)}`];
  }
  return [...findUnexplained(whole.data, answer), ...(await findForbiddenNulls(answer, question))];
}

function findUnexplained(whole: unknown, answer: ExecutionResult): string[] {
  const found: string[] = [];
  const paths = (answer.errors ?? []).map((error) => error.path ?? []);
  const walk = (full: unknown, part: unknown, path: Path): void => {
    if (part === null && full !== null) {
      if (!paths.some((each) => isOnOneLine(each, path))) found.push(`no error explains ${spell(path)}`);
    } else if (Array.isArray(full) && Array.isArray(part) && full.length === part.length) {
      full.forEach((item, index) => walk(item, part[index], [...path, index]));
    } else if (isObject(full) && isObject(part) && Object.keys(full).join() === Object.keys(part).join()) {
      for (const [key, value] of Object.entries(full)) walk(value, part[key], [...path, key]);
    } else if (JSON.stringify(full) !== JSON.stringify(part)) {
      found.push(`the value at ${spell(path)} is wrong`);
    }
  };
  walk(whole, answer.data, []);
  return found;
}

/** Completes the answer once more, as its own source: it must not change. */
async function findForbiddenNulls(
  { data }: ExecutionResult,
  { document, variables }: Question,
): Promise<string[]> {
  if (data === null) return [];
  const completed = await execute({
    schema: plainSchema,
    document,
    variableValues: variables,
    rootValue: data,
    fieldResolver: (source: Record<string, unknown>, _args, _context, { path }) => source[path.key],
    typeResolver: (source: Record<string, unknown>) => String(source[typenameKey]),
  });
  const nulls = (completed.errors ?? []).filter((error) => error.message.startsWith("Cannot return null"));
  return nulls.map((error) => `at ${spell(error.path)}: ${error.message}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
