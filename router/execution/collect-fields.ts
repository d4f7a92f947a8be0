import {
  Kind,
  isAbstractType,
  isUnionType,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";

/** A selection applies when each of these variables has this value. Literal conditions are evaluated here. */
export interface Condition {
  variable: string;
  value: boolean;
}

/** One occurrence of a field, with its conditions. */
export interface Occurrence {
  node: FieldNode;
  conditions: readonly Condition[];
}

/**
 * The fields of a type in selection sets, by response key in the order of the specification's CollectFields.
 * Fields of one key are merged; each occurrence keeps its own conditions.
 */
export function collectFields(
  sets: readonly SelectionSetNode[],
  type: GraphQLCompositeType,
  scope: { schema: GraphQLSchema; fragments: ReadonlyMap<string, FragmentDefinitionNode> },
): Map<string, Occurrence[]> {
  const found = new Map<string, Occurrence[]>();
  for (const set of sets) collect(set, [], type, scope, found);
  return found;
}

function collect(
  set: SelectionSetNode,
  outer: readonly Condition[],
  type: GraphQLCompositeType,
  scope: Parameters<typeof collectFields>[2],
  found: Map<string, Occurrence[]>,
): void {
  for (const selection of set.selections) {
    const own = conditionsOf(selection);
    if (own === null) continue;
    const conditions = own.length > 0 ? [...outer, ...own] : outer;
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      const occurrences = found.get(key) ?? [];
      occurrences.push({ node: selection, conditions });
      found.set(key, occurrences);
    } else {
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? scope.fragments.get(selection.name.value) : selection;
      const on = fragment?.typeCondition?.name.value;
      if (fragment && (on === undefined || fulfils(scope.schema, on, type))) {
        collect(fragment.selectionSet, conditions, type, scope, found);
      }
    }
  }
}

/** True when every object of the type fulfils the type condition. */
export function fulfils(schema: GraphQLSchema, condition: string, type: GraphQLCompositeType): boolean {
  if (condition === type.name) return true;
  const on = schema.getType(condition);
  return isAbstractType(on) && !isUnionType(type) && schema.isSubType(on, type);
}

/** What must hold for a selection; null when a literal rules it out. */
export function conditionsOf(selection: SelectionNode): Condition[] | null {
  const conditions: Condition[] = [];
  for (const directive of selection.directives ?? []) {
    const name = directive.name.value;
    if (name !== "skip" && name !== "include") continue;
    const wanted = name === "include";
    const argument = directive.arguments?.find((arg) => arg.name.value === "if")?.value;
    if (argument?.kind === Kind.BOOLEAN && argument.value !== wanted) return null;
    if (argument?.kind === Kind.VARIABLE) conditions.push({ variable: argument.name.value, value: wanted });
  }
  return conditions;
}
