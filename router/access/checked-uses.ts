import {
  getNamedType,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type SelectionSetNode,
} from "graphql";
import { isInternal, type Rule } from "../../src/access/rules.ts";
import { DomainError } from "../../src/errors.ts";
import { conditionsOf, type Condition } from "../execution/collect-fields.ts";

/** One selection of a field with a rule that the router checks. */
export interface CheckedUse {
  coordinate: string;
  rule: Rule;
  isWrite: boolean;
  /** The field is selected when all of these hold. */
  conditions: readonly Condition[];
}

/** Fields of an operation, counted through fragments, beyond which it is refused. */
const maxVisits = 50_000;

/**
 * The selections of an operation that the router checks, without duplicates. A field of an interface counts as that
 * field of every object that implements it. The document must be valid. Throws QUERY_TOO_COMPLEX.
 */
export function findCheckedUses(
  schema: GraphQLSchema,
  rules: ReadonlyMap<string, Rule>,
  { document, operationName }: { document: DocumentNode; operationName?: string | undefined },
): CheckedUse[] {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return [];
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const isWrite = operation.operation === "mutation";
  const uses = new Map<string, CheckedUse>();
  let visits = 0;
  const walk = (
    set: SelectionSetNode,
    type: GraphQLCompositeType,
    outer: readonly Condition[],
    atRoot: boolean,
  ): void => {
    for (const selection of set.selections) {
      if (++visits > maxVisits) throw tooComplex();
      const own = conditionsOf(selection);
      if (own === null) continue;
      const conditions = own.length > 0 ? [...outer, ...own] : outer;
      if (selection.kind !== Kind.FIELD) {
        const fragment =
          selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
        const on = fragment?.typeCondition && schema.getType(fragment.typeCondition.name.value);
        if (fragment) walk(fragment.selectionSet, isCompositeType(on) ? on : type, conditions, atRoot);
        continue;
      }
      const name = selection.name.value;
      if (name.startsWith("__")) continue;
      for (const typeName of ownersOf(schema, type)) {
        const coordinate = `${typeName}.${name}`;
        // An interface without objects has no rules, so it is closed.
        const rule = typeName === type.name && isAbstractType(type) ? isInternal : rules.get(coordinate);
        const key = `${coordinate} ${JSON.stringify(conditions)}`;
        if (rule) uses.set(key, { coordinate, rule, conditions, isWrite: isWrite && atRoot });
      }
      const inner = isFielded(type) && getNamedType(type.getFields()[name]?.type);
      if (selection.selectionSet && isCompositeType(inner))
        walk(selection.selectionSet, inner, conditions, false);
    }
  };
  walk(operation.selectionSet, root, [], true);
  return [...uses.values()];
}

/** The object types of which a field of this type may be read; the type itself where it has none. */
function ownersOf(schema: GraphQLSchema, type: GraphQLCompositeType): string[] {
  const objects = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
  return objects.length > 0 ? objects.map(({ name }) => name) : [type.name];
}

function isFielded(type: GraphQLCompositeType) {
  return isObjectType(type) || isInterfaceType(type);
}

function tooComplex(): DomainError {
  return new DomainError("QUERY_TOO_COMPLEX", "The document selects too many fields. Split it.");
}
