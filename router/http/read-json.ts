import { isUtf8 } from "node:buffer";
import { DomainError } from "../../src/errors.ts";
import { prototypeKey } from "../../src/text/reserved-names.ts";

/** Deepest nesting of a JSON body. Inputs have a stricter bound; this one keeps everything that walks a body from overflowing the stack. */
const maxJsonDepth = 100;

/** Maximum number of fields of one object. Inputs have a few dozen; each later check of a body takes time for every field. */
const maxJsonFields = 5_000;

/**
 * The value of a JSON body (RFC 8259, so UTF-8). Throws INVALID_JSON for bytes that are not UTF-8, for text that is not
 * JSON, for nesting beyond `maxJsonDepth`, for objects of more than `maxJsonFields`, for fields named `__proto__`, and for
 * numbers too large to be one (1e999).
 */
export function readJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw invalid("The body is not valid UTF-8. Send JSON encoded as UTF-8.");
  // Without the name of an encoding, which would be looked up.
  return parseJson(bytes.toString());
}

/** The value of JSON text that a client sent outside a body. Throws INVALID_JSON as `readJson` does. */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid("The body is not valid JSON. Correct it and send the request again.");
  }
  const fault = faultOf(value, 0);
  if (fault !== null) throw invalid(fault);
  return value;
}

function faultOf(value: unknown, depth: number): string | null {
  if (typeof value === "number" && !Number.isFinite(value))
    return "The body is not valid JSON. Correct it and send the request again.";
  if (typeof value !== "object" || value === null) return null;
  if (depth >= maxJsonDepth) return `The body must be nested at most ${maxJsonDepth} levels deep.`;
  if (Array.isArray(value)) {
    for (const inner of value) {
      const fault = faultOf(inner, depth + 1);
      if (fault !== null) return fault;
    }
    return null;
  }
  // Keys alone: pairs would be an array per field of every body.
  const keys = Object.keys(value);
  if (keys.length > maxJsonFields)
    return `An object in the body must have at most ${maxJsonFields} fields. Send fewer.`;
  for (const key of keys) {
    if (key === prototypeKey) return "The body is not valid JSON. Correct it and send the request again.";
    const fault = faultOf((value as Record<string, unknown>)[key], depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

function invalid(message: string): DomainError {
  return new DomainError("INVALID_JSON", message);
}
