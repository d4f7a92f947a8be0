import { noSuch } from "./processor-error.ts";
import type { Params } from "./params.ts";

/** Parameters that every list takes. */
export const listParams = ["limit", "starting_after", "ending_before", "created"] as const;

export interface ListPage<Item> {
  object: "list";
  data: Item[];
  has_more: boolean;
  url: string;
}

/** The page of a list, newest first, for `limit`, `starting_after` and `ending_before`. */
export function listPage<Item extends { id: string; created?: number }>(
  input: Params,
  items: readonly Item[],
  url: string,
): ListPage<Item> {
  const limit = input.integer("limit", { min: 1, max: 100 }) ?? 10;
  const wanted = items.filter(isCreatedAsAsked(input));
  const after = input.string("starting_after");
  const before = input.string("ending_before");
  if (before !== null) {
    const newer = wanted.slice(0, indexOf(wanted, before, "ending_before"));
    return { object: "list", data: newer.slice(-limit), has_more: newer.length > limit, url };
  }
  const rest = after === null ? wanted : wanted.slice(indexOf(wanted, after, "starting_after") + 1);
  return { object: "list", data: rest.slice(0, limit), has_more: rest.length > limit, url };
}

/** A list that is part of an object and whole. */
export function wholeList<Item>(data: Item[], url: string): ListPage<Item> {
  return { object: "list", data, has_more: false, url };
}

function indexOf(items: readonly { id: string }[], id: string, param: string): number {
  const index = items.findIndex((item) => item.id === id);
  if (index === -1) throw noSuch("object", id, param, 400);
  return index;
}

function isCreatedAsAsked(input: Params): (item: { created?: number }) => boolean {
  if (!input.has("created")) return () => true;
  const bounds = {
    gt: (created: number, bound: number) => created > bound,
    gte: (created: number, bound: number) => created >= bound,
    lt: (created: number, bound: number) => created < bound,
    lte: (created: number, bound: number) => created <= bound,
  };
  const range = input.hash("created");
  range.allow(...Object.keys(bounds));
  const checks = Object.entries(bounds).flatMap(([name, isWithin]) => {
    const bound = range.integer(name);
    return bound === null ? [] : [(created: number) => isWithin(created, bound)];
  });
  return ({ created = 0 }) => checks.every((check) => check(created));
}
