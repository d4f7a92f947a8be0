import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { withoutTaxNumbers } from "../../src/access/mask-input.ts";
import type { FieldFault } from "../../src/errors.ts";
import { textFormats, type TextFormat } from "../../src/graphql/text-formats.ts";
import type { JsonSchema } from "../schema/json-schema.ts";

/**
 * A compiler for one schema. An instance of Ajv keeps all that it ever compiled, also what it is told to remove, so
 * one that is shared would grow with every ad-hoc document. Without the meta-schema a new one costs next to nothing.
 */
function createCompiler(): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: false, meta: false, validateSchema: false });
  ajvFormats.default(ajv);
  for (const [name, { isValid }] of Object.entries(textFormats)) ajv.addFormat(name, isValid);
  return ajv.addKeyword({
    keyword: "decimals",
    type: "number",
    schemaType: "number",
    error: { message: ({ schema }) => `must have at most ${schema as number} decimals` },
    validate: (decimals: number, value: number) => decimalsOf(value) <= decimals,
  });
}

/** Checks door input against a schema and answers every fault at once, an empty list when it is fine. */
export type InputValidator = (input: unknown) => FieldFault[];

/** A validator for one operation's input; compiled at its first use, gone with the last reference to it. */
export function compileValidator(schema: JsonSchema): InputValidator {
  let validate: ValidateFunction | null = null;
  return (input) => {
    validate ??= createCompiler().compile(schema);
    const isValid = validate(input);
    const faults = isValid ? [] : dropShadowed((validate.errors ?? []).map(toFault));
    findNul(input, "", faults);
    return faults;
  };
}

/** The one character that text columns cannot hold; refused here, whatever field it is in. */
function findNul(value: unknown, path: string, faults: FieldFault[]): void {
  if (typeof value === "string") {
    if (value.includes("\0"))
      faults.push({ path, message: "must not contain the NUL character", rule: "characters" });
  } else if (typeof value === "object" && value !== null) {
    for (const key in value) {
      const inner = (value as Record<string, unknown>)[key];
      const isPlain = typeof inner !== "object" && typeof inner !== "string";
      if (!isPlain) findNul(inner, path ? `${path}.${key}` : key, faults);
    }
  }
}

/** Digits after the point of the shortest decimal form of `value`. */
function decimalsOf(value: number): number {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const fraction = mantissa.split(".")[1]?.length ?? 0;
  return Math.max(0, fraction - Number(exponent));
}

function toFault(error: ErrorObject): FieldFault {
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
    return { path: withoutTaxNumbers(join(name)), message: "is not a known field", rule: "unknown" };
  }
  if (error.keyword === "enum") {
    const allowed = (error.params["allowedValues"] as unknown[]).filter((value) => value !== null);
    return { path: base, message: `must be one of ${allowed.join(", ")}`, rule: "enum" };
  }
  if (error.keyword === "type") {
    const wanted = [error.params["type"] as string | string[]].flat().filter((type) => type !== "null");
    return { path: base, message: `must be ${article(wanted[0] ?? "value")}`, rule: "type" };
  }
  if (error.keyword === "format") {
    const own = (textFormats as Record<string, TextFormat>)[error.params["format"] as string];
    if (own) return { path: base, message: own.message, rule: "format" };
  }
  return { path: base, message: error.message ?? "is not valid", rule: error.keyword };
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
