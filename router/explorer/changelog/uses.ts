import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type GraphQLNamedType,
  type GraphQLSchema,
} from "graphql";
import type { Release, ReleasedOperation } from "./release.types.ts";

/** Operations of a release by the schema coordinates that they use. */
export interface Uses {
  schema: GraphQLSchema;
  /** Names of the operations that use `Type`, `Type.field`, `Type.field.argument`, `Input.field` or `Enum.VALUE`. */
  of(path: string): string[];
}

/** Reads what every operation of a release uses. */
export function usesOf({ sdl, operations }: Pick<Release, "sdl" | "operations">): Uses {
  const schema = buildSchema(sdl, { assumeValid: true, noLocation: true });
  const used = Object.entries(operations).map(
    ([name, operation]) => [name, coordinatesOf(operation, schema)] as const,
  );
  return {
    schema,
    of: (path) => {
      const [type = "", member] = path.split(".");
      const kind = schema.getType(type);
      // An operation that sends an input or an enum uses all of its members.
      const isWhole = member === undefined || isInputObjectType(kind) || isEnumType(kind);
      const wanted = isWhole ? type : `${type}.${member}`;
      return used.filter(([, coordinates]) => coordinates.has(wanted)).map(([name]) => name);
    },
  };
}

/** Fields that an operation reads, and types that it reads or sends. */
function coordinatesOf({ document }: ReleasedOperation, schema: GraphQLSchema): Set<string> {
  const found = new Set<string>();
  const info = new TypeInfo(schema);
  const enter = () => {
    const [parent, field] = [info.getParentType(), info.getFieldDef()];
    if (!parent || !field) return;
    found.add(`${parent.name}.${field.name}`).add(parent.name).add(getNamedType(field.type).name);
    for (const arg of field.args) addInput(getNamedType(arg.type), found);
  };
  visit(parse(document, { noLocation: true }), visitWithTypeInfo(info, { Field: enter }));
  return found;
}

function addInput(type: GraphQLNamedType, found: Set<string>): void {
  if (found.has(type.name)) return;
  found.add(type.name);
  if (!isInputObjectType(type)) return;
  for (const field of Object.values(type.getFields())) addInput(getNamedType(field.type), found);
}
