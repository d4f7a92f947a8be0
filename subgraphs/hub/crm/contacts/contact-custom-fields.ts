import type { FieldFault } from "../../../../src/errors.ts";

export const maxCustomFields = 50;
const maxValueLength = 500;
const maxBytes = 16 * 1024;
const fieldName = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;

/** Names that a contact has of its own, that merge tags know otherwise, or that mean something to programs. */
const reserved = new Set(
  (
    "id contactid ownerid email phone country firstname lastname name company tags customfields consent status version " +
    "createdat updatedat unsubscribeurl constructor prototype tostring valueof hasownproperty"
  ).split(" "),
);

/** Why a name cannot be that of a custom field; null when it can. */
export function nameFault(name: string): Pick<FieldFault, "message" | "rule"> | null {
  if (!fieldName.test(name))
    return {
      message: "must start with a letter and have at most 40 letters, digits and underscores",
      rule: "name",
    };
  if (reserved.has(name.toLowerCase()) || /^hub_/i.test(name))
    return { message: "is a reserved name; choose another one", rule: "reserved" };
  return null;
}

/** Why a value cannot be that of a custom field; null when it can. */
function valueFault(value: unknown): Pick<FieldFault, "message" | "rule"> | null {
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return null;
  if (typeof value !== "string") return { message: "must be a string, a number or a boolean", rule: "type" };
  if (value.length > maxValueLength)
    return { message: `must have at most ${maxValueLength} characters`, rule: "maxLength" };
  return hasControls(value) ? { message: "must not contain control characters", rule: "controls" } : null;
}

/** Faults of fields that are to be merged into others; null takes one away. */
export function customFieldFaults(fields: Record<string, unknown>): FieldFault[] {
  const path = "customFields";
  return Object.entries(fields).flatMap(([name, value]) => {
    const fault = nameFault(name) ?? (value === null ? null : valueFault(value));
    return fault ? [{ path: `${path}.${name.slice(0, 64)}`, ...fault }] : [];
  });
}

/** The fields with the changes in them; faults when that would be too many or too much. */
export function mergeCustomFields(
  fields: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
): { fields: Record<string, unknown>; fault: FieldFault | null } {
  const merged = Object.fromEntries(
    Object.entries({ ...fields, ...changes }).filter(([, value]) => value !== null),
  );
  const path = "customFields";
  if (Object.keys(merged).length > maxCustomFields)
    return {
      fields: merged,
      fault: { path, message: `must have at most ${maxCustomFields} fields`, rule: "maxItems" },
    };
  if (Buffer.byteLength(JSON.stringify(merged)) > maxBytes)
    return {
      fields: merged,
      fault: { path, message: `must have at most ${maxBytes} bytes`, rule: "maxBytes" },
    };
  return { fields: merged, fault: null };
}

/** Characters that end lines of other formats or are not shown; line feeds and tabs may be in longer texts. */
export function hasControls(text: string, { isLine = false } = {}): boolean {
  for (const character of text) {
    const code = character.codePointAt(0)!;
    const isBreak = character === "\n" || character === "\t" || character === "\r";
    if ((code < 0x20 && (isLine || !isBreak)) || (code >= 0x7f && code <= 0x9f)) return true;
    if (isLine && (code === 0x2028 || code === 0x2029)) return true;
  }
  return false;
}
