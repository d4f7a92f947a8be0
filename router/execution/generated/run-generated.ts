import type { ExecutionResult } from "graphql";
import { isPromise, type MaybePromise } from "../../../src/concurrency/maybe-promise.ts";
import { checkDeadline, startDeadline } from "../cancellation.ts";
import type { Execution, SettledFetch } from "../execution.types.ts";
import type { Collected, GeneratedFetch, GeneratedPart, GeneratedPlan, Slots } from "./generate-plan.ts";

/** A run of generated code. */
interface Run<T> {
  stages: GeneratedPlan["stages"];
  execution: Execution;
  /** Makes the response of the fetched data; null where it gives up. */
  finish: (slots: Slots) => T | null;
  slots: Slots;
  settled: Settled[];
}

/** A fetch that has ended. */
interface Settled extends SettledFetch {
  node: object;
}

/**
 * Runs a shape's generated code; the response that `finish` makes, or null where it gives up: on any error, and on data that is not
 * as the plan promises. `execution.started` then has every fetch that was started: the general executor goes on from
 * there, and sends none twice.
 */
export function runGenerated<T>(
  { stages }: GeneratedPlan,
  execution: Execution,
  finish: (slots: Slots) => T | null,
): MaybePromise<T | null> {
  const settled: Settled[] = [];
  const data = runFrom(0, { stages, execution, finish, slots: [], settled });
  if (isPromise(data)) return data.then((made) => handOver(made, execution, settled));
  return handOver(data, execution, settled);
}

function handOver<T>(data: T | null, execution: Execution, settled: readonly Settled[]): T | null {
  if (data === null) execution.started = new Map(settled.map((one) => [one.node, one]));
  return data;
}

function runFrom<T>(first: number, run: Run<T>): MaybePromise<T | null> {
  const { stages, execution } = run;
  for (let index = first; index < stages.length; index++) {
    const settled = runStage(stages[index]!, run);
    if (isPromise(settled)) {
      if (stages.length > 1) startDeadline(execution);
      return settled.then((isFine) => {
        if (stages.length > 1) checkDeadline(execution);
        return isFine ? runFrom(index + 1, run) : null;
      });
    }
    if (!settled) return null;
  }
  return run.finish(run.slots);
}

/** Runs fetches side by side. True when all of them have answered as the plan promises. */
function runStage(stage: readonly GeneratedFetch[], run: Run<unknown>): MaybePromise<boolean> {
  let isFine = true;
  const waiting: Promise<boolean>[] = [];
  for (let index = 0; index < stage.length; index++) {
    const settled = runFetch(stage[index]!, run);
    if (isPromise(settled)) waiting.push(settled);
    else if (!settled) isFine = false;
  }
  if (waiting.length === 0) return isFine;
  if (waiting.length === 1) return isFine ? waiting[0]! : waiting[0]!.then(() => false);
  return Promise.all(waiting).then((all) => isFine && all.every((one) => one));
}

function runFetch(fetch: GeneratedFetch, run: Run<unknown>): MaybePromise<boolean> {
  const { execution, slots, settled } = run;
  const { node, parts } = fetch;
  let groups: Collected[] | null = null;
  let asked: { variables: Record<string, unknown>; count: number } | undefined;
  if (fetch.slot === null) {
    groups = [];
    asked = { variables: {}, count: 0 };
    for (const part of parts) {
      const group = part.collect(slots);
      if (!group) return false;
      groups.push(group);
      asked.variables[part.variable] = group.representations;
      asked.count += group.representations.length;
    }
    if (asked.count === 0) return takeNothing(parts, slots);
  }
  let result: MaybePromise<ExecutionResult>;
  try {
    result = fetch.run(execution, asked);
  } catch (thrown) {
    settled.push({ node, thrown });
    return false;
  }
  if (!isPromise(result)) {
    settled.push({ node, result });
    return take(fetch, groups, result, slots);
  }
  return result.then(
    (answered) => {
      settled.push({ node, result: answered });
      return take(fetch, groups, answered, slots);
    },
    (thrown: unknown) => {
      settled.push({ node, thrown });
      return false;
    },
  );
}

function take(
  { slot, parts }: GeneratedFetch,
  groups: readonly Collected[] | null,
  { data, errors }: ExecutionResult,
  slots: Slots,
): boolean {
  if (errors || !data) return false;
  if (slot !== null || !groups) {
    slots[slot!] = data;
    return true;
  }
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]!;
    if (!takeEntities(part, groups[index]!, data[part.key], slots)) return false;
  }
  return true;
}

/** Puts the entities in the order of the objects that they belong to. */
function takeEntities(part: GeneratedPart, group: Collected, entities: unknown, slots: Slots): boolean {
  const { representations, numbers } = group;
  if (!Array.isArray(entities) || entities.length !== representations.length) return false;
  for (const entity of entities) {
    if (typeof entity !== "object" || Array.isArray(entity)) return false;
  }
  for (let index = 0; index < numbers.length; index++) {
    const own = numbers[index]!;
    // Each object has an entity of its own, in the same order, unless some entity stands in several places.
    const isDirect = numbers.length === 1 && own.length === entities.length;
    slots[part.slots[index]!] = isDirect ? entities : own.map((number): unknown => entities[number]);
  }
  return true;
}

/** A fetch of no entities is not sent. */
function takeNothing(parts: readonly GeneratedPart[], slots: Slots): boolean {
  for (const part of parts) for (const slot of part.slots) slots[slot] = [];
  return true;
}
