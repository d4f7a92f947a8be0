import { GraphQLError } from "graphql";
import { pino, type Logger } from "pino";
import { withoutTaxNumbers } from "../access/mask-input.ts";

/** Fields that may appear in a line. Everything else is dropped, so that a secret cannot slip in by its name. */
const allowed = new Set([
  ..."level time msg pid hostname requestId reqId method route status durationMs path err message component".split(
    " ",
  ),
  ..."job jobId attempt eventId eventType holdId schema role file applied total subgraph outcome phase count rate".split(
    " ",
  ),
  ..."warning port url party dataDir version processId signal reason".split(" "),
  ..."alert processorCode processorRequestId".split(" "),
  ..."appId subscriptionId processorSubscriptionId processorStatus".split(" "),
  // Written only with AI_LOG_CONTENT.
  "aiContent",
]);

export interface LogOptions {
  level: string;
  /** Where lines go; stderr by default, so that stdout stays free for data. */
  destination?: { write(line: string): void };
}

/**
 * The process's logger: JSON lines of allowed fields. An error shows its type, message and stack and nothing it carries;
 * the message is withheld where a library may quote input in it.
 */
export function createLog({ level, destination }: LogOptions): Logger {
  const log = pino(
    {
      level,
      base: null,
      serializers: { err: serializeError },
      formatters: { level: (label) => ({ level: label }), log: keepAllowed },
    },
    destination ?? process.stderr,
  );
  return guardChildren(log);
}

/** Pino writes what is bound to a child past the formatters of its parent. Children inherit this guard. */
function guardChildren(log: Logger): Logger {
  const { child } = log;
  log.child = function (this: Logger, bindings, options) {
    return child.call(this, keepAllowed(bindings), options);
  } as Logger["child"];
  return log;
}

function keepAllowed(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => allowed.has(name)));
}

function serializeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const origin = error.cause ?? (error instanceof GraphQLError ? error.originalError : undefined);
  const cause = origin === undefined ? {} : { cause: serializeError(origin) };
  const frames = framesOf(error);
  if (!mayQuoteInput(error, frames)) {
    return { type: error.name, message: error.message, stack: error.stack, ...cause };
  }
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: withheld,
    ...(typeof code === "string" && { code }),
    ...(error instanceof GraphQLError && describe(error)),
    stack: frames.join("\n"),
    ...cause,
  };
}

/** Replaces the message of a library's error that may quote client input. */
const withheld = "withheld, because it may quote input";

/** The fields of a GraphQL error that are logged: everything but its message. */
function describe({ extensions, locations, path }: GraphQLError): Record<string, unknown> {
  const { code } = extensions;
  const keys = path?.map((key) => (typeof key === "string" ? withoutTaxNumbers(key) : key));
  return { ...(typeof code === "string" && { code }), ...(locations && { locations }), path: keys };
}

/**
 * True for errors of graphql, zod and PostgreSQL's class 22 (data exceptions), and for those of a parser: JSON.parse,
 * BigInt, Intl and the like. Errors that our own code constructs have constant messages.
 */
function mayQuoteInput(error: Error, [first = ""]: readonly string[]): boolean {
  if (error instanceof GraphQLError || error.name === "ZodError") return true;
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && /^22[0-9A-Z]{3}$/.test(code)) return true;
  const isParser = error instanceof SyntaxError || error instanceof RangeError;
  return isParser && /<anonymous>|native|node_modules|node:/.test(first);
}

function framesOf(error: Error): string[] {
  return (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
}
