import { getMetadataStorage, MAX_LENGTH, MIN_LENGTH, ValidationTypes } from "class-validator";

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>["getTargetValidationMetadatas"]>[number];
type IsValid = (object: object) => boolean;
type Check = (object: object, value: unknown) => boolean;

/** Tests by class. */
const compiled = new Map<unknown, IsValid | null>();

/**
 * A test of an object by the constraints of its class; null for a class without any. True means that class-validator
 * finds no fault. False means that it has to be asked: it finds the faults, or has rules that are not compiled here.
 */
export function validityOf(type: unknown): IsValid | null {
  let known = compiled.get(type);
  if (known === undefined) {
    known = compile(type as Function);
    compiled.set(type, known);
  }
  return known;
}

const kinds: readonly string[] = [
  ValidationTypes.CUSTOM_VALIDATION,
  ValidationTypes.NESTED_VALIDATION,
  ValidationTypes.CONDITIONAL_VALIDATION,
];

function compile(type: Function): IsValid | null {
  const metadata = getMetadataStorage().getTargetValidationMetadatas(type, "", false, false);
  if (metadata.length === 0) return null;
  if (metadata.some(({ type: kind }) => !kinds.includes(kind))) return () => false;
  const byProperty = [...Map.groupBy(metadata, ({ propertyName }) => propertyName)];
  const properties = byProperty.map(([name, rules]) => ({ name, isValid: compileProperty(type, rules) }));
  return (object) => {
    for (const { name, isValid } of properties) {
      if (!isValid(object, (object as Record<string, unknown>)[name])) return false;
    }
    return true;
  };
}

function compileProperty(type: Function, rules: readonly Metadata[]): Check {
  const ofKind = (kind: string) => rules.filter((rule) => rule.type === kind);
  const conditions = ofKind(ValidationTypes.CONDITIONAL_VALIDATION).map(
    ({ constraints }) => constraints[0] as Check,
  );
  const checks = ofKind(ValidationTypes.CUSTOM_VALIDATION).flatMap((rule) => compileRule(type, rule));
  const isNested = ofKind(ValidationTypes.NESTED_VALIDATION).length > 0;
  return (object, value) => {
    for (const applies of conditions) if (!applies(object, value)) return true;
    for (const check of checks) if (!check(object, value)) return false;
    return !isNested || isValidWithin(value);
  };
}

function compileRule(type: Function, rule: Metadata): Check[] {
  const { propertyName: property, constraints, each } = rule;
  const isClearlyValid = lengthTestOf(rule);
  return getMetadataStorage()
    .getTargetValidatorConstraints(rule.constraintCls)
    .map(({ instance, async: isAsync }) => {
      if (isAsync) return () => false;
      const isValid: Check = (object, value) => {
        if (!each && isClearlyValid?.(value)) return true;
        const given = { targetName: type.name, property, object, value, constraints };
        if (!each || !Array.isArray(value)) return instance.validate(value, given) === true;
        return value.every((item) => instance.validate(item, given) === true);
      };
      return (object, value) => rule.validateIf?.(object, value) === false || isValid(object, value);
    });
}

/**
 * A test that texts of usual lengths pass without the library, which counts characters by two regular expressions. It counts
 * one, two or three units as one character.
 */
function lengthTestOf({ name, constraints }: Metadata): ((value: unknown) => boolean) | null {
  const bound = constraints?.[0] as unknown;
  if (typeof bound !== "number") return null;
  if (name === MAX_LENGTH) return (value) => typeof value === "string" && value.length <= bound;
  if (name === MIN_LENGTH) return (value) => typeof value === "string" && value.length >= bound * 3;
  return null;
}

/** The objects within a property, in lists too. */
function isValidWithin(value: unknown): boolean {
  if (value === undefined) return true;
  if (Array.isArray(value)) return value.every(isValidWithin);
  if (!(value instanceof Object)) return false;
  const isValid = validityOf(value.constructor);
  return isValid === null || isValid(value);
}
