import type { FastifyBaseLogger } from "fastify";
import { GraphQLError, type GraphQLFormattedError } from "graphql";
import { publicError, type ErrorDetails, type FieldFault } from "../../src/errors.ts";

/** A request that is refused before it runs, in GraphQL's words and with a status of HTTP. */
export class RequestRefusal extends Error {
  readonly status: number;
  readonly errors: readonly GraphQLFormattedError[];
  /** True when the status is sent with either media type: the request itself was not acceptable. */
  readonly hasOwnStatus: boolean;

  constructor(status: number, errors: readonly GraphQLFormattedError[], hasOwnStatus: boolean) {
    super(errors[0]?.message ?? "refused");
    this.status = status;
    this.errors = errors;
    this.hasOwnStatus = hasOwnStatus;
  }
}

/** The document has no operation of the requested name. */
export function unknownOperation(): RequestRefusal {
  const message = "operationName must be the name of an operation in the document.";
  const extensions = { code: "GRAPHQL_VALIDATION_FAILED", details: {}, http: { status: 400 } };
  return new RequestRefusal(400, [{ message, extensions }], false);
}

/** Anything thrown as the GraphQL error that a client sees. */
export function toFormatted(thrown: unknown, requestId: string): GraphQLFormattedError {
  const error = publicError(thrown, requestId);
  return {
    message: shorten(error.error),
    extensions: { code: error.code, details: boundDetails(error.details), http: { status: error.status } },
  };
}

/** Limits of the response to a refused request. Names and paths of faults come from the client. */
const refusalLimits = { faults: 50, characters: 500 };

function shorten(text: string): string {
  const { characters } = refusalLimits;
  return text.length > characters ? `${text.slice(0, characters)}…` : text;
}

function boundDetails(details: ErrorDetails): ErrorDetails {
  const fields = details["fields"] as FieldFault[] | undefined;
  if (!Array.isArray(fields)) return details;
  const shown = fields.slice(0, refusalLimits.faults);
  const bounded = shown.map((fault) => ({
    ...fault,
    path: shorten(fault.path),
    message: shorten(fault.message),
  }));
  return { ...details, fields: bounded };
}

/** The errors of any thrown value, as a client sees them. */
export function errorsIn(
  thrown: unknown,
  { requestId }: { requestId: string },
): readonly GraphQLFormattedError[] {
  if (thrown instanceof RequestRefusal) return thrown.errors;
  if (thrown instanceof GraphQLError) return [thrown.toJSON()];
  return [toFormatted(thrown, requestId)];
}

/** The errors of any thrown value, where no status can be sent. Bugs are logged. */
export function errorsOf(
  thrown: unknown,
  { requestId, log }: { requestId: string; log: Pick<FastifyBaseLogger, "error"> },
): readonly GraphQLFormattedError[] {
  const isRefusal = thrown instanceof RequestRefusal || thrown instanceof GraphQLError;
  if (!isRefusal && publicError(thrown, requestId).code === "INTERNAL_ERROR") {
    log.error({ err: thrown, requestId }, "graphql operation failed");
  }
  return errorsIn(thrown, { requestId });
}

/** The same as GraphQLErrors for a result. */
export function graphQLErrorsOf(...thrown: Parameters<typeof errorsOf>): GraphQLError[] {
  return errorsOf(...thrown).map(
    ({ message, extensions }) => new GraphQLError(message, { extensions: extensions ?? null }),
  );
}
