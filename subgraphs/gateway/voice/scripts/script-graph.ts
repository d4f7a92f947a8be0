/** One step of a dialogue: what is said, what may be answered, and where each answer leads. */
export interface ScriptStep {
  id: string;
  /** May hold `{{variable}}`. */
  say: string;
  expect: string[];
  /** Step by expected answer; `*` is any other answer. A step without any ends the call. */
  next: Record<string, string>;
  /** Reaching it reaches the script's goal. */
  goal: boolean;
}

export interface ScriptProblem {
  rule: string;
  stepId: string | null;
  message: string;
}

/** Variables of the callee, available in every script. */
const ownVariables = ["contactName", "phone", "callerName"] as const;

/** Answers that lead anywhere. */
export const anyAnswer = "*";

/** Names in double braces. */
function variablesIn(text: string): string[] {
  return [...text.matchAll(/\{\{\s*([A-Za-z]\w{0,39})\s*\}\}/g)].map(([, name]) => name!);
}

/**
 * Everything that is wrong with a script, in the order of its steps: ids that occur twice, answers without a next step,
 * next steps that do not exist, steps that nothing leads to, steps from which no end can be reached, unknown variables.
 */
export function findScriptProblems(
  steps: readonly ScriptStep[],
  variables: readonly string[],
): ScriptProblem[] {
  if (steps.length === 0)
    return [{ rule: "no_steps", stepId: null, message: "The script has no steps. Add at least one." }];
  const ids = new Set(steps.map(({ id }) => id));
  const known = new Set<string>([...variables, ...ownVariables]);
  const reached = reachableFrom(steps, [steps[0]!.id], ({ next }) => Object.values(next));
  const ends = steps.filter(({ next }) => Object.keys(next).length === 0).map(({ id }) => id);
  const ending = reachableFrom(steps, ends, ({ id }) => leadersTo(steps, id));
  const problems: ScriptProblem[] = [];
  const seen = new Set<string>();
  for (const step of steps) {
    const add = (rule: string, message: string) => void problems.push({ rule, stepId: step.id, message });
    if (seen.has(step.id)) add("duplicate_step", "Another step has the same ID. Use unique IDs.");
    seen.add(step.id);
    for (const answer of step.expect)
      if (!Object.hasOwn(step.next, answer) && !Object.hasOwn(step.next, anyAnswer))
        add("missing_next", `The answer "${answer}" has no next step. Add it to next.`);
    for (const [answer, target] of Object.entries(step.next)) {
      if (!ids.has(target))
        add("unknown_step", `The step "${target}" does not exist. Add it, or choose another step.`);
      if (answer !== anyAnswer && !step.expect.includes(answer))
        add("unexpected_answer", `The answer "${answer}" is in next, but not in expect. Add it to expect.`);
    }
    if (!reached.has(step.id))
      add(
        "unreachable_step",
        "No other step leads to this step. Add it to next of another step, or remove it.",
      );
    else if (!ending.has(step.id))
      add(
        "loop_without_exit",
        "The call can never end after this step. Add a step that leads out of the loop.",
      );
    for (const name of new Set(variablesIn(step.say)))
      if (!known.has(name))
        add("unknown_variable", `The variable "${name}" is not listed in variables. Add it.`);
  }
  return problems;
}

/** Steps for a plain text: each paragraph is said, whatever is answered leads on to the next. */
export function stepsOfText(text: string): ScriptStep[] {
  const paragraphs = text
    .split(/\n\s*\n|\r\n\s*\r\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "");
  return paragraphs.map((say, at): ScriptStep => {
    const isLast = at === paragraphs.length - 1;
    const next: Record<string, string> = isLast ? {} : { [anyAnswer]: `step-${at + 2}` };
    return { id: `step-${at + 1}`, say, expect: [], next, goal: isLast };
  });
}

function leadersTo(steps: readonly ScriptStep[], id: string): string[] {
  return steps.filter(({ next }) => Object.values(next).includes(id)).map((step) => step.id);
}

function reachableFrom(
  steps: readonly ScriptStep[],
  start: readonly string[],
  follow: (step: ScriptStep) => readonly string[],
): Set<string> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const found = new Set<string>();
  const queue = [...start];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const step = byId.get(id);
    if (!step || found.has(id)) continue;
    found.add(id);
    queue.push(...follow(step));
  }
  return found;
}
