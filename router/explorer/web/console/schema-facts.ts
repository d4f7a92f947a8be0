import { buildSchema, isInterfaceType, isObjectType, type GraphQLSchema } from "graphql";
import type { AccessFacts } from "../../../../src/access/rules.ts";
import type { ConsoleFacts } from "../../data/console-facts.ts";
import { loadData, loadText } from "../data/load.ts";

/** Facts of the graph for the console. */
export interface Graph {
  schema: GraphQLSchema;
  /** The rule of a field; null where it has none of its own. */
  accessOf(typeName: string, fieldName: string): Partial<AccessFacts> | null;
  /** The subgraph that alone has a field; null where several have it. */
  ownerOf(typeName: string, fieldName: string): string | null;
}

const files = { bare: "console/schema.graphql", described: "console/described.graphql" } as const;

const loading = new Map<keyof typeof files, Promise<Graph>>();

/** Loads schema and facts, once each; with descriptions it is more than twice as much. What failed is tried again. */
export function loadGraph(form: keyof typeof files): Promise<Graph> {
  let promise = loading.get(form);
  if (!promise) {
    promise = load(files[form]).catch((error: unknown) => {
      loading.delete(form);
      throw error;
    });
    loading.set(form, promise);
  }
  return promise;
}

async function load(path: string): Promise<Graph> {
  const [sdl, facts] = await Promise.all([loadText(path), loadData<ConsoleFacts>("console/facts.json")]);
  return toGraph(buildSchema(sdl, { assumeValid: true, noLocation: true }), facts);
}

/** Binds the facts to their schema. */
export function toGraph(schema: GraphQLSchema, { fields, rules, subgraphs }: ConsoleFacts): Graph {
  const known = new Map<string, readonly [rule: number, subgraph: number]>();
  for (const [typeName, numbers] of Object.entries(fields)) {
    const type = schema.getType(typeName);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    Object.keys(type.getFields()).forEach((name, index) =>
      known.set(`${typeName}.${name}`, [numbers[2 * index] ?? -1, numbers[2 * index + 1] ?? -1]),
    );
  }
  return {
    schema,
    accessOf: (typeName, fieldName) => rules[known.get(`${typeName}.${fieldName}`)?.[0] ?? -1] ?? null,
    ownerOf: (typeName, fieldName) => subgraphs[known.get(`${typeName}.${fieldName}`)?.[1] ?? -1] ?? null,
  };
}
