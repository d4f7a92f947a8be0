import { getOperationAST, type DocumentNode } from "graphql";
import { currentTracing, inSpan, type SpanAttributes } from "../../src/observability/tracing.ts";
import type { GraphExecutor, GraphRequest, OperationChoice } from "./graph-executor.ts";

/**
 * The same executor with a span per new plan and per run of a plan. Only stored operations are named, since
 * other names come from clients. While tracing is off it is the executor itself.
 */
export function traceExecutor(
  executor: GraphExecutor,
  storedNames: WeakMap<DocumentNode, string>,
): GraphExecutor {
  const tracing = currentTracing();
  if (tracing === null) return executor;
  const describe = ({ document, operationName }: OperationChoice): SpanAttributes => {
    const name = storedNames.get(document);
    const type = getOperationAST(document, operationName)?.operation;
    return {
      ...(type && { "graphql.operation.type": type }),
      ...(name !== undefined && { "graphql.operation.name": name }),
    };
  };
  return {
    ...executor,
    prepare: (choice) => {
      const span = tracing.start("create plan", { attributes: describe(choice) });
      const prepared = executor.prepare(choice);
      // A span that is not ended is not exported.
      if (prepared.isNew) span.end();
      return prepared;
    },
    execute: (request) =>
      inSpan(tracing.start("run plan", { attributes: describe(request) }), () => executor.execute(request)),
    ...(executor.executeInParts && {
      executeInParts: (request: GraphRequest) =>
        inSpan(tracing.start("run plan", { attributes: describe(request) }), () =>
          executor.executeInParts!(request),
        ),
    }),
  };
}
