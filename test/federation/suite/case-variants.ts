import {
  isObjectType,
  Kind,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type FieldNode,
  type GraphQLSchema,
} from "graphql";
import { parseFieldSet } from "./field-set.ts";
import type { SuiteCase, SuiteGraph } from "./suite.types.ts";

/**
 * The same case with `__typename` in every selection set, plain and under the name of a member that every object
 * inherits. Null where a subgraph is down, which the type name might have to come from.
 */
export function withTypeNames(asked: SuiteCase): SuiteCase | null {
  if (asked.down) return null;
  const document = visit(parse(asked.query), {
    SelectionSet: (node) => ({
      ...node,
      selections: [
        typeNameAs("constructor"),
        ...node.selections,
        typeNameAs("valueOf"),
        typeNameAs("__typename"),
      ],
    }),
  });
  return { ...asked, query: print(document) };
}

function typeNameAs(alias: string): FieldNode {
  const name = { kind: Kind.NAME, value: "__typename" } as const;
  return { kind: Kind.FIELD, name, alias: { kind: Kind.NAME, value: alias } };
}

/**
 * The same case with each field that it selects failing in turn. Keys and requirements are left out, and entities without
 * a key: with them fail the fields of other subgraphs, which one schema over the data does not show.
 */
export function withEachFault(asked: SuiteCase, graph: SuiteGraph, schema: GraphQLSchema): SuiteCase[] {
  if (asked.down || asked.faults || graph.computed || graph.subject === "null keys") return [];
  const keyFields = keyFieldsOf(graph);
  const coordinates = new Set<string>();
  const typeInfo = new TypeInfo(schema);
  visit(
    parse(asked.query),
    visitWithTypeInfo(typeInfo, {
      Field: ({ name }) => {
        const parent = typeInfo.getParentType();
        if (!isObjectType(parent) || name.value === "__typename" || keyFields.has(name.value)) return;
        coordinates.add(`${parent.name}.${name.value}`);
      },
    }),
  );
  return [...coordinates].map((coordinate) => ({ ...asked, faults: [coordinate] }));
}

function keyFieldsOf({ subgraphs }: SuiteGraph): Set<string> {
  const names = new Set<string>();
  const collect = (text: string) => {
    const open = [parseFieldSet(text)];
    for (let set = open.pop(); set; set = open.pop()) {
      for (const [name, inner] of set) {
        names.add(name);
        open.push(inner);
      }
    }
  };
  for (const sdl of Object.values(subgraphs)) {
    for (const [, text] of sdl.matchAll(/@(?:key|provides)\(fields: "([^"]*)"/g)) collect(text!);
  }
  return names;
}
