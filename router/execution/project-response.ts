import {
  GraphQLError,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from "graphql";
import { collectFields, type Condition, type ConditionalSet, type Occurrence } from "./collect-fields.ts";
import { prototypeKey } from "../../src/text/reserved-names.ts";
import type { ResponsePath } from "./entity-path.ts";
import type { Execution, ResponseObject } from "./execution.types.ts";

/**
 * Returns the value as the client requested it; `bubble` when a null is not allowed here. The value is under
 * `key` in the object at `above`.
 */
type Complete = (
  value: unknown,
  execution: Execution,
  above: PathLink | null,
  key: string | number,
) => unknown;

/** A position in the response, linked to its parent: created for objects and lists, printed only for an error. */
interface PathLink {
  above: PathLink | null;
  key: string | number;
}

const bubble = Symbol("a null that its parent must take");

interface ProjectionScope {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  planKeyOf(node: FieldNode): string;
}

/**
 * Projects the fetched data to the response: only the requested fields, in their order, nulls where they
 * belong.
 */
export type ProjectResponse = (execution: Execution) => ResponseObject | null;

/** Compiles the projection of an operation's selection set on its root type. */
export function compileProjection(
  root: GraphQLObjectType,
  sets: readonly ConditionalSet[],
  scope: ProjectionScope,
): ProjectResponse {
  const complete = compileObject(root, sets, scope);
  return (execution) => {
    const value = complete(execution.data, execution, null, "");
    return value === bubble ? null : (value as ResponseObject);
  };
}

function compileType(
  type: GraphQLOutputType,
  sets: readonly ConditionalSet[],
  scope: ProjectionScope,
  name: string,
): Complete {
  if (isNonNullType(type)) {
    const complete = compileType(type.ofType, sets, scope, name);
    return (value, execution, above, key) => {
      const completed = complete(value, execution, above, key);
      if (completed !== null && completed !== bubble) return completed;
      if (completed === null) explainNull(execution, { above, key }, name);
      return bubble;
    };
  }
  if (isListType(type)) return compileList(compileType(type.ofType, sets, scope, name));
  if (isLeafType(type)) return compileLeaf(type);
  if (isObjectType(type)) return nullOnBubble(compileObject(type, sets, scope));
  return nullOnBubble(compileAbstract(type, sets, scope));
}

function compileLeaf(type: GraphQLOutputType): Complete {
  if (!isEnumType(type)) return (value) => (value === undefined ? null : value);
  const names = new Set(type.getValues().map((value) => value.name));
  // A value that the public schema does not have must not be seen.
  return (value) => (typeof value === "string" && names.has(value) ? value : null);
}

function compileList(complete: Complete): Complete {
  return (value, execution, above, key) => {
    if (!Array.isArray(value)) return null;
    const path = { above, key };
    const completed: unknown[] = [];
    let isNull = false;
    for (let index = 0; index < value.length; index++) {
      const item = complete(value[index], execution, path, index);
      if (item === bubble) isNull = true;
      else completed.push(item);
    }
    return isNull ? null : completed;
  };
}

function nullOnBubble(complete: Complete): Complete {
  return (value, execution, above, key) => {
    const completed = complete(value, execution, above, key);
    return completed === bubble ? null : completed;
  };
}

function compileAbstract(
  type: GraphQLOutputType,
  sets: readonly ConditionalSet[],
  scope: ProjectionScope,
): Complete {
  const byName = new Map<string, Complete>();
  return (value, execution, above, key) => {
    if (typeof value !== "object" || value === null) return null;
    const typeName = (value as ResponseObject)["__typename"];
    if (typeof typeName !== "string") return null;
    let complete = byName.get(typeName);
    if (!complete) {
      const concrete = scope.schema.getType(typeName);
      const isMember =
        isObjectType(concrete) && isAbstractType(type) && scope.schema.isSubType(type, concrete);
      // A type that the public schema does not have is nothing to the client.
      complete = isMember ? compileObject(concrete, sets, scope) : () => null;
      byName.set(typeName, complete);
    }
    return complete(value, execution, above, key);
  };
}

interface FieldProjection {
  /** The client's response key. */
  key: string;
  /** The key in the plan's data. */
  planKey: string;
  complete: Complete;
  conditions: readonly Condition[];
}

function compileObject(
  type: GraphQLObjectType,
  sets: readonly ConditionalSet[],
  scope: ProjectionScope,
): Complete {
  let write: WriteFields | null = null;
  return (value, execution, above, key) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    write ??= compileWriter(compileFields(type, sets, scope));
    return write(value as ResponseObject, execution, { above, key });
  };
}

/** Makes an object with its fields; `bubble` when one of them may not be null and is. */
type WriteFields = (
  source: ResponseObject,
  execution: Execution,
  path: PathLink,
) => ResponseObject | typeof bubble;

function compileWriter(fields: readonly FieldProjection[]): WriteFields {
  // Only an assignment to this key would change the object instead of adding to it.
  const hasPrototypeKey = fields.some(({ key }) => key === prototypeKey);
  const create = (): ResponseObject => (hasPrototypeKey ? (Object.create(null) as ResponseObject) : {});
  const isPlain =
    fields.every(({ conditions }) => conditions.length === 0) &&
    new Set(fields.map(({ key }) => key)).size === fields.length;
  if (isPlain) {
    return (source, execution, path) => {
      const target = create();
      let isNull = false;
      for (let index = 0; index < fields.length; index++) {
        const { key, planKey, complete } = fields[index]!;
        const completed = complete(source[planKey], execution, path, key);
        if (completed === bubble) isNull = true;
        target[key] = completed;
      }
      return isNull ? bubble : target;
    };
  }
  return (source, execution, path) => {
    const target = create();
    let isNull = false;
    for (const { key, planKey, complete, conditions } of fields) {
      if (Object.hasOwn(target, key) || !holds(conditions, execution.variables)) continue;
      const completed = complete(source[planKey], execution, path, key);
      if (completed === bubble) isNull = true;
      // A bubbled field is marked as seen; the object it is in will not be shown.
      target[key] = completed;
    }
    return isNull ? bubble : target;
  };
}

/** One projection per occurrence, in order: the first occurrence that applies counts. */
function compileFields(
  type: GraphQLObjectType,
  sets: readonly ConditionalSet[],
  scope: ProjectionScope,
): FieldProjection[] {
  const ordered: (FieldProjection & { order: number })[] = [];
  for (const [key, occurrences] of collectFields(sets, type, scope)) {
    const complete = compileField(type, occurrences, scope);
    if (!complete) continue;
    for (const { node, conditions, order } of occurrences) {
      ordered.push({ key, planKey: scope.planKeyOf(node), complete, conditions, order });
    }
  }
  return ordered.sort((a, b) => a.order - b.order);
}

function compileField(
  type: GraphQLObjectType,
  occurrences: readonly Occurrence[],
  scope: ProjectionScope,
): Complete | null {
  const name = occurrences[0]!.node.name.value;
  if (name === "__typename") return () => type.name;
  // Introspection is answered by the router itself, complete as it is.
  if (name === "__schema" || name === "__type") return (value) => value ?? null;
  const field = type.getFields()[name];
  if (!field) return null;
  const sets = occurrences.flatMap(({ node, conditions }) =>
    node.selectionSet ? [{ set: node.selectionSet, conditions }] : [],
  );
  return compileType(field.type, sets, scope, `${type.name}.${name}`);
}

/** True when every condition is met. */
export function holds(conditions: readonly Condition[], variables: Record<string, unknown>): boolean {
  return conditions.every(({ variable, value }) => variables[variable] === value);
}

/** A null without an error of its own in a non-null position is a fault that the client must see. */
function explainNull(execution: Execution, link: PathLink, name: string): void {
  const path = spell(link);
  // An error of a sibling counts too: a bubbled null removed the siblings.
  const parent = path.slice(0, -1);
  const isExplained = execution.errors.some((error) => error.path && isAround(error.path, parent));
  if (isExplained) return;
  execution.errors.push(
    new GraphQLError(`Cannot return null for non-nullable field ${name}.`, {
      path,
      extensions: { code: "INTERNAL_ERROR", details: {}, http: { status: 500 } },
    }),
  );
}

/** True when one of the paths is the other, or its prefix. */
function isAround(a: ResponsePath, b: ResponsePath): boolean {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) if (a[index] !== b[index]) return false;
  return true;
}

function spell(link: PathLink): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: PathLink | null = link; at?.above; at = at.above) path.unshift(at.key);
  return path;
}
