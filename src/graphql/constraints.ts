import { getMetadataStorage as validatorMetadata } from "class-validator";
import { getMetadataStorage as graphMetadata } from "type-graphql";

/** A constraint on an input value besides its type, in JSON Schema terms. */
export interface Constraint {
  min?: number;
  max?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  /** Format of each text of a list. */
  itemFormat?: string;
  /** Pattern of each text of a list. */
  itemPattern?: string;
  minItems?: number;
  maxItems?: number;
}

type Reader = (constraints: unknown[]) => Constraint | undefined;

/** class-validator's rule names in JSON Schema's words. A rule that is not here is enforced but not shown. */
const readers: Record<string, Reader> = {
  min: ([value]) => ({ min: value as number }),
  minCredits: ([value]) => ({ min: value as number }),
  max: ([value]) => ({ max: value as number }),
  maxCredits: ([value]) => ({ max: value as number }),
  minLength: ([value]) => ({ minLength: value as number }),
  maxLength: ([value]) => ({ maxLength: value as number }),
  isLength: ([min, max]) => ({
    minLength: min as number,
    ...(max === undefined ? {} : { maxLength: max as number }),
  }),
  matches: ([pattern]) => ({ pattern: (pattern as RegExp).source }),
  // A rule of our own may have this name without telling the values.
  isIn: ([values]) => (Array.isArray(values) ? oneOf(values) : undefined),
  isEmail: () => ({ format: "email" }),
  isUrl: () => ({ format: "uri" }),
  hasFormat: ([name]) => ({ format: name as string }),
  arrayMinSize: ([value]) => ({ minItems: value as number }),
  arrayMaxSize: ([value]) => ({ maxItems: value as number }),
};

/** Texts as a pattern that shows each of them; numbers by their bounds. */
function oneOf(values: readonly unknown[]): Constraint {
  if (values.every((value) => typeof value === "number"))
    return { min: Math.min(...values), max: Math.max(...values) };
  const texts = values.map((value) => String(value).replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return { pattern: `^(${texts.join("|")})$` };
}

interface GraphField {
  name: string;
  schemaName: string;
}
interface GraphClass {
  target: Function;
  name: string;
  fields?: GraphField[];
}
interface GraphHandler {
  schemaName: string;
  params?: { kind: string; getType?: () => unknown }[];
  getObjectType?: () => unknown;
}
interface GraphStorage {
  inputTypes: GraphClass[];
  argumentTypes: GraphClass[];
  objectTypes: GraphClass[];
  queries: GraphHandler[];
  mutations: GraphHandler[];
  subscriptions: GraphHandler[];
  fieldResolvers: GraphHandler[];
}

/**
 * Constraints of every input field (`Input.field`) and argument (`Type.field.argument`) that type-graphql
 * knows, read from the class-validator decorators beside them. Call it after the schema is built.
 */
export function readConstraints(): Map<string, Constraint> {
  const storage = graphMetadata() as unknown as GraphStorage;
  const found = new Map<string, Constraint>();
  const add = (coordinate: string, constraint: Constraint | undefined) => {
    if (constraint) found.set(coordinate, { ...found.get(coordinate), ...constraint });
  };
  for (const type of storage.inputTypes) {
    const byProperty = constraintsOf(type.target);
    for (const field of fieldsOf(storage.inputTypes, type.target))
      add(`${type.name}.${field.schemaName}`, byProperty.get(field.name));
  }
  const roots = { Query: storage.queries, Mutation: storage.mutations, Subscription: storage.subscriptions };
  for (const [typeName, handlers] of Object.entries(roots)) {
    for (const handler of handlers) addArguments(storage, typeName, handler, add);
  }
  for (const handler of storage.fieldResolvers) {
    const owner = storage.objectTypes.find((type) => type.target === handler.getObjectType?.());
    if (owner) addArguments(storage, owner.name, handler, add);
  }
  return found;
}

function addArguments(
  storage: GraphStorage,
  typeName: string,
  handler: GraphHandler,
  add: (coordinate: string, constraint: Constraint | undefined) => void,
): void {
  for (const param of handler.params ?? []) {
    if (param.kind !== "args" || !param.getType) continue;
    const target = param.getType() as Function;
    const byProperty = constraintsOf(target);
    for (const field of fieldsOf(storage.argumentTypes, target)) {
      add(`${typeName}.${handler.schemaName}.${field.schemaName}`, byProperty.get(field.name));
    }
  }
}

/** The fields of a class, inherited ones included. */
function fieldsOf(types: readonly GraphClass[], target: Function): GraphField[] {
  return types
    .filter((type) => type.target === target || Object.prototype.isPrototypeOf.call(type.target, target))
    .flatMap((type) => type.fields ?? []);
}

function constraintsOf(target: Function): Map<string, Constraint> {
  const byProperty = new Map<string, Constraint>();
  for (const rule of validatorMetadata().getTargetValidationMetadatas(target, "", false, false)) {
    const constraint = readers[rule.name ?? ""]?.(rule.constraints ?? []);
    if (!constraint) continue;
    // A rule on each item says nothing about the list itself.
    const { format, pattern } = constraint;
    if (rule.each) {
      const ofItems = {
        ...(format === undefined ? {} : { itemFormat: format }),
        ...(pattern === undefined ? {} : { itemPattern: pattern }),
      };
      if (Object.keys(ofItems).length > 0)
        byProperty.set(rule.propertyName, { ...byProperty.get(rule.propertyName), ...ofItems });
      continue;
    }
    byProperty.set(rule.propertyName, { ...byProperty.get(rule.propertyName), ...constraint });
  }
  return byProperty;
}
