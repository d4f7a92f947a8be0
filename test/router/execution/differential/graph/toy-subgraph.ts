import { buildSubgraphSchema } from "@apollo/subgraph";
import {
  execute,
  isInterfaceType,
  Kind,
  parse,
  validate,
  visit,
  type DocumentNode,
  type GraphQLSchema,
} from "graphql";
import type { SubgraphExecutor } from "../../../../../src/graphql/local-executor.ts";
import type { CallContext } from "../../../../../src/context.ts";
import { attachResolvers, referencedRow } from "./resolve-field.ts";
import type { World } from "./world.ts";

/** A call of the toy graph, with its own data and the subgraphs that are down while it lasts. */
export interface ToyCall extends CallContext {
  world: World;
  down: ReadonlySet<string>;
}

/** The executable schema of a toy subgraph. */
export function buildToySchema(sdl: string): GraphQLSchema {
  const typeDefs = parse(sdl);
  const schema = buildSubgraphSchema([{ typeDefs, resolvers: referenceResolvers(typeDefs) as never }]);
  attachResolvers(schema, "subgraph");
  return schema;
}

/** Runs documents on one toy subgraph; refuses what does not validate against it. */
export function createToySubgraph(name: string, schema: GraphQLSchema): SubgraphExecutor {
  const isValid = new WeakSet<DocumentNode>();
  return async ({ document, variables, operationName, call }) => {
    const { world, down } = call as ToyCall;
    if (down.has(name)) throw new Error(`${name} is down`);
    if (!isValid.has(document)) {
      const faults = validate(schema, document);
      if (faults.length > 0) throw new Error(`${name} was asked wrongly: ${faults.map(String).join("; ")}`);
      isValid.add(document);
    }
    return execute({ schema, document, variableValues: variables, operationName, contextValue: world });
  };
}

function referenceResolvers(typeDefs: DocumentNode) {
  const found: Record<string, Record<string, unknown>> = {};
  visit(typeDefs, {
    enter(node) {
      const isEntity =
        (node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_DEFINITION) &&
        node.directives?.some((directive) => directive.name.value === "key");
      if (!isEntity) return;
      found[node.name.value] = {
        __resolveReference: (
          sent: Record<string, unknown>,
          world: World,
          { schema }: { schema: { getType(name: string): unknown } },
        ) => {
          const row = world.findByKey(sent);
          if (!row) return null;
          const typename = String(sent["__typename"]);
          return referencedRow(
            isInterfaceType(schema.getType(typename)) ? row.__typename : typename,
            row,
            sent,
          );
        },
      };
    },
  });
  return found;
}
