import { Field, Int, ObjectType, type ClassType } from "type-graphql";

/** Descriptions of a page's fields; a field without one has none in the schema. */
interface PageWords {
  total?: string;
  nextCursor?: string;
}

/** Describes `nextCursor` of a list whose argument is `after`. */
export const nextPage = "Give it as `after` for the next page.";
export const nextPageOrNull = "Give it as `after` for the next page; null on the last.";

type Page<Item, Name extends string> = Record<Name, Item[]> & { nextCursor: string | null };
type CountedPage<Item, Name extends string> = Page<Item, Name> & { total: number };

/**
 * The base class of a page type with the fields `<name>: [Item!]!`, `total: Int!` and `nextCursor: String`, in this order.
 * The subclass names and describes the type.
 */
export function countedPageOf<Item extends object, Name extends string>(
  item: ClassType<Item>,
  name: Name,
  { total, nextCursor }: PageWords = {},
): abstract new () => CountedPage<Item, Name> {
  return pageClass([
    [name, Field(() => [item])],
    ["total", Field(() => Int, described(total))],
    ["nextCursor", Field(() => String, { nullable: true, ...described(nextCursor) })],
  ]);
}

/** The same without `total`, for lists whose rows are not counted, or with more fields behind these two. */
export function pageOf<Item extends object, Name extends string>(
  item: ClassType<Item>,
  name: Name,
  { nextCursor }: Pick<PageWords, "nextCursor"> = {},
): abstract new () => Page<Item, Name> {
  return pageClass([
    [name, Field(() => [item])],
    ["nextCursor", Field(() => String, { nullable: true, ...described(nextCursor) })],
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

function described(description: string | undefined): { description?: string } {
  return description === undefined ? {} : { description };
}
