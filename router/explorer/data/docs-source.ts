import { readFileSync } from "node:fs";
import { parse, type DocumentNode, type GraphQLSchema } from "graphql";
import { projectPath } from "../../../src/project-root.ts";
import { platformVersion } from "../../../src/version.ts";
import { createCompiledExecutor } from "../../execution/executor.ts";
import { readDocuments } from "../../operations/read-documents.ts";
import { operationAreas } from "../../operations/areas.ts";
import { buildRegistry, type OperationRegistry } from "../../operations/registry.ts";
import { readSupergraphFacts, type SupergraphFacts } from "../../schema/supergraph-facts.ts";
import { createToolCatalogue, type ToolCatalogue } from "../../tools/catalogue.ts";
import type { CodeScan } from "./code-scan.ts";

/** Sources of the documentation: the same files that the router runs from. */
export interface DocsSource {
  version: string;
  supergraph: DocumentNode;
  /** The schema that clients see. */
  schema: GraphQLSchema;
  facts: SupergraphFacts;
  registry: OperationRegistry;
  tools: ToolCatalogue;
  scan: CodeScan;
}

/** Reads the committed supergraph and binds the operations to it. Throws when they do not fit. */
export async function readDocsSource(scan: CodeScan): Promise<DocsSource> {
  const sdl = readFileSync(projectPath("schema", "supergraph.graphql"), "utf8");
  const { publicSchema: schema } = await createCompiledExecutor(sdl, new Map());
  const facts = readSupergraphFacts(sdl);
  const registry = buildRegistry(operationAreas, readDocuments(), { schema, facts });
  return {
    version: platformVersion,
    supergraph: parse(sdl, { noLocation: true }),
    schema,
    facts,
    registry,
    tools: createToolCatalogue(registry),
    scan,
  };
}
