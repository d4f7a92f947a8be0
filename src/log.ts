import { pino, type Logger } from "pino";

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
  // Written by nobody but AI_LOG_CONTENT.
  "aiContent",
]);

export interface LogOptions {
  level: string;
  /** Where lines go; stderr by default, so that stdout stays free for data. */
  destination?: { write(line: string): void };
}

/** The process's logger: JSON lines of allowed fields; an error shows its type, message and stack, nothing it carries. */
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
  const cause = error.cause === undefined ? {} : { cause: serializeError(error.cause) };
  return { type: error.name, message: error.message, stack: error.stack, ...cause };
}
