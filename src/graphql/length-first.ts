import { arrayMaxSize, getMetadataStorage, length, maxLength, ValidationTypes } from "class-validator";

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>["getTargetValidationMetadatas"]>[number];

/** Rules that limit the size of a value. They read only its length. */
const lengthRules = new Set(["minLength", "maxLength", "isLength", "arrayMinSize", "arrayMaxSize"]);

/** By class and property: whether a value is longer than its rules allow. */
const excess = new WeakMap<Function, Map<string, (value: unknown) => boolean>>();

const prepared = new WeakSet<object>();

/**
 * Makes the other rules of each property wait for its length: a text or list that is too long has that one fault, and no
 * pattern, format or rule of our own reads it. class-validator runs all rules of a property otherwise. Idempotent.
 */
export function checkLengthsFirst(types: Iterable<Function>): void {
  for (const type of types) {
    for (const rule of rulesOf(type)) {
      const isRead = rule.type === ValidationTypes.CUSTOM_VALIDATION && !lengthRules.has(rule.name ?? "");
      if (!isRead || prepared.has(rule)) continue;
      prepared.add(rule);
      const { validateIf, propertyName } = rule;
      rule.validateIf = (object: object, value: unknown) =>
        !isTooLong(object.constructor, propertyName, value) && (validateIf?.(object, value) ?? true);
    }
  }
}

function rulesOf(type: Function): Rule[] {
  return getMetadataStorage().getTargetValidationMetadatas(type, "", false, false);
}

function isTooLong(type: Function, property: string, value: unknown): boolean {
  let ofType = excess.get(type);
  if (!ofType) excess.set(type, (ofType = excessOf(type)));
  return ofType.get(property)?.(value) ?? false;
}

function excessOf(type: Function): Map<string, (value: unknown) => boolean> {
  const tests = new Map<string, (value: unknown) => boolean>();
  for (const rule of rulesOf(type)) {
    const exceeds = exceedsOf(rule);
    const earlier = tests.get(rule.propertyName);
    if (exceeds)
      tests.set(rule.propertyName, earlier ? (value) => earlier(value) || exceeds(value) : exceeds);
  }
  return tests;
}

function exceedsOf({ name, constraints, each }: Rule): ((value: unknown) => boolean) | null {
  const [first, second] = (constraints ?? []) as [number, number?];
  if (name === "arrayMaxSize") return (value) => Array.isArray(value) && !arrayMaxSize(value, first);
  const isLonger =
    name === "maxLength"
      ? (text: unknown) => typeof text === "string" && text.length > first && !maxLength(text, first)
      : name === "isLength" && second !== undefined
        ? (text: unknown) => typeof text === "string" && text.length > second && !length(text, 0, second)
        : null;
  if (!isLonger || !each) return isLonger;
  return (value) => (Array.isArray(value) ? value.some(isLonger) : isLonger(value));
}
