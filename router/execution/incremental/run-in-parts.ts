import { AsyncLocalStorage } from "node:async_hooks";
import { GraphQLError, type ExecutionResult } from "graphql";
import { publicError } from "../../../src/errors.ts";
import type { CompiledOperation } from "../compile-operation.ts";
import type { Execution } from "../execution.types.ts";
import { toClientErrors } from "../relocate-errors.ts";
import type { DeferredOperation, Stage, StagedOperation } from "./deferred-operation.ts";
import type { IncrementalResult, LaterResult } from "./incremental.types.ts";
import { PartErrors } from "./part-errors.ts";
import { PartList } from "./part-list.ts";
import { PartProjection } from "./project-parts.ts";

/**
 * Runs an operation with active `@defer`s. Fetches of the first part run first. Those of the other parts start when the
 * first part is read, and each part is delivered when its own are done. A result without parts left is a plain one.
 */
export async function runInParts(
  operation: CompiledOperation & { deferred: DeferredOperation },
  staged: StagedOperation,
  execution: Execution,
): Promise<ExecutionResult | IncrementalResult> {
  const { context } = operation.deferred;
  const errors = new PartErrors();
  await staged.stages[0]!.run?.(execution);
  errors.add(clientErrors(operation, execution), 0);
  const projection = new PartProjection({ ...context, usageOf: staged.usageOf }, execution);
  const parts = new PartList(projection, errors);
  const view = viewOf(execution, errors);
  const known = view.errors.length;
  const sets = [{ set: staged.selectionSet, usage: null }];
  const projected = projection.projectFirst(context.root, sets, view);
  parts.add(projected);
  const own = [...errors.takeRest(), ...view.errors.slice(known)];
  const result: ExecutionResult = { ...(own.length > 0 && { errors: own }), data: projected.data };
  const pending = parts.announce();
  if (parts.isEmpty) return result;
  const stages = new StageRuns(staged.stages, execution, (run, stage) =>
    errors.add(clientErrors(operation, run), stage),
  );
  // The response is read in another context, and the remaining fetches belong to this request's trace.
  const inContext = AsyncLocalStorage.snapshot();
  const later = deliver(parts, stages, {
    start: () => inContext(() => stages.start()),
    viewOf: () => viewOf(execution, errors),
  });
  return { initial: { ...result, pending, hasNext: true }, later };
}

async function* deliver(
  parts: PartList,
  stages: StageRuns,
  { start, viewOf: view }: { start(): void; viewOf(): Execution },
): AsyncGenerator<LaterResult, undefined> {
  start();
  while (!parts.isEmpty) {
    const { stage, error } = await stages.next();
    const result = error ? parts.fail(stage, error) : parts.deliver(stages.finished, view());
    if (result) yield result;
  }
}

interface Finished {
  stage: number;
  /** Why it could not run: a fault of this process. */
  error?: GraphQLError;
}

/** The fetches after the first part: each stage runs as soon as the stages that it continues from are over. */
class StageRuns {
  readonly finished = new Set<number>();
  readonly #stages: readonly Stage[];
  readonly #execution: Execution;
  readonly #take: (run: Execution, stage: number) => void;
  readonly #due: Finished[] = [];
  #wake: (() => void) | null = null;

  constructor(stages: readonly Stage[], execution: Execution, take: (run: Execution, stage: number) => void) {
    this.#stages = stages;
    this.#execution = execution;
    this.#take = take;
  }

  start(): void {
    const runs: Promise<void>[] = [Promise.resolve()];
    for (const [index, { run, after }] of this.#stages.entries()) {
      if (index === 0) continue;
      const execution = forStage(this.#execution);
      const begin = async () => {
        // A stage continues from earlier ones only.
        for (const earlier of after) await runs[earlier];
        await run?.(execution);
        this.#take(execution, index);
      };
      runs.push(
        begin().then(
          () => this.#finish({ stage: index }),
          (cause) => this.#fail(index, cause),
        ),
      );
    }
  }

  /** The next stage that is over. */
  async next(): Promise<Finished> {
    while (this.#due.length === 0) await new Promise<void>((resolve) => void (this.#wake = resolve));
    return this.#due.shift()!;
  }

  #finish(finished: Finished): void {
    if (!finished.error) this.finished.add(finished.stage);
    this.#due.push(finished);
    this.#wake?.();
  }

  #fail(stage: number, cause: unknown): void {
    const { log, requestId } = this.#execution.call;
    log.error({ err: cause, requestId }, "a deferred part failed");
    const { error, code, details, status } = publicError(cause, requestId);
    const extensions = { code, details, http: { status } };
    this.#finish({ stage, error: new GraphQLError(error, { extensions }) });
  }
}

/** The same run with errors of its own: which stage an error is from decides which part it stands in. */
function forStage(execution: Execution): Execution {
  return {
    ...execution,
    errors: [],
    get isCancelled() {
      return execution.isCancelled ?? false;
    },
    set isCancelled(value) {
      execution.isCancelled = value;
    },
  };
}

function viewOf(execution: Execution, { all }: PartErrors): Execution {
  const { explained: _, ...rest } = execution;
  return { ...rest, errors: [...all] };
}

function clientErrors({ clientKeys }: CompiledOperation, run: Execution): GraphQLError[] {
  return toClientErrors(run.errors, clientKeys);
}
