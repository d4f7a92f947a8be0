import {
  isAbstractType,
  isInterfaceType,
  Kind,
  type GraphQLAbstractType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionNode,
} from "graphql";

/** True when the response to these selections on an abstract type depends on the type of the object. */
export type TypeNameNeed = (type: GraphQLAbstractType, selections: readonly SelectionNode[]) => boolean;

/**
 * Decides where a plan has to fetch `__typename` of an abstract type: where the client asks for it, where a member is
 * hidden from clients, where a member's field is stricter than the interface's, and where fields of members are asked of
 * what some subgraph calls by the interface's name. The planner adds it where
 * type conditions or keys need it. Everywhere else it costs: a subgraph that `@provides` fields, or knows an interface
 * as an object, is left for another one only to fetch it.
 */
export function createTypeNameNeed(publicSchema: GraphQLSchema, fullSchema: GraphQLSchema): TypeNameNeed {
  const hiding = new Set<string>();
  const asObjects = new Set<string>();
  const stricter = new Map<string, ReadonlySet<string>>();
  for (const type of Object.values(publicSchema.getTypeMap())) {
    if (!isAbstractType(type)) continue;
    const full = fullSchema.getType(type.name);
    const members = isAbstractType(full) ? fullSchema.getPossibleTypes(full) : [];
    if (members.some(({ name }) => !publicSchema.getType(name))) hiding.add(type.name);
    if (isObjectSomewhere(full)) asObjects.add(type.name);
    stricter.set(type.name, stricterFields(publicSchema, type));
  }
  return (type, selections) =>
    hiding.has(type.name) ||
    (asObjects.has(type.name) && selections.some(isNarrowing)) ||
    mentions(selections, (name) => name === "__typename" || stricter.get(type.name)!.has(name));
}

/** Names of the interfaces that some subgraph knows as an object. */
export function interfaceObjectsOf(fullSchema: GraphQLSchema): Set<string> {
  const types = Object.values(fullSchema.getTypeMap()).filter(isObjectSomewhere);
  return new Set(types.map(({ name }) => name));
}

/** Whether a subgraph knows the interface as an object, whose responses do not distinguish the members. */
function isObjectSomewhere(type: GraphQLNamedType | undefined): boolean {
  const directives = type?.astNode?.directives ?? [];
  return directives.some(({ arguments: given }) =>
    given?.some(({ name }) => name.value === "isInterfaceObject"),
  );
}

function isNarrowing(selection: SelectionNode): boolean {
  return selection.kind === Kind.INLINE_FRAGMENT && selection.typeCondition !== undefined;
}

/** Fields that a member declares with another type than the interface, which is a narrower one. */
function stricterFields(schema: GraphQLSchema, type: GraphQLAbstractType): Set<string> {
  if (!isInterfaceType(type)) return new Set();
  const fields = Object.values(type.getFields());
  const isStricter = ({ name, type: own }: (typeof fields)[number]) =>
    schema.getPossibleTypes(type).some((member) => String(member.getFields()[name]?.type) !== String(own));
  return new Set(fields.filter(isStricter).map(({ name }) => name));
}

/** Whether a field is among the selections, those in fragments included. */
function mentions(selections: readonly SelectionNode[], isMeant: (name: string) => boolean): boolean {
  return selections.some((selection) => {
    if (selection.kind === Kind.FIELD) return isMeant(selection.name.value);
    return selection.kind === Kind.INLINE_FRAGMENT && mentions(selection.selectionSet.selections, isMeant);
  });
}
