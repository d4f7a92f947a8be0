import { memoizeLast } from "../../../src/concurrency/memoize-last.ts";
import type { ToolEntry } from "../tool.types.ts";
import { meaningsOf, readSentence } from "./meanings.ts";
import { RankedIndex, type Findable } from "./rank.ts";
import { stem, tokensOf } from "./words.ts";

/** Finds tools by everyday language. */
export interface ToolSearch {
  /** Names of tools that fit, the best first. */
  find(sentence: string, isAllowed: (name: string) => boolean): string[];
}

/** The searchable parts of a tool. */
export interface SearchedTool {
  name: string;
  description: string;
  group: string;
  keywords?: readonly string[];
}

const meanings = meaningsOf();

/** A search over these tools. */
export function createSearch(tools: readonly SearchedTool[]): ToolSearch {
  const index = new RankedIndex(tools.map(toFindable));
  return {
    find: (sentence, isAllowed) =>
      index
        .find(readSentence(sentence, meanings), tokensOf(sentence).map(stem), isAllowed)
        .map(({ name }) => name),
  };
}

/** A search over the tools of the catalogue. It is not changed, so one serves all routers of a process. */
export const createToolSearch = memoizeLast((entries: readonly ToolEntry[]): ToolSearch =>
  createSearch(
    entries.map(({ tool, operation, group }) => ({
      name: tool.name,
      description: operation.description,
      group,
      keywords: operation.row.tool!.keywords ?? [],
    })),
  ),
);

function toFindable({ name, description, group, keywords = [] }: SearchedTool): Findable {
  return {
    name,
    fields: [
      { text: name, weight: 3 },
      { text: keywords.join(" "), weight: 3 },
      { text: description, weight: 1 },
      { text: group, weight: 0.7 },
    ],
  };
}
