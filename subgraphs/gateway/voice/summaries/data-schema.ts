/** A value that a schema asks for. */
export interface DataField {
  name: string;
  type: FieldType;
  /** Type of the entries of an array. */
  items: Exclude<FieldType, "array"> | null;
  options: readonly string[] | null;
  description: string;
  isRequired: boolean;
}

const scalarTypes = ["string", "number", "integer", "boolean"] as const;
type FieldType = (typeof scalarTypes)[number] | "array";

const maxFields = 30;
const maxOptions = 30;
const maxOption = 80;
const maxDescription = 300;
const maxText = 1_000;
const maxEntries = 20;
const schemaWords = ["type", "properties", "required", "additionalProperties", "title", "description"];
const fieldWords = ["type", "enum", "items", "description"];

/**
 * The fields of a schema: the part of JSON Schema with an object of texts, numbers, truth values and lists of these. Returns
 * what is wrong with another one instead.
 */
export function readDataSchema(schema: Readonly<Record<string, unknown>>): DataField[] | { fault: string } {
  if (schema["type"] !== "object") return { fault: 'must have the type "object"' };
  const unknownWord = Object.keys(schema).find((word) => !schemaWords.includes(word));
  if (unknownWord !== undefined) return { fault: `must use ${schemaWords.join(", ")} only` };
  const { properties, required = [] } = schema;
  if (!isRecord(properties)) return { fault: "must have properties" };
  const entries = Object.entries(properties);
  if (entries.length === 0 || entries.length > maxFields)
    return { fault: `must have 1 to ${maxFields} properties` };
  if (!Array.isArray(required) || !required.every((name) => Object.hasOwn(properties, String(name))))
    return { fault: "must require only its properties" };
  const fields: DataField[] = [];
  for (const [name, wanted] of entries) {
    if (!/^[A-Za-z]\w{0,39}$/.test(name))
      return { fault: "must name properties by letters, digits and _, up to 40 characters" };
    const field = readField(name, wanted, required.includes(name));
    if (typeof field === "string") return { fault: `${field} (property ${name})` };
    fields.push(field);
  }
  return fields;
}

function readField(name: string, wanted: unknown, isRequired: boolean): DataField | string {
  if (!isRecord(wanted)) return "must describe each property by an object";
  if (Object.keys(wanted).some((word) => !fieldWords.includes(word)))
    return `must describe properties by ${fieldWords.join(", ")} only`;
  const { description = "" } = wanted;
  if (typeof description !== "string" || description.length > maxDescription)
    return `must have descriptions of at most ${maxDescription} characters`;
  const type = readType(wanted["type"]);
  if (type === null) return "must have a type: string, number, integer, boolean or array";
  const entry = type === "array" ? readEntry(wanted["items"]) : null;
  if (typeof entry === "string") return entry;
  const options = entry ? entry.options : readOptions(wanted["enum"], type);
  if (typeof options === "string") return options;
  return { name, type, items: entry?.type ?? null, options, description, isRequired };
}

function readEntry(items: unknown): { type: Exclude<FieldType, "array">; options: string[] | null } | string {
  const type = isRecord(items) ? readType(items["type"]) : null;
  if (type === null || type === "array") return "must have items of a simple type in arrays";
  const options = readOptions((items as Record<string, unknown>)["enum"], type);
  return typeof options === "string" ? options : { type, options };
}

function readOptions(given: unknown, type: FieldType): string[] | null | string {
  if (given === undefined) return null;
  const isGood =
    type === "string" &&
    Array.isArray(given) &&
    given.length > 0 &&
    given.length <= maxOptions &&
    given.every((one) => typeof one === "string" && one.length <= maxOption);
  return isGood
    ? (given as string[])
    : `must have 1 to ${maxOptions} texts in enum, each up to ${maxOption} characters`;
}

function readType(given: unknown): FieldType | null {
  return [...scalarTypes, "array" as const].find((type) => type === given) ?? null;
}

/** What is wrong with data for these fields, in words; null for data that fits. A field that is not required may be null. */
export function dataFault(fields: readonly DataField[], data: unknown): string | null {
  if (!isRecord(data)) return "data is not an object";
  const unknownName = Object.keys(data).find((name) => !fields.some((field) => field.name === name));
  if (unknownName !== undefined) return "data has a property that the schema lacks";
  for (const field of fields) {
    const value = Object.hasOwn(data, field.name) ? data[field.name] : null;
    if (value === null ? field.isRequired : !fits(field, value))
      return `${field.name} does not fit the schema`;
  }
  return null;
}

function fits({ type, items, options }: DataField, value: unknown): boolean {
  if (type !== "array") return isOf(type, options, value);
  return (
    Array.isArray(value) && value.length <= maxEntries && value.every((one) => isOf(items!, options, one))
  );
}

function isOf(type: FieldType, options: readonly string[] | null, value: unknown): boolean {
  switch (type) {
    case "string":
      return (
        typeof value === "string" && value.length <= maxText && (options === null || options.includes(value))
      );
    case "boolean":
      return typeof value === "boolean";
    case "integer":
      return Number.isSafeInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "array":
      return false;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
