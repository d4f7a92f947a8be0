import type { Tool } from "../tools/tool.types.ts";

/** A tool in the compact list. */
export type ShortTool = Omit<Tool, "outputSchema" | "annotations" | "_meta"> & {
  annotations: Partial<Tool["annotations"]>;
  _meta?: Tool["_meta"];
};

/**
 * A tool as the compact list shows it: all that is needed to call it. An agent pays for this list in each conversation, so
 * what the response or `describe_tools` shows is left out: the schema of the result, empty facts, and hints that follow
 * from another one.
 */
export function shorten({ name, title, description, inputSchema, annotations, _meta }: Tool): ShortTool {
  const facts = Object.entries(_meta).filter(([fact, value]) => shownFacts.has(fact) && value !== null);
  const { examples, ...plain } = inputSchema;
  return {
    name,
    title,
    description,
    // The arguments of operations in this list are plain.
    inputSchema: facts.length > 0 || JSON.stringify(examples) === "[{}]" ? plain : inputSchema,
    annotations: shortHints(annotations),
    ...(facts.length > 0 ? { _meta: Object.fromEntries(facts) } : {}),
  };
}

const shownFacts: ReadonlySet<string> = new Set(["hub/scope", "hub/cost"]);

/** A tool that only reads destroys nothing and may be repeated. */
function shortHints({
  readOnlyHint,
  openWorldHint,
  ...changes
}: Tool["annotations"]): ShortTool["annotations"] {
  return readOnlyHint ? { readOnlyHint, openWorldHint } : { readOnlyHint, openWorldHint, ...changes };
}
