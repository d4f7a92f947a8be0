import { asCurl } from "./curl.ts";
import {
  graphqlCall,
  mcpCall,
  operationCall,
  restCall,
  toolCall,
  type HttpCall,
  type SamplePrincipal,
  type SampleSource,
} from "./http-call.ts";
import { asPython } from "./python.ts";
import { asTypescript } from "./typescript.ts";

/** A piece of text to copy: what it is, and in which language. */
export interface Sample {
  name: string;
  language: "graphql" | "shell" | "typescript" | "python";
  code: string;
}

/**
 * How to call an operation, in every way there is. REST where it has a route, else GraphQL; agents' ways where it is a
 * tool. Credentials of the demo stand in it as they are, others as environment variables.
 */
export function samplesOf(source: SampleSource, caller: SamplePrincipal): Sample[] {
  const tool = toolCall(source, caller);
  const mcp = mcpCall(source, caller);
  return [
    {
      name: "GraphQL",
      language: "graphql",
      code: withVariables(source.document, source.example?.variables ?? {}),
    },
    ...inLanguages(restCall(source, caller) ?? operationCall(source, caller)),
    ...(tool ? [{ name: "Tool", language: "shell" as const, code: asCurl(tool) }] : []),
    ...(mcp ? [{ name: "MCP", language: "shell" as const, code: asCurl(mcp) }] : []),
  ];
}

/** How to send a document of one's own. */
export function samplesOfDocument(
  given: { document: string; variables: Record<string, unknown>; appId?: string | null },
  caller: SamplePrincipal,
): Sample[] {
  return [
    { name: "GraphQL", language: "graphql", code: withVariables(given.document, given.variables) },
    ...inLanguages(graphqlCall(given, caller)),
  ];
}

function inLanguages(call: HttpCall): Sample[] {
  return [
    { name: "curl", language: "shell", code: asCurl(call) },
    { name: "TypeScript", language: "typescript", code: asTypescript(call) },
    { name: "Python", language: "python", code: asPython(call) },
  ];
}

/** The document, and its variables as a comment that editors of GraphQL leave alone. */
function withVariables(document: string, variables: Record<string, unknown>): string {
  if (Object.keys(variables).length === 0) return `${document.trim()}\n`;
  const lines = JSON.stringify(variables, null, 2).split("\n");
  return `${document.trim()}\n\n# Variables\n${lines.map((line) => `# ${line}`).join("\n")}\n`;
}
