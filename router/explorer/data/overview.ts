import { isInputObjectType, isInterfaceType, isObjectType, isSpecifiedScalarType } from "graphql";
import { errorStatus } from "../../../src/errors.ts";
import { restPaths } from "../../operations/registry.ts";
import type { DocsSource } from "./docs-source.ts";
import type { OverviewDocs } from "./docs.types.ts";

/** Numbers and names for the first page. */
export function overviewDocs({ version, schema, facts, registry, tools }: DocsSource): OverviewDocs {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith("__") && !isSpecifiedScalarType(type),
  );
  const withFields = types.filter(
    (type) => isObjectType(type) || isInputObjectType(type) || isInterfaceType(type),
  );
  const rows = [...registry.values()].map(({ row }) => row);
  return {
    version,
    subgraphs: [...facts.subgraphs].sort(),
    counts: {
      types: types.length,
      fields: withFields.reduce((sum, type) => sum + Object.keys(type.getFields()).length, 0),
      operations: rows.length,
      rest: rows.filter(({ rest }) => rest).length,
      routes: rows.reduce((sum, row) => sum + restPaths(row).length, 0),
      tools: tools.entries.length,
      errors: Object.keys(errorStatus).length + 1,
    },
  };
}
