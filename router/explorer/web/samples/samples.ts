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
import { asGo } from "./go.ts";
import { asPhp } from "./php.ts";
import { asPython } from "./python.ts";
import { asTypescript } from "./typescript.ts";

/** Sample to copy, with its name and language. */
export interface Sample {
  name: string;
  language: "graphql" | "shell" | "typescript" | "python" | "go" | "php";
  code: string;
}

/**
 * Samples of an operation: REST if it has a route, else GraphQL, and the agent doors if it is a
 * tool. Demo credentials are written out, others are environment variables.
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

/** Samples for a user's own document. */
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
    { name: "Go", language: "go", code: asGo(call) },
    { name: "PHP", language: "php", code: asPhp(call) },
  ];
}

/** The document, and its variables as a comment that editors of GraphQL leave alone. */
function withVariables(document: string, variables: Record<string, unknown>): string {
  if (Object.keys(variables).length === 0) return `${document.trim()}\n`;
  const lines = JSON.stringify(variables, null, 2).split("\n");
  return `${document.trim()}\n\n# Variables\n${lines.map((line) => `# ${line}`).join("\n")}\n`;
}
