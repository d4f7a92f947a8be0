import { parse, visit, type DocumentNode } from "graphql";

/** Shorter parts of a text are copied by V8; longer ones keep the whole text in memory. */
const minSliceLength = 13;

/**
 * Parses the definitions of a schema, for what stays in memory: its names and descriptions are texts of their own, each once,
 * where parts of a text of megabytes would keep all of it. Without locations.
 */
export function parseDefinitions(sdl: string): DocumentNode {
  const document = parse(sdl, { noLocation: true });
  const known = new Map<string, string>();
  const own = (node: { value: string }): void => {
    if (node.value.length < minSliceLength) return;
    let text = known.get(node.value);
    if (text === undefined) {
      text = Buffer.from(node.value).toString();
      known.set(text, text);
    }
    node.value = text;
  };
  visit(document, { Name: own, StringValue: own });
  return document;
}
