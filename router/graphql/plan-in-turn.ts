import type { MaybePromise } from "../../src/concurrency/maybe-promise.ts";
import type { GraphExecutor, OperationChoice, OperationPlan } from "../execution/graph-executor.ts";
import type { PlanningQueue } from "./planning-queue.ts";

/** A principal's turn in the queue of new documents. */
interface Turn {
  /** The text or the id of the document. */
  name: string;
  /** One queue per key. */
  key: string;
  signal?: AbortSignal | undefined;
  /** Called with the plan of a variant that was planned just now. */
  onPlanned?(plan: OperationPlan): void;
}

/**
 * Plans a document that was admitted and is not prepared. A variant that no request has needed before is planned in the
 * principal's turn, like a new document; many first requests for it are one task. A document with an id that has no
 * variants is planned at once: clients cannot make more of them.
 */
export function planInTurn(
  choice: OperationChoice,
  { executor, cold }: { executor: GraphExecutor; cold: PlanningQueue },
  turn: Turn,
): MaybePromise<OperationPlan> {
  const variant = executor.variantKey(choice);
  return variant === "" ? executor.prepare(choice) : planVariant(choice, variant, { executor, cold }, turn);
}

async function planVariant(
  choice: OperationChoice,
  variant: string,
  { executor, cold }: { executor: GraphExecutor; cold: PlanningQueue },
  { name, key, signal, onPlanned }: Turn,
): Promise<OperationPlan> {
  // No name of a new document begins with this character.
  const task = `\0${variant} ${choice.operationName ?? ""} ${name}`;
  for (let underWay = cold.whenDone(task); underWay; underWay = cold.whenDone(task)) {
    await underWay;
    const ready = executor.prepared(choice);
    if (ready) return ready;
  }
  const plan = () => {
    const planned = executor.prepare(choice);
    onPlanned?.(planned);
    return planned;
  };
  return cold.runNamed(task, key, plan, signal);
}
