import { Field, Int, ObjectType, type ClassType } from "type-graphql";

/** Descriptions that differ from the usual ones of a page's fields. */
interface PageWords {
  total?: string;
  nextCursor?: string;
}

/** Describes `nextCursor` of a list whose argument is `after`; also the default of both functions below. */
export const nextPage = "Cursor of the next page: pass it as `after`. Null on the last page.";

type Page<Item, Name extends string> = Record<Name, Item[]> & { nextCursor: string | null };
type CountedPage<Item, Name extends string> = Page<Item, Name> & { total: number };

/**
 * Base class of a page type with the fields `<name>: [Item!]!`, `total: Int!` and `nextCursor: String`, in this order.
 * The subclass names and describes the type.
 */
export function countedPageOf<Item extends object, Name extends string>(
  item: ClassType<Item>,
  name: Name,
  { total = totalWords(name), nextCursor = nextPage }: PageWords = {},
): abstract new () => CountedPage<Item, Name> {
  return pageClass([
    [name, Field(() => [item], { description: listWords(name) })],
    ["total", Field(() => Int, { description: total })],
    ["nextCursor", Field(() => String, { nullable: true, description: nextCursor })],
  ]);
}

/** Like `countedPageOf` without `total`: for lists that are not counted, or with more fields after these two. */
export function pageOf<Item extends object, Name extends string>(
  item: ClassType<Item>,
  name: Name,
  { nextCursor = nextPage }: Pick<PageWords, "nextCursor"> = {},
): abstract new () => Page<Item, Name> {
  return pageClass([
    [name, Field(() => [item], { description: listWords(name) })],
    ["nextCursor", Field(() => String, { nullable: true, description: nextCursor })],
  ]);
}

function pageClass<T>(fields: readonly (readonly [name: string, decorate: PropertyDecorator])[]) {
  abstract class PageBase {
    nextCursor: string | null;
  }
  for (const [name, decorate] of fields) decorate(PageBase.prototype, name);
  // Registers the fields for subclasses; the base itself is in no schema.
  ObjectType()(PageBase);
  return PageBase as unknown as abstract new () => T;
}

/** `creditNotes` as "Credit notes on this page." */
function listWords(name: string): string {
  const words = wordsOf(name);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} on this page.`;
}

function totalWords(name: string): string {
  return `Number of ${wordsOf(name)} that match the filters, across all pages.`;
}

/** A camel-case name as words: `creditNotes` is "credit notes". */
function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
