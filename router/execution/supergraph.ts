import { QueryPlanner } from "@graphql-hive/router-query-planner";
import { buildASTSchema, isAbstractType, print, type GraphQLSchema } from "graphql";
import { memoizeLastText } from "../../src/concurrency/memoize-last.ts";
import { compactSchema } from "../../src/graphql/schema/compact-schema.ts";
import { parseDefinitions } from "../../src/graphql/schema/parse-definitions.ts";
import type { OperationScope } from "./compile-operation.ts";
import { readEntityKeys } from "./entity-keys.ts";
import type { TypeTest } from "./execution.types.ts";
import { fieldNamesOf } from "./prepare-operation.ts";
import { buildPublicSchema } from "./public-schema.ts";
import { nameRequiredFields } from "./required-fields.ts";
import { createTypeNameNeed, interfaceObjectsOf } from "./type-name-need.ts";

type SupergraphScope = Pick<
  OperationScope,
  | "planner"
  | "publicSchema"
  | "fullSchema"
  | "fieldNames"
  | "needsTypeName"
  | "typeTest"
  | "interfaceNames"
  | "entityKeys"
  | "required"
>;

/** What is the same for all executors of one supergraph. */
export const readSupergraph = memoizeLastText((sdl: string): SupergraphScope => {
  const supergraph = parseDefinitions(sdl);
  const { document, required } = nameRequiredFields(supergraph);
  const planner = new QueryPlanner(document === supergraph ? sdl : print(document));
  const fullSchema = buildASTSchema(document, { assumeValidSDL: true });
  const publicSchema = buildPublicSchema(planner.consumerSchema, required.byName);
  // Both read definitions, which are dropped after them.
  const needsTypeName = createTypeNameNeed(publicSchema, fullSchema);
  const interfaceNames = interfaceObjectsOf(fullSchema);
  return {
    planner,
    publicSchema: compactSchema(publicSchema),
    fullSchema: compactSchema(fullSchema),
    fieldNames: fieldNamesOf(fullSchema),
    needsTypeName,
    typeTest: createTypeTests(fullSchema),
    interfaceNames,
    entityKeys: readEntityKeys(supergraph),
    required,
  };
});

/** Tests of type conditions; the concrete names behind them are looked up once. */
function createTypeTests(schema: GraphQLSchema): (names: readonly string[]) => TypeTest {
  return (names) => {
    const concrete = new Set<unknown>(names);
    for (const name of names) {
      const type = schema.getType(name);
      if (!isAbstractType(type)) continue;
      for (const member of schema.getPossibleTypes(type)) concrete.add(member.name);
    }
    return (typeName) => concrete.has(typeName);
  };
}
