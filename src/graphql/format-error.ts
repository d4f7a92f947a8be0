import { GraphQLError } from "graphql";
import { ArgumentValidationError } from "type-graphql";
import { withoutTaxNumbers } from "../access/mask-input.ts";
import { databaseTrouble } from "../db/database-trouble.ts";
import { DomainError, publicError, validationError, type FieldFault } from "../errors.ts";
import type { CallContext } from "../context.ts";
import { validatorWords } from "./constraint-words.ts";
import { errorWithoutStack } from "./subgraph-error.ts";
import { listedValues } from "../text/listed-values.ts";

interface ValidatorFault {
  property: string;
  constraints?: Record<string, string>;
  children?: ValidatorFault[];
}

/**
 * An execution error in its public form: expected errors with their code and details, invalid input as
 * VALIDATION_ERROR without the submitted values, an unavailable database as SERVICE_UNAVAILABLE, anything else
 * as INTERNAL_ERROR, logged with its cause.
 */
export function formatError(error: GraphQLError, call: Pick<CallContext, "log" | "requestId">): GraphQLError {
  const origin = originOf(error);
  const trouble = databaseTrouble(origin);
  if (trouble) call.log.error({ err: origin, requestId: call.requestId }, "the database does not respond");
  const domain =
    trouble ?? toDomainError(origin) ?? (origin instanceof GraphQLError ? inputFault(error) : null);
  if (!domain && !isGraphQLFault(origin)) {
    // Keys of the path are aliases that the client chose.
    const path = error.path?.map((key) => (typeof key === "string" ? withoutTaxNumbers(key) : key));
    call.log.error({ err: origin, requestId: call.requestId, path }, "unexpected error");
  }
  if (!domain && isGraphQLFault(origin)) return error;
  // Made of a refusal, it shows the refusal's message and extensions: another one would be the same, for 4 µs.
  if (domain && domain === error.originalError && domain.status < 500) return error;
  const shown = publicError(domain ?? origin, call.requestId);
  return errorWithoutStack(shown.error, {
    nodes: error.nodes ?? null,
    path: error.path ?? null,
    extensions: { code: shown.code, details: shown.details, http: { status: shown.status } },
  });
}

function originOf(error: GraphQLError): unknown {
  let origin: unknown = error;
  while (origin instanceof GraphQLError && origin.originalError) origin = origin.originalError;
  return origin;
}

function toDomainError(origin: unknown): DomainError | null {
  if (origin instanceof DomainError) return origin;
  if (origin instanceof ArgumentValidationError) {
    const faults = (origin.extensions as unknown as { validationErrors: ValidatorFault[] }).validationErrors;
    return validationError(faults.flatMap((fault) => flatten(fault, "")));
  }
  return null;
}

/**
 * A value that graphql found not to be of the type of its argument or variable, as VALIDATION_ERROR; null for another
 * error. Only the name is read from the message, never the value that it quotes.
 */
function inputFault(error: GraphQLError): DomainError | null {
  const path =
    /^Argument "(\w+)" (?:has|of)\b/.exec(error.message)?.[1] ??
    /^Variable "\$(\w+)" (?:got|of)\b/.exec(error.message)?.[1];
  if (path !== undefined) {
    return validationError([{ path, message: "is not a valid value", rule: "type" }]);
  }
  const { originalError } = error;
  return originalError instanceof GraphQLError ? inputFault(originalError) : null;
}

/** A fault that graphql itself found in the document or its values: the client's, with a safe message. */
function isGraphQLFault(origin: unknown): boolean {
  return origin instanceof GraphQLError && origin.extensions?.["code"] !== undefined;
}

/** Rules by the names that the doors' own checks give them. */
const jsonSchemaWords: Record<string, string> = {
  min: "minimum",
  max: "maximum",
  minCredits: "minimum",
  maxCredits: "maximum",
  isIn: "enum",
  matches: "pattern",
  hasFormat: "format",
  arrayMinSize: "minItems",
  arrayMaxSize: "maxItems",
};

/** A pattern that lists values is reported as an enum, like the doors' own check does. */
function listedFault(rule: string, message: string): { message: string; rule: "enum" } | null {
  if (rule !== "matches") return null;
  const pattern = /^(?:each value in \w+ )?must match \/(.*)\/ regular expression$/.exec(message)?.[1];
  const values = pattern === undefined ? null : listedValues(pattern);
  return values && { message: `must be one of ${values.join(", ")}`, rule: "enum" };
}

function flatten(fault: ValidatorFault, prefix: string): FieldFault[] {
  const path = prefix ? `${prefix}.${fault.property}` : fault.property;
  const own = Object.entries(fault.constraints ?? {}).map(([rule, message]) => {
    const short = message.startsWith(`${fault.property} `)
      ? message.slice(fault.property.length + 1)
      : message;
    const words = jsonSchemaWords[rule] ?? rule;
    return { path, message: validatorWords(short), rule: words, ...listedFault(rule, short) };
  });
  return [...own, ...(fault.children ?? []).flatMap((child) => flatten(child, path))];
}
