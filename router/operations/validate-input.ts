import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { withoutTaxNumbers } from "../../src/access/mask-input.ts";
import { maxListedFaults, type FieldFault } from "../../src/errors.ts";
import { constraintMessage } from "../../src/graphql/constraint-words.ts";
import { didYouMean } from "../../src/text/did-you-mean.ts";
import { findTextFaults } from "../../src/text/text-faults.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { addBoundedKeywords, withDefaultBounds } from "./bounded-keywords.ts";

/**
 * A compiler for one schema. An instance of Ajv keeps all schemas that it ever compiled, even removed ones, so
 * a shared one would grow with every ad-hoc document. Without the meta-schema a new one costs next to nothing.
 */
function createCompiler(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    meta: false,
    validateSchema: false,
    // Making shorter code takes a quarter of the compilation, and saves a tenth of a microsecond per check.
    code: { optimize: false },
  });
  ajvFormats.default(ajv);
  return addBoundedKeywords(ajv, maxFaults).addKeyword({
    keyword: "decimals",
    type: "number",
    schemaType: "number",
    error: { message: ({ schema }) => `must have at most ${schema as number} decimal places` },
    validate: (decimals: number, value: number) => decimalsOf(value) <= decimals,
  });
}

/**
 * Checks input against a schema and returns its faults, an empty list when it is fine. Takes time linear in the input:
 * length is checked before pattern and format, the number of items before the items. Returns all faults up to about 100;
 * beyond, validation stops. Names of unknown fields in paths are text of the input: show them by `validationError`.
 */
export type InputValidator = (input: unknown) => FieldFault[];

/** Enough to show how much is wrong; more than any response lists. */
const maxFaults = 2 * maxListedFaults;

/** A validator for one operation's input; compiled on first use, collected with the last reference to it. */
export function compileValidator(schema: JsonSchema): InputValidator {
  let validate: ValidateFunction | null = null;
  return (input) => {
    const faults: FieldFault[] = [];
    findTextFaults(input, faults, { maxFaults });
    validate ??= createCompiler().compile(withDefaultBounds(schema));
    if (validate(input)) return faults;
    const own = (validate.errors ?? [])
      .slice(0, maxFaults)
      .map((error, index) => toFault(error, index < maxSuggestions));
    // Its errors contain parts of the input.
    validate.errors = null;
    return [...dropShadowed(own), ...faults];
  };
}

/** Digits after the point of the shortest decimal form of `value`. */
function decimalsOf(value: number): number {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const fraction = mantissa.split(".")[1]?.length ?? 0;
  return Math.max(0, fraction - Number(exponent));
}

const maxUnknownName = 1_000;
/** Looking for a near name costs more than the rest of a fault: longer names, and faults beyond these, get none. */
const maxSuggestions = 10;
const maxMisspeltName = 40;

function toFault(error: ErrorObject, withSuggestion: boolean): FieldFault {
  const base = error.instancePath.split("/").slice(1).map(unescapePointer).join(".");
  const join = (name: string) => (base ? `${base}.${name}` : name);
  if (error.keyword === "required") {
    return {
      path: join(error.params["missingProperty"] as string),
      message: "is required",
      rule: "required",
    };
  }
  if (error.keyword === "additionalProperties") {
    const name = error.params["additionalProperty"] as string;
    // Bounded first: the name may be most of the body.
    const path = withoutTaxNumbers(join(name).slice(0, maxUnknownName));
    const known = error.params["known"] as readonly string[];
    const meant = withSuggestion && name.length <= maxMisspeltName ? didYouMean(name, known) : null;
    const message = meant === null ? "is not a known field" : `is not a known field; did you mean ${meant}?`;
    return { path, message, rule: "unknown" };
  }
  if (error.keyword === "enum") {
    const allowed = (error.params["allowedValues"] as unknown[]).filter((value) => value !== null);
    return { path: base, message: `must be one of ${allowed.join(", ")}`, rule: "enum" };
  }
  if (error.keyword === "type") {
    const wanted = [error.params["type"] as string | string[]].flat().filter((type) => type !== "null");
    return { path: base, message: `must be ${article(wanted[0] ?? "value")}`, rule: "type" };
  }
  const { limit } = error.params as { limit?: number };
  const ownWords = limit === undefined ? null : constraintMessage(error.keyword, limit);
  return { path: base, message: ownWords ?? error.message ?? "is not valid", rule: error.keyword };
}

function article(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function unescapePointer(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** A value of the wrong type breaks its enum too; one fault says it. */
function dropShadowed(faults: FieldFault[]): FieldFault[] {
  const wrongType = new Set(faults.filter((fault) => fault.rule === "type").map((fault) => fault.path));
  return faults.filter((fault) => fault.rule === "type" || !wrongType.has(fault.path));
}
