import {
  GraphQLID,
  isCompositeType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionSetNode,
} from "graphql";
import { collectFields, type Occurrence } from "./collect-fields.ts";
import { prototypeKey } from "../../src/text/reserved-names.ts";
import {
  bubble,
  explainNull,
  isMissing,
  refuseShape,
  refuseValue,
  type Complete,
  type PathLink,
} from "./complete-value.ts";
import type { Execution, ResponseObject } from "./execution.types.ts";
import { leafTest } from "./leaf-test.ts";
import { dependsOnMember } from "./type-dependence.ts";

interface ProjectionScope {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  planKeyOf(node: FieldNode): string;
  /** True when this process has completed every result, so that scalars have been checked. */
  isTrusted: boolean;
}

/**
 * Projects the fetched data to the response: only the requested fields, in their order, nulls where they
 * belong.
 */
export type ProjectResponse = (execution: Execution) => ResponseObject | null;

/** Compiles the projection of an operation's selection set on its root type. */
export function compileProjection(
  root: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
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
  sets: readonly SelectionSetNode[],
  scope: ProjectionScope,
  name: string,
): Complete {
  if (isNonNullType(type)) {
    const complete = compileType(type.ofType, sets, scope, name);
    return (value, execution, above, key) => {
      const completed = complete(value, execution, above, key);
      if (completed !== null && completed !== bubble) return completed;
      if (completed === null) explainNull(execution, { above, key }, name, value);
      return bubble;
    };
  }
  if (isListType(type)) return compileList(compileType(type.ofType, sets, scope, name));
  if (isLeafType(type)) return compileLeaf(type, scope);
  if (isObjectType(type)) return nullOnBubble(compileObject(type, sets, scope));
  return nullOnBubble(compileAbstract(type, sets, scope));
}

/** Completes values of a scalar or an enum. */
export function compileLeaf(
  type: GraphQLLeafType,
  { isTrusted }: Pick<ProjectionScope, "isTrusted">,
): Complete {
  const isValid = isTrusted && !isEnumType(type) ? null : leafTest(type);
  if (!isValid) return (value) => (value === undefined ? null : value);
  const refuse = refuseValue(`The subgraph returned a value that is not a valid ${type.name}.`);
  const isId = type.name === GraphQLID.name;
  return (value, execution, above, key) => {
    if (isValid(value)) return value;
    if (isMissing(value)) return null;
    if (isId && Number.isSafeInteger(value)) return String(value);
    return refuse(value, execution, above, key);
  };
}

function compileList(complete: Complete): Complete {
  return (value, execution, above, key) => {
    if (!Array.isArray(value)) return isMissing(value) ? null : refuseShape(value, execution, above, key);
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

/**
 * Completes an object of an abstract type by its type name. Without one, or with the name of an interface, the response
 * does not depend on the type (see `createTypeNameNeed`) and the abstract type's own fields are all that was asked for.
 */
function compileAbstract(
  type: GraphQLAbstractType,
  sets: readonly SelectionSetNode[],
  scope: ProjectionScope,
): Complete {
  const { schema } = scope;
  const byName = new Map<unknown, Complete>();
  const compileNamed = (typeName: unknown): Complete => {
    if (typeName === undefined) return compileUntyped(type, sets, scope);
    const concrete = typeof typeName === "string" ? schema.getType(typeName) : undefined;
    const isSubtype = concrete === type || (isCompositeType(concrete) && isSubtypeOf(schema, type, concrete));
    if (isObjectType(concrete) && isSubtype) return compileObject(concrete, sets, scope);
    if (isSubtype) return compileUntyped(concrete as GraphQLAbstractType, sets, scope);
    return refuseValue("The subgraph returned an object of a type that this graph does not have.");
  };
  return (value, execution, above, key) => {
    if (typeof value !== "object" || value === null)
      return isMissing(value) ? null : refuseShape(value, execution, above, key);
    const typeName = (value as ResponseObject)["__typename"];
    let complete = byName.get(typeName);
    if (!complete) {
      complete = compileNamed(typeName);
      if (byName.size < maxKnownNames) byName.set(typeName, complete);
    }
    return complete(value, execution, above, key);
  };
}

/** An object of which the type is not known is null where what was asked for depends on it. */
function compileUntyped(
  type: GraphQLAbstractType,
  sets: readonly SelectionSetNode[],
  scope: ProjectionScope,
): Complete {
  const complete = compileObject(type, sets, scope);
  if (!dependsOnMember(type, sets, scope)) return complete;
  const name = `${type.name}.__typename`;
  return (_value, execution, above, key) => {
    explainNull(execution, { above, key }, name, null);
    return null;
  };
}

function isSubtypeOf(schema: GraphQLSchema, type: GraphQLAbstractType, other: GraphQLCompositeType): boolean {
  return !isUnionType(other) && schema.isSubType(type, other);
}

/** A subgraph may answer with any names. */
const maxKnownNames = 1_000;

interface FieldProjection {
  /** The client's response key. */
  key: string;
  /** The key in the plan's data. */
  planKey: string;
  complete: Complete;
}

function compileObject(
  type: GraphQLCompositeType,
  sets: readonly SelectionSetNode[],
  scope: ProjectionScope,
): Complete {
  let write: WriteFields | null = null;
  return (value, execution, above, key) => {
    if (isMissing(value)) return null;
    if (typeof value !== "object" || Array.isArray(value)) return refuseShape(value, execution, above, key);
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

/** In the order of the first occurrences. */
function compileFields(
  type: GraphQLCompositeType,
  sets: readonly SelectionSetNode[],
  scope: ProjectionScope,
): FieldProjection[] {
  return [...collectFields(sets, type, scope)].flatMap(([key, occurrences]) => {
    const complete = compileField(type, occurrences, scope);
    return complete ? [{ key, planKey: scope.planKeyOf(occurrences[0]!.node), complete }] : [];
  });
}

function compileField(
  type: GraphQLCompositeType,
  occurrences: readonly Occurrence[],
  scope: ProjectionScope,
): Complete | null {
  const name = occurrences[0]!.node.name.value;
  if (name === "__typename") return isObjectType(type) ? () => type.name : missingTypeName(type);
  if (isUnionType(type)) return null;
  // Introspection is answered by the router itself, complete as it is.
  if (name === "__schema" || name === "__type") return (value) => value ?? null;
  const field = type.getFields()[name];
  if (!field) return null;
  const sets = occurrences.flatMap(({ node }) => node.selectionSet ?? []);
  return compileType(field.type, sets, scope, `${type.name}.${name}`);
}

/** No subgraph has returned the type of the object, which may be explained by an error of its other fields. */
function missingTypeName({ name }: GraphQLCompositeType): Complete {
  return (_value, execution, above, key) => {
    explainNull(execution, { above, key }, `${name}.__typename`, undefined);
    return bubble;
  };
}
