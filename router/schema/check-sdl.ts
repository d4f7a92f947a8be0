import { Kind, parse, visit, type DocumentNode } from "graphql";
import { argument } from "./directive-values.ts";

/** Limits of a subgraph's SDL: several times the largest subgraph of the platform. */
export const sdlLimits = { bytes: 4 * 1024 * 1024, tokens: 500_000, depth: 60 } as const;

/** Names that the specification reserves, except those of federation itself. */
const federationNames = new Set(["_Any", "_Entity", "_Service", "_entities", "_service"]);

/**
 * Parses the SDL of a subgraph within limits. Throws for SDL that is too large or too deeply nested, is not only
 * definitions, defines a name beginning with `__`, or takes over a field of a subgraph that `overrides` does not name.
 */
export function checkSdl(name: string, sdl: string, overrides: readonly string[] = []): DocumentNode {
  const refuse = (reason: string): Error => new Error(`The SDL of ${name} is refused: ${reason}`);
  if (Buffer.byteLength(sdl) > sdlLimits.bytes) throw refuse(`it is larger than ${sdlLimits.bytes} bytes`);
  if (isNestedDeeper(sdl, sdlLimits.depth))
    throw refuse(`it is nested deeper than ${sdlLimits.depth} levels`);
  let document: DocumentNode;
  try {
    document = parse(sdl, { maxTokens: sdlLimits.tokens, noLocation: true });
  } catch (cause) {
    throw new Error(`The SDL of ${name} is not valid: ${(cause as Error).message}`, { cause });
  }
  visit(document, {
    OperationDefinition: () => {
      throw refuse("it contains an operation");
    },
    FragmentDefinition: () => {
      throw refuse("it contains a fragment");
    },
    enter: (node) => {
      if (!("name" in node) || !node.name || !isDefinition(node.kind)) return;
      const { value } = node.name;
      if (value.startsWith("__") && !federationNames.has(value))
        throw refuse(`the name ${value} is reserved`);
    },
    Directive: (node) => {
      if (node.name.value !== "override" && node.name.value !== "federation__override") return;
      const from = String(argument(node as never, "from"));
      if (!overrides.includes(from)) throw refuse(`@override(from: "${from}") is not in its overrides`);
    },
  });
  refuseRenamedOverride(document, refuse);
  return document;
}

function isDefinition(kind: string): boolean {
  return kind.endsWith("Definition") || kind.endsWith("Extension");
}

/** Under another name, `@override` would not be recognized. */
function refuseRenamedOverride(document: DocumentNode, refuse: (reason: string) => Error): void {
  for (const node of document.definitions) {
    if (node.kind !== Kind.SCHEMA_EXTENSION && node.kind !== Kind.SCHEMA_DEFINITION) continue;
    for (const link of node.directives ?? []) {
      if (link.name.value !== "link") continue;
      const url = String(argument(link, "url"));
      const imports = argument(link, "import");
      const isRenamed = (Array.isArray(imports) ? imports : []).some(
        (one: unknown) =>
          typeof one === "object" &&
          one !== null &&
          ["@override", "@access"].includes(String((one as { name?: unknown }).name)),
      );
      const isOwnNamespace = /\/federation(\/|$)/.test(url) && argument(link, "as") !== undefined;
      if (isRenamed || isOwnNamespace) throw refuse("it imports @override or @access under another name");
    }
  }
}

/** Counts brackets, also those in comments and descriptions; real SDL stays far below the limit. */
function isNestedDeeper(text: string, limit: number): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === "{" || character === "[" || character === "(") depth += 1;
    else if ((character === "}" || character === "]" || character === ")") && depth > 0) depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}
