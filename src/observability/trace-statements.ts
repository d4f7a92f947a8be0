import type { EventEmitter } from "node:events";
import { currentTracing, type OpenSpan, type SpanAttributes } from "./tracing.ts";

type Done = (error: Error | null, ...rest: unknown[]) => void;

/** A statement as the driver takes it: text, settings, or a query object with its own callback. */
type Statement = string | { text?: string; callback?: Done; submit?: unknown };

interface TracedClient {
  query(statement: Statement, ...rest: unknown[]): unknown;
}

/** Statements that control transactions and name no table. */
const operations = new Set(
  "select insert update delete with begin commit rollback savepoint release set listen lock call".split(" "),
);

/** Only the start of a text is read: names stand there. */
const readLength = 4_000;

/**
 * Operation and table of a statement. Reads up to the first string literal, so that no value can become a name;
 * parameters are not part of the text.
 */
export function describeStatement(text: string): SpanAttributes {
  const [names = ""] = text.slice(0, readLength).split("'", 1);
  const [, word = ""] = /^[\s(]*([a-z]+)/i.exec(names) ?? [];
  const operation = operations.has(word.toLowerCase()) ? word.toUpperCase() : "OTHER";
  const [, table] =
    /\b(?:from|into|update)\s+(?:only\s+)?"?((?:[a-z_][a-z0-9_]*"?\."?)?[a-z_][a-z0-9_]*)/i.exec(names) ?? [];
  return {
    "db.operation.name": operation,
    ...(table !== undefined && { "db.collection.name": table.replaceAll('"', "") }),
  };
}

/** Traces the statements of a pool's connections that run inside a traced request or job. */
export function traceStatements(pool: EventEmitter): void {
  const tracing = currentTracing();
  if (tracing === null) return;
  pool.on("connect", (client: TracedClient) => {
    const query = client.query.bind(client);
    client.query = (statement, ...rest) => {
      if (tracing.carrier() === null) return query(statement, ...rest);
      const text = typeof statement === "string" ? statement : (statement.text ?? "");
      const attributes = describeStatement(text);
      const { "db.operation.name": operation, "db.collection.name": table } = attributes;
      const name = table === undefined ? `${operation}` : `${operation} ${table}`;
      return runTraced(query, [statement, ...rest], tracing.start(name, { kind: "client", attributes }));
    };
  });
}

function runTraced(query: TracedClient["query"], args: [Statement, ...unknown[]], span: OpenSpan): unknown {
  const [statement] = args;
  const traced =
    (done: Done): Done =>
    (error, ...rest) => {
      span.end(error ?? undefined);
      done(error, ...rest);
    };
  const last = args.length - 1;
  if (typeof statement === "object" && statement.submit && statement.callback) {
    statement.callback = traced(statement.callback);
  } else if (typeof args[last] === "function") {
    args[last] = traced(args[last] as Done);
  } else {
    const result = query(...args) as Promise<unknown>;
    result.then(
      () => span.end(),
      (error: unknown) => span.end(error),
    );
    return result;
  }
  return query(...args);
}
