import type { EntityBatchAlias, RequiresSelection } from "@graphql-hive/router-query-planner";
import {
  Kind,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type NameNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type VariableDefinitionNode,
} from "graphql";
import type { RequiredFields, RequiredNames } from "./required-fields.ts";

interface EntityFetch {
  document: DocumentNode;
  aliases: EntityBatchAlias[];
  serviceName: string;
}

/** Fields of entities as `Type.field`, each with the planned names that it requires. */
type EntityFields = Map<string, RequiredNames>;

/** Fields that one representation can serve, and the planned names that it has for them. */
interface FieldGroup {
  fields: Set<string>;
  names: Map<string, ReadonlySet<string>>;
}

/**
 * Splits the entities of a fetch so that each representation has every required field with one set of arguments. The
 * parts stay one request, each under an alias and with representations of its own.
 */
export function splitEntities(
  { document, aliases, serviceName }: EntityFetch,
  required: RequiredFields,
): Omit<EntityFetch, "serviceName"> {
  const operation = inlineFragments(document);
  const parts = aliases.flatMap((alias) => {
    const entities = entitiesOf(operation, alias.alias);
    const fields: EntityFields = new Map();
    for (const { type, name } of fieldsOf(entities.selectionSet, "_Entity"))
      fields.set(`${type}.${name}`, required.namesFor(serviceName, type, name));
    const groups = groupFields(fields);
    return groups.map((group) => ({ alias, entities, group, groups }));
  });
  const split = parts.map(({ alias, entities, group, groups }, index) => {
    const [key, variable] = [`_e${index}`, `__batch_reps_${index}`];
    const requires = keepNames(alias.requires, "", { group, groups, required });
    const selectionSet = keepFields(entities.selectionSet!, "_Entity", group);
    return {
      alias: { ...alias, alias: key, representationsVariableName: variable, requires },
      entities: entitiesField(key, variable, selectionSet),
    };
  });
  const replaced = new Set(aliases.map(({ representationsVariableName }) => representationsVariableName));
  const kept = operation.variableDefinitions?.filter(({ variable }) => !replaced.has(variable.name.value));
  const variables = split.map(({ alias }) => representationsVariable(alias.representationsVariableName));
  const definition: OperationDefinitionNode = {
    ...operation,
    variableDefinitions: [...variables, ...(kept ?? [])],
    selectionSet: { kind: Kind.SELECTION_SET, selections: split.map(({ entities }) => entities) },
  };
  return {
    document: { kind: Kind.DOCUMENT, definitions: [definition] },
    aliases: split.map(({ alias }) => alias),
  };
}

function inlineFragments({ definitions }: DocumentNode): OperationDefinitionNode {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  return visit(operation, {
    FragmentSpread: ({ name, directives = [] }) => {
      const { typeCondition, selectionSet } = fragments.get(name.value)!;
      return { kind: Kind.INLINE_FRAGMENT, typeCondition, directives, selectionSet };
    },
  });
}

function entitiesOf({ selectionSet }: OperationDefinitionNode, key: string): FieldNode {
  const found = selectionSet.selections.find(
    (node) => node.kind === Kind.FIELD && (node.alias ?? node.name).value === key,
  );
  if (found?.kind !== Kind.FIELD)
    throw new Error("A batch names entities that its document does not ask for");
  return found;
}

/** The entities' own fields with the type they are asked of. */
function fieldsOf(set: SelectionSetNode | undefined, type: string): { type: string; name: string }[] {
  return (set?.selections ?? []).flatMap((node) => {
    if (node.kind === Kind.FIELD) return [{ type, name: node.name.value }];
    if (node.kind === Kind.FRAGMENT_SPREAD) return [];
    return fieldsOf(node.selectionSet, node.typeCondition?.name.value ?? type);
  });
}

/** As few groups as a first fit gives; fields that require nothing go with the first one. */
function groupFields(fields: EntityFields): FieldGroup[] {
  const groups: FieldGroup[] = [];
  for (const [field, names] of fields) {
    const fits = ({ names: taken }: FieldGroup) =>
      [...names].every(([path, own]) => !taken.has(path) || isEqual(own, taken.get(path)!));
    let group = groups.find(fits);
    if (!group) groups.push((group = { fields: new Set(), names: new Map() }));
    group.fields.add(field);
    for (const [path, own] of names) group.names.set(path, own);
  }
  return groups;
}

function isEqual(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((name) => b.has(name));
}

function keepFields(set: SelectionSetNode, type: string, group: FieldGroup): SelectionSetNode {
  const selections = set.selections.flatMap((node): SelectionNode[] => {
    if (node.kind === Kind.FIELD) return group.fields.has(`${type}.${node.name.value}`) ? [node] : [];
    if (node.kind === Kind.FRAGMENT_SPREAD) return [node];
    const kept = keepFields(node.selectionSet, node.typeCondition?.name.value ?? type, group);
    return kept.selections.length > 0 ? [{ ...node, selectionSet: kept }] : [];
  });
  return { kind: Kind.SELECTION_SET, selections };
}

/** A representation's fields without the required ones that only other groups need. */
function keepNames(
  selections: readonly RequiresSelection[],
  path: string,
  scope: { group: FieldGroup; groups: readonly FieldGroup[]; required: RequiredFields },
): RequiresSelection[] {
  return selections.flatMap((selection): RequiresSelection[] => {
    if (selection.kind === "FragmentSpread") return [selection];
    if (selection.kind === "InlineFragment") {
      const kept = keepNames(selection.selections, path, scope);
      return kept.length > 0 ? [{ ...selection, selections: kept }] : [];
    }
    const planned = selection.alias ?? selection.name;
    const below = `${path}.${scope.required.byName.get(planned)?.name ?? planned}`;
    const isNeededBy = ({ names }: FieldGroup) => names.get(below)?.has(planned);
    if (!isNeededBy(scope.group) && scope.groups.some(isNeededBy)) return [];
    if (!selection.selections?.length) return [selection];
    const kept = keepNames(selection.selections, below, scope);
    return kept.length > 0 ? [{ ...selection, selections: kept }] : [];
  });
}

function entitiesField(key: string, variable: string, selectionSet: SelectionSetNode): FieldNode {
  const representations = {
    kind: Kind.ARGUMENT,
    name: named("representations"),
    value: { kind: Kind.VARIABLE, name: named(variable) },
  } as const;
  return {
    kind: Kind.FIELD,
    alias: named(key),
    name: named("_entities"),
    arguments: [representations],
    selectionSet,
  };
}

function representationsVariable(name: string): VariableDefinitionNode {
  const item = { kind: Kind.NAMED_TYPE, name: named("_Any") } as const;
  const list = { kind: Kind.LIST_TYPE, type: { kind: Kind.NON_NULL_TYPE, type: item } } as const;
  return {
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: named(name) },
    type: { kind: Kind.NON_NULL_TYPE, type: list },
  };
}

function named(value: string): NameNode {
  return { kind: Kind.NAME, value };
}
