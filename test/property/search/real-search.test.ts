import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asSystem } from "../../../src/db/transaction.ts";
import { rebuildIndex } from "../../../subgraphs/property/search/index-properties.rows.ts";
import { fullCounts, portfolioCounts, readVectors } from "../real-portfolio.ts";
import { openPropertyApp, type PropertyApp, type Variables } from "../support/open-property.ts";
import { CROWD } from "../support/portfolio-folder.ts";
import { knownQueries, unseenQueries } from "./search-queries.ts";

const SEARCH = `query ($q: String, $city: String, $region: String, $type: String, $sort: String, $page: Int,
  $pageSize: Int, $cursor: String) {
  searchProperties(q: $q, city: $city, region: $region, type: $type, sort: $sort, page: $page, pageSize: $pageSize,
    cursor: $cursor) { properties { id name type address { street city } } total page hasMore nextCursor } }`;
const SUGGEST = "query ($q: String!) { suggestProperties(q: $q) { suggestions { id } } }";

interface Hit {
  id: string;
  name: string | null;
  type: string;
  address: { street: string; city: string };
}

interface Answer {
  searchProperties: { properties: Hit[]; total: number };
}

interface SearchVector {
  id: string;
  why: string;
  query: Variables;
  expect: {
    k?: number;
    anyOf?: string[];
    allOf?: string[];
    total?: number;
    figure?: "seattleIndustrial" | "chicagoInstitutional";
    pageSize?: number;
    predicate?: { city: string; type: string; streetMatches: string };
  };
}

const { queries: vectors } = readVectors<{ queries: SearchVector[] }>("search-vectors.json");

describe("what is found in the real portfolio", () => {
  let app: PropertyApp;

  beforeAll(async () => {
    app = await openPropertyApp("real");
  });

  afterAll(() => app?.close());

  async function search(variables: Variables): Promise<{ ids: string[]; total: number }> {
    const { properties, total } = (await app.read<Answer>(SEARCH, variables)).searchProperties;
    return { ids: properties.map(({ id }) => id), total };
  }

  test.each(vectors)("$id: $why", async ({ query, expect: wanted }) => {
    const { q, city, region, type } = query;
    const pageSize = Math.max(wanted.k ?? wanted.pageSize ?? 0, 1);
    const { properties: top, total } = (await app.read<Answer>(SEARCH, { q, city, region, type, pageSize }))
      .searchProperties;
    if (wanted.figure) expect(fullCounts[wanted.figure]).toBe(wanted.total);
    const wantedTotal = wanted.figure ? portfolioCounts[wanted.figure] : wanted.total;
    if (wantedTotal !== undefined) expect(total).toBe(wantedTotal);
    const ids = top.map(({ id }) => id);
    if (wanted.anyOf !== undefined) expect(ids.some((id) => wanted.anyOf?.includes(id))).toBe(true);
    if (wanted.allOf !== undefined) expect(ids).toEqual(expect.arrayContaining(wanted.allOf));
    const { predicate } = wanted;
    if (predicate === undefined) return;
    expect(top).toHaveLength(wanted.pageSize ?? 0);
    for (const hit of top) {
      const { city: inCity, street } = hit.address;
      expect({ city: inCity, type: hit.type }).toEqual({ city: predicate.city, type: predicate.type });
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
  ])("%s finds %s first", async (q, id) => {
    expect((await search({ q, pageSize: 1 })).ids).toEqual([id]);
  });

  test.each([...knownQueries, ...unseenQueries])("$q finds $id", async ({ q, id, within = 1 }) => {
    expect((await search({ q, pageSize: within })).ids).toContain(id);
  });

  test("digits are never forgiven: another house number finds no neighbour", async () => {
    for (const q of ["234 south wacker", "12345678", "98199 98198 98197"])
      expect((await search({ q })).total).toBe(0);
  });

  test.each(["%", "_", "'", '"', "🙂", "  ", "%%%", "\u0000", "--", "؟", ")(*&^"])(
    "%j matches nothing",
    async (q) => {
      expect((await search({ q })).total).toBe(0);
    },
  );

  test("a percent sign, a quote or an emoji beside words changes nothing", async () => {
    for (const q of ["smith% tower", "smith_tower", '"smith tower"', "smith tower 🙂", "SMITH' TOWER;--"])
      expect((await search({ q, pageSize: 1 })).ids).toEqual(["sea-383"]);
  });

  test("boroughs and common names of cities filter as the city does", async () => {
    const { properties, brooklyn } = portfolioCounts;
    for (const [variables, total] of [
      [{ city: "NYC" }, properties.newYork],
      [{ city: "new york city" }, properties.newYork],
      [{ city: "BROOKLYN" }, brooklyn],
      [{ region: "washington" }, properties.seattle],
      [{ region: "Atlantis" }, 0],
      [{ city: "Paris" }, 0],
      [{ city: "constructor" }, 0],
    ] as const)
      expect((await search(variables)).total, JSON.stringify(variables)).toBe(total);
  });

  test("a filter never raises the total, and every hit of a filtered search is one of the unfiltered", async () => {
    for (const q of ["tower", "apartments", "chicago office", "lake shore"]) {
      const all = await search({ q });
      const filtered = await search({ q, city: "Chicago", pageSize: 100 });
      expect(filtered.total, q).toBeLessThanOrEqual(all.total);
      expect(filtered.total, q).toBeGreaterThan(0);
    }
  });

  test("suggestions complete the last word", async () => {
    const suggest = async (q: string) =>
      (await app.read<{ suggestProperties: { suggestions: { id: string }[] } }>(SUGGEST, { q }))
        .suggestProperties.suggestions;
    expect((await suggest("willis tow"))[0]!.id).toBe("chi-103606");
    expect(await suggest("chicago")).toHaveLength(10);
  });

  test("rows and counts that are made anew are the same, whatever the order in which properties came", async () => {
    const queries = ["tower", "5th ave brooklyn", "lake shore dr", "new york", "wilis towr", "office 98104"];
    const searchAll = () => Promise.all(queries.map((q) => search({ q, pageSize: 50 })));
    const counts = () =>
      app.database.query(
        "SELECT count(*)::int AS words, sum(documents)::int AS documents, md5(string_agg(word || documents, ',' ORDER BY word)) AS hash FROM property.search_words",
      );
    const [found, counted] = [await searchAll(), await counts()];
    await asSystem(app.context().em, rebuildIndex);
    expect(await searchAll()).toEqual(found);
    expect(await counts()).toEqual(counted);
  });
});

describe("what is found among very many", () => {
  let app: PropertyApp;

  beforeAll(async () => {
    app = await openPropertyApp("crowd");
  });

  afterAll(() => app?.close());

  const search = async (variables: Variables) =>
    (await app.read<Answer & { searchProperties: { nextCursor: string } }>(SEARCH, variables))
      .searchProperties;

  test("results too many to be ranked whole are counted exactly and paged without gap or repeat", async () => {
    for (const [variables, wanted] of [
      [{ q: "new york" }, CROWD.newYork],
      [{ q: "broadway" }, CROWD.newYork],
      [{ q: "office" }, CROWD.offices],
      [{ q: "n way", sort: "name" }, CROWD.offices],
    ] as const) {
      const seen = new Set<string>();
      for (let page = 1; page <= 30; page += 1) {
        const { properties, total } = await search({ ...variables, page, pageSize: 100 });
        expect(total).toBe(wanted);
        for (const { id } of properties) seen.add(id);
      }
      expect(seen.size, JSON.stringify(variables)).toBe(Math.min(3000, wanted));
    }
  });

  test("of very many, those that have the words in their name come first", async () => {
    const { properties } = await search({ q: "office", pageSize: CROWD.namedOffices + 1 });
    const named = properties.map(({ name }) => name?.endsWith("Office"));
    expect(named).toEqual([...Array<boolean>(CROWD.namedOffices).fill(true), false]);
  });

  test("a cursor reaches results beyond the last numbered page", async () => {
    const last = await search({ q: "broadway", page: 100, pageSize: 100 });
    const next = await search({ q: "broadway", pageSize: 100, cursor: last.nextCursor });
    expect(next).toMatchObject({ page: 101, total: CROWD.newYork, hasMore: true });
    expect(next.properties).toHaveLength(100);
  });
});
