import { GraphQLError, type GraphQLFormattedError } from "graphql";
import { errorStatus } from "../../errors.ts";

const maxErrors = 1_000;
const maxMessageCharacters = 500;
/** Statuses that a subgraph of someone else may choose. The others are about the platform's own credentials and limits. */
const acceptedStatuses = new Set<number>([400, 403, 404, 409, 422]);

/**
 * Errors in a response of a subgraph that is not the platform's: message and path within limits, a code of this
 * platform, and none of its other extensions.
 */
export function foreignErrors(errors: unknown, subgraph: string): GraphQLError[] | undefined {
  if (!Array.isArray(errors)) return undefined;
  return errors.slice(0, maxErrors).map((error: unknown) => {
    const { message, path, extensions } = (error ?? {}) as Partial<GraphQLFormattedError>;
    const text = typeof message === "string" ? message : "The subgraph reported an error.";
    const code = codeOf(extensions?.["code"]);
    return new GraphQLError(text.slice(0, maxMessageCharacters), {
      path: isPath(path) ? path : null,
      extensions: { code, details: { subgraph }, http: { status: errorStatus[code] } },
    });
  });
}

function codeOf(code: unknown): keyof typeof errorStatus {
  if (typeof code !== "string" || !Object.hasOwn(errorStatus, code)) return "INTERNAL_ERROR";
  const known = code as keyof typeof errorStatus;
  return acceptedStatuses.has(errorStatus[known]) ? known : "INTERNAL_ERROR";
}

function isPath(path: unknown): path is (string | number)[] {
  return (
    Array.isArray(path) &&
    path.length <= 100 &&
    path.every((key) => typeof key === "string" || Number.isSafeInteger(key))
  );
}
