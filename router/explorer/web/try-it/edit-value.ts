import type { FormField } from "./form-field.ts";

/** A step into a value: the name of a property or the index of an item. */
export type Step = string | number;

/** A copy of `root` with the value at a path replaced. Undefined removes a property, and an item keeps its place as null. */
export function withValueAt(root: unknown, path: readonly Step[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === "number") {
    const items: unknown[] = Array.isArray(root) ? [...(root as unknown[])] : [];
    items[step] = withValueAt(items[step], rest, value) ?? null;
    return items;
  }
  // Names come from a schema, and a name such as `__proto__` would be a property like any other.
  const members = new Map(Object.entries(isRecord(root) ? root : {}));
  const inner = withValueAt(members.get(step), rest, value);
  if (inner === undefined) members.delete(step);
  else members.set(step, inner);
  return Object.fromEntries(members);
}

/** The smallest value to start a field with when it is added: empty lists get their least items, groups their required fields. */
export function startValue(field: FormField): unknown {
  const { default: preset } = field.schema;
  if (preset !== undefined && preset !== null) return preset;
  const { control, fields, item, choices, schema } = field;
  if (control === "group") {
    const frames = fields.filter((inner) => inner.isRequired && ["group", "list"].includes(inner.control));
    return Object.fromEntries(frames.map((inner) => [inner.name, startValue(inner)]));
  }
  if (control === "list") {
    const least = Math.max(1, (schema["minItems"] as number | undefined) ?? 0);
    return Array.from({ length: least }, () => startValue(item!));
  }
  if (control === "boolean") return false;
  return control === "choice" ? (choices[0]?.value ?? "") : "";
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
