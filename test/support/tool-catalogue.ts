import { readFileSync } from "node:fs";
import { createCompiledExecutor } from "../../router/execution/executor.ts";
import { readDocuments } from "../../router/operations/read-documents.ts";
import { operationAreas } from "../../router/operations/areas.ts";
import { buildRegistry, type OperationRegistry } from "../../router/operations/registry.ts";
import { readSupergraphFacts } from "../../router/schema/supergraph-facts.ts";
import { createToolCatalogue, type ToolCatalogue } from "../../router/tools/catalogue.ts";
import { projectPath } from "../../src/project-root.ts";

/** All operations, bound to the committed supergraph: no server and no database. */
export async function readRegistry(): Promise<OperationRegistry> {
  const sdl = readFileSync(projectPath("schema", "supergraph.graphql"), "utf8");
  const { publicSchema: schema } = await createCompiledExecutor(sdl, new Map());
  return buildRegistry(operationAreas, readDocuments(), { schema, facts: readSupergraphFacts(sdl) });
}

/** All tools of the platform. */
export async function readToolCatalogue(): Promise<ToolCatalogue> {
  return createToolCatalogue(await readRegistry());
}
