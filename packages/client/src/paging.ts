import type { Paged } from "./options.ts";

/** How the pages of a list follow each other. */
export interface PageRule {
  /** Field of the response that has the items. */
  items: string;
  /** Argument that continues the list. */
  by: "after" | "cursor" | "page" | "offset";
}

type Page = Record<string, unknown>;
type Input = Readonly<Record<string, unknown>>;

/** Requests the first page at once, and further ones while they are read. */
export function followPages(
  rule: PageRule,
  input: Input,
  load: (input: Input) => Promise<Page>,
): Paged<unknown, unknown> {
  const first = load(input);
  async function* pages(): AsyncGenerator<Page> {
    let page = await first;
    let next = nextInput(rule, input, page);
    yield page;
    while (next !== null) {
      page = await load(next);
      const following = nextInput(rule, next, page);
      yield page;
      next = following;
    }
  }
  async function* items(): AsyncGenerator {
    for await (const page of pages()) yield* page[rule.items] as unknown[];
  }
  return Object.assign(first, { pages, [Symbol.asyncIterator]: items });
}

/** The input of the page after this one. Null after the last one. */
function nextInput({ items, by }: PageRule, input: Input, page: Page): Input | null {
  if (by === "after" || by === "cursor") {
    const cursor = page["nextCursor"];
    return typeof cursor === "string" && cursor !== "" ? { ...input, [by]: cursor } : null;
  }
  const { length } = page[items] as unknown[];
  const counts = { ...page, ...(page["pagination"] as Page | undefined) };
  if (length === 0 || counts["hasMore"] === false) return null;
  const first = by === "page" ? 1 : 0;
  const position = Number(input[by] ?? first);
  if (by === "page") {
    const pages = Number(counts["totalPages"] ?? Infinity);
    return position < pages ? { ...input, page: position + 1 } : null;
  }
  const seen = position + length;
  return seen < Number(counts["total"] ?? Infinity) ? { ...input, offset: seen } : null;
}
