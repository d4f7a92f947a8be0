import type { DocumentNode } from "graphql";

interface Place {
  startToken?: unknown;
  endToken?: unknown;
}

/**
 * Drops the tokens that a document's places refer to: a list of all of them, as large as the document itself. Lines and
 * columns of errors come from offsets, which stay.
 */
export function forgetTokens(document: DocumentNode): DocumentNode {
  forgetBelow(document);
  return document;
}

/** Recursion is bounded by the depth that the parser admits. */
function forgetBelow(node: object): void {
  for (const [name, value] of Object.entries(node) as [string, unknown][]) {
    if (typeof value !== "object" || value === null) continue;
    if (name !== "loc") forgetBelow(value);
    else Object.assign(value as Place, { startToken: undefined, endToken: undefined });
  }
}
