import { beforeAll, describe, expect, test } from "vitest";
import type { CanonicalProperty } from "../../../subgraphs/property/properties/property.types.ts";
import { cityMatcher, regionCodeOf } from "../../../subgraphs/property/search/places.ts";
import type { SearchIndex } from "../../../subgraphs/property/search/search-index.ts";
import { buildSearchIndex } from "../../../subgraphs/property/search/search-index.ts";
import { searchProperties, suggestProperties } from "../../../subgraphs/property/search/search-properties.ts";
import { hasRealData, readRealPortfolio, readVectors } from "../real-portfolio.ts";
import { knownQueries, unseenQueries } from "./search-queries.ts";

interface Filters {
  q?: string;
  city?: string;
  region?: string;
  type?: string;
}

interface SearchVector {
  id: string;
  why: string;
  query: Filters;
  expect: {
    kind: string;
    k?: number;
    anyOf?: string[];
    allOf?: string[];
    total?: number;
    pageSize?: number;
    predicate?: { city: string; type: string; streetMatches: string };
  };
}

const vectors = hasRealData ? readVectors<{ queries: SearchVector[] }>("search_dev.json").queries : [];

describe.skipIf(!hasRealData)("searching the real portfolio", () => {
  let index: SearchIndex<CanonicalProperty>;

  beforeAll(async () => {
    index = buildSearchIndex((await readRealPortfolio()).properties);
  });

  function search({ q, city, region, type }: Filters) {
    const isInCity = city === undefined ? null : cityMatcher(city);
    const code = region === undefined ? null : regionCodeOf(region);
    return searchProperties(index, {
      q: q ?? null,
      accept: (document) =>
        (isInCity === null || isInCity(document)) &&
        (region === undefined || document.stateOrProvince === code) &&
        (type === undefined || document.type === type),
    });
  }

  function firstIds(q: string, count: number): string[] {
    return search({ q })
      .documents.slice(0, count)
      .map(({ id }) => id);
  }

  test.each(vectors)("$id: $why", ({ query, expect: wanted }) => {
    const { documents, total } = search(query);
    if (wanted.total !== undefined) expect(total).toBe(wanted.total);
    const top = documents.slice(0, wanted.k ?? wanted.pageSize ?? 0);
    const ids = top.map(({ id }) => id);
    if (wanted.anyOf !== undefined) expect(ids.some((id) => wanted.anyOf?.includes(id))).toBe(true);
    if (wanted.allOf !== undefined) expect(ids).toEqual(expect.arrayContaining(wanted.allOf));
    const { predicate } = wanted;
    if (predicate === undefined) return;
    expect(top).toHaveLength(wanted.pageSize ?? 0);
    for (const { city, type, street } of top) {
      expect({ city, type }).toEqual({ city: predicate.city, type: predicate.type });
      expect(street).toMatch(new RegExp(predicate.streetMatches, "i"));
    }
  });

  test.each([
    ["41-42 50th Street", "nyc-4001340045"],
    ["4142 50 st", "nyc-4001340045"],
    ["One Broadway", "nyc-1000130001"],
    ["1211 6th avenue", "nyc-1010000029"],
    ["410 n michigan", "chi-101920"],
    ["4620 w irving park rd", "chi-134421"],
    ["sears tower", "chi-103606"],
    ["233 S. Wacker Dr., Chicago, IL 60606", "chi-103606"],
    ["wilis towr chicago", "chi-103606"],
    ["mercandise mart", "chi-103656"],
    ["300 n la salle", "chi-250129"],
    ["1000 4th ave", "sea-21"],
    ["wrigly building", "chi-101920"],
    ["400 broad street", "sea-21435"],
    ["3701 SW 104th", "sea-87"],
    ["space needel", "sea-21435"],
    ["st lukes chicago", "chi-252295"],
    ["1201 third av", "sea-399"],
    ["columbai center", "sea-775"],
    ["columbia cent", "sea-775"],
    ["701 5th aveneu", "sea-775"],
  ])("%s finds %s first", (q, id) => {
    expect(firstIds(q, 1)).toEqual([id]);
  });

  test.each([...knownQueries, ...unseenQueries])("$q finds $id", ({ q, id, within = 1 }) => {
    expect(firstIds(q, within)).toContain(id);
  });

  test("digits are never forgiven: another house number finds no neighbour", () => {
    expect(search({ q: "234 south wacker" }).total).toBe(0);
    expect(search({ q: "12345678" }).total).toBe(0);
    expect(search({ q: "98199 98198 98197" }).total).toBe(0);
  });

  test.each(["%", "_", "'", '"', "🙂", "  ", "%%%", "\u0000", "--", "؟", ")(*&^"])(
    "%j matches nothing",
    (q) => {
      expect(search({ q }).total).toBe(0);
    },
  );

  test("a percent sign, a quote or an emoji beside words changes nothing", () => {
    for (const q of ["smith% tower", "smith_tower", '"smith tower"', "smith tower 🙂", "SMITH' TOWER;--"])
      expect(firstIds(q, 1)).toEqual(["sea-383"]);
  });

  test("boroughs and common names of cities filter as the city does", () => {
    expect(search({ city: "NYC" }).total).toBe(18_871);
    expect(search({ city: "new york city" }).total).toBe(18_871);
    expect(search({ city: "BROOKLYN" }).total).toBe(4566);
    expect(search({ region: "washington" }).total).toBe(3432);
    expect(search({ region: "Atlantis" }).total).toBe(0);
    expect(search({ city: "Paris" }).total).toBe(0);
  });

  test("a filter never raises the total, and every hit of a filtered search is one of the unfiltered", () => {
    const all = search({ q: "tower" });
    const filtered = search({ q: "tower", city: "Seattle" });
    expect(filtered.total).toBeLessThan(all.total);
    const ids = new Set(all.documents.map(({ id }) => id));
    expect(filtered.documents.every(({ id }) => ids.has(id))).toBe(true);
  });

  test("the order does not depend on the order of the documents", () => {
    const reversed = buildSearchIndex(index.documents.toReversed());
    for (const q of ["tower", "5th ave brooklyn", "lake shore dr"]) {
      expect(searchProperties(reversed, { q }).documents.map(({ id }) => id)).toEqual(
        search({ q }).documents.map(({ id }) => id),
      );
    }
  });

  test("suggestions complete the last word", () => {
    const ids = suggestProperties(index, "willis tow").map(({ id }) => id);
    expect(ids[0]).toBe("chi-103606");
    expect(suggestProperties(index, "chicago")).toHaveLength(10);
  });

  test("a long query is bounded and fast", () => {
    const startedAt = performance.now();
    search({ q: "tower ".repeat(2000) });
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});
