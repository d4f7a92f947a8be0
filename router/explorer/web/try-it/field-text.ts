import type { FormField } from "./form-field.ts";

/** A value as the text of its input. Undefined and null are empty. */
export function textOf(field: Pick<FormField, "control">, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (field.control === "json") return typeof value === "string" ? value : JSON.stringify(value, null, 2);
  if (field.control === "dateTime" && typeof value === "string") return localText(value) ?? value;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * The value of an input's text. Empty text is undefined, which leaves the field out. Text that is no value of the
 * field's type stays a text, so that the check names the fault.
 */
export function valueOf(field: Pick<FormField, "control">, text: string): unknown {
  const { control } = field;
  if (control === "number") return numberOf(text);
  if (control === "json") return jsonOf(text);
  if (text === "") return undefined;
  if (control === "boolean") return text === "true";
  return control === "dateTime" && localPattern.test(text) ? `${withSeconds(text)}Z` : text;
}

/** Whether a browser's input for date and time can show a value. It knows no zones, and shows UTC. */
export function isLocalText(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && localText(value) !== null);
}

const instantPattern = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{3})?)?)Z$/;
const localPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/;

function localText(value: string): string | null {
  return instantPattern.exec(value)?.[1] ?? null;
}

/** Browsers leave out seconds that are zero. */
function withSeconds(text: string): string {
  return text.length === "2026-01-15T09:30".length ? `${text}:00` : text;
}

function numberOf(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  const number = Number(trimmed);
  return /^-?[\d.eE+-]+$/.test(trimmed) && Number.isFinite(number) ? number : text;
}

function jsonOf(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
