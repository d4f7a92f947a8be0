import {
  buildASTSchema,
  getOperationAST,
  GraphQLError,
  parse,
  printSchema,
  visit,
  type DocumentNode,
  type ExecutionResult,
} from "graphql";
import type { CallContext } from "../../src/context.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import type { SubgraphSubscriber } from "../../src/graphql/local-subscriber.ts";
import { DomainError, validationError } from "../../src/errors.ts";
import { inheritedNames } from "../../src/text/reserved-names.ts";
import type { MaybePromise } from "../../src/concurrency/maybe-promise.ts";
import { isStream, mapStream } from "../../src/concurrency/stream.ts";
import type { GraphExecutor, OperationPlan, SubscriptionRequest } from "./graph-executor.ts";

/**
 * The library executor, chosen by `EXECUTOR=library` and the oracle in tests. It is loaded only then. It
 * plans with the Rust planner (once per parsed document) and runs each fetch on the executor of its subgraph.
 */
export async function createLibraryExecutor(
  supergraphSdl: string,
  subgraphs: ReadonlyMap<string, SubgraphExecutor>,
  subscribers: ReadonlyMap<string, SubgraphSubscriber> = new Map(),
): Promise<GraphExecutor> {
  const { unifiedGraphHandler } = await import("@graphql-hive/router-runtime");
  const handler = await unifiedGraphHandler({
    unifiedGraph: buildASTSchema(parse(supergraphSdl, { noLocation: true }), { assumeValidSDL: true }),
    getUnifiedGraphSDL: () => supergraphSdl,
    onSubgraphExecute: ((name: string, { document, variables = {}, context }: LibraryRequest) => {
      const { call, callForEvent } = context;
      if (getOperationAST(document)?.operation === "subscription") {
        const subscriber = subscribers.get(name.toLowerCase());
        if (!subscriber) throw new GraphQLError(`The subgraph ${name} opens no subscriptions`);
        return subscriber({ document, variables, call }).then((opened) => {
          if (!isStream<ExecutionResult>(opened)) return opened;
          const onEvent = async (event: ExecutionResult) => {
            context.call = (await callForEvent?.()) ?? call;
            return event;
          };
          return mapStream(opened, onEvent, {
            whenFailed: (error) => {
              context.failure = { error };
              return toFailure(error);
            },
          });
        });
      }
      const run = subgraphs.get(name.toLowerCase());
      if (!run) throw new GraphQLError(`There is no subgraph ${name}`);
      return run({ document, variables, call });
    }) as never,
  });
  const execute = handler.executor!;
  let printed: string | null = null;
  return {
    publicSchema: handler.unifiedGraph,
    printedSchema: () => (printed ??= `${printSchema(handler.unifiedGraph)}\n`),
    prepare: ({ document }) => prepareForLibrary(document),
    prepared: ({ document }) => prepareForLibrary(document),
    variantKey: () => "",
    execute: async ({ document, variables, operationName, call }) =>
      refusedVariables(
        () => execute({ document, variables, operationName, context: { call } } as never) as ExecutionResult,
      ),
    subscribe: async ({ document, variables, operationName, call, callForEvent }) => {
      const context: LibraryContext = { call, callForEvent };
      const opened = (await execute({ document, variables, operationName, context } as never)) as
        | AsyncIterable<ExecutionResult>
        | ExecutionResult;
      if (!isStream<ExecutionResult>(opened)) return opened;
      const onResult = (result: ExecutionResult) => {
        // The library would show the data of the event before beside the failure.
        if (context.failure) throw context.failure.error;
        return result;
      };
      return mapStream(opened, onResult, { whenFailed: toFailure });
    },
  };
}

/** The library throws for variables that do not fit their types, without a code. As a result, access is decided first. */
async function refusedVariables(run: () => MaybePromise<ExecutionResult>): Promise<ExecutionResult> {
  try {
    return await run();
  } catch (thrown) {
    if (!(thrown instanceof GraphQLError) || "code" in thrown.extensions) throw thrown;
    const extensions = { code: "VALIDATION_ERROR", details: {}, http: { status: 400 } };
    return { errors: [new GraphQLError(thrown.message, { nodes: thrown.nodes, extensions })] };
  }
}

function prepareForLibrary(document: DocumentNode): OperationPlan {
  refuseInheritedAliases(document);
  return { plan: null, estimatedBytes: 0, dependsOnVariables: false, isNew: false, planningMs: 0 };
}

/**
 * The library merges responses into ordinary objects, where an alias named like an inherited member
 * (`constructor`) would write to the shared prototype.
 */
function refuseInheritedAliases(document: DocumentNode): void {
  visit(document, {
    Field: ({ alias }) => {
      if (!alias || !inheritedNames.has(alias.value)) return;
      const message = `The alias "${alias.value}" is the name of a member that every object has. Use another alias.`;
      throw validationError([{ path: alias.value, message, rule: "alias" }]);
    },
  });
}

/** The context that the library passes to each fetch; `call` belongs to the current event. */
interface LibraryContext {
  call: CallContext;
  callForEvent?: SubscriptionRequest["callForEvent"];
  /** Why the stream ends. */
  failure?: { error: unknown };
}

interface LibraryRequest {
  document: DocumentNode;
  variables?: Record<string, unknown>;
  context: LibraryContext;
}

function toFailure(error: unknown): ExecutionResult {
  const known = error instanceof DomainError ? error : null;
  const message = known?.message ?? "Part of the platform does not respond. Try again later.";
  return { errors: [new GraphQLError(message, { extensions: known?.extensions ?? null })] };
}
