import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixedClock } from "../../../src/time/clock.ts";
import { anonymous } from "../../../src/access/principal.ts";
import { recordOfInputs, type UsedInputs } from "../../../subgraphs/property/green-score/inputs-hash.ts";
import { scoreProperty } from "../../../subgraphs/property/green-score/green-score.ts";
import { loadReference } from "../../../subgraphs/property/green-score/reference.ts";
import { rescoreProperties } from "../../../subgraphs/property/import/rescore.ts";
import { mergeProperties } from "../../../subgraphs/property/properties/merged-properties.service.ts";
import { portfolioCounts } from "../real-portfolio.ts";
import { keyOf, openPropertyApp, userNamed, type PropertyApp } from "../support/open-property.ts";

const NUMBERS = "greenScore { overall environmental social governance confidence }";
const SCORE = `query ($id: ID!, $asOf: String, $method: String, $include: String) {
  propertyScore(propertyId: $id, asOf: $asOf, methodVersion: $method, include: $include) {
    propertyId ${NUMBERS} dataCompleteness interval { low high level } methodVersion referenceVersion asOf inputsHash
    calculatedAt breakdown { indicator pillar state score weight contribution value unit dataYear
      peerGroup { key count percentile } reliability freshness sourceId anchor }
    drivers { best worst } caveats sources unrounded { overall confidence } } }`;
const BULK = `query ($ids: [ID!]!, $asOf: String, $method: String) {
  bulkPropertyScores(propertyIds: $ids, asOf: $asOf, methodVersion: $method) {
    results { propertyId status ${NUMBERS} dataCompleteness interval { low high level } error { code error } }
    requested scored failed methodVersion referenceVersion asOf calculatedAt } }`;
const SEARCH = `query ($pageSize: Int, $cursor: String) { searchProperties(pageSize: $pageSize, cursor: $cursor) {
  properties { id ${NUMBERS} dataCompleteness } nextCursor } }`;
const HISTORY = `query ($id: ID!, $page: Int, $pageSize: Int) {
  scoreHistory(propertyId: $id, page: $page, pageSize: $pageSize) { propertyId total page pageSize hasMore
    scores { asOf ${NUMBERS} methodVersion referenceVersion inputsHash calculatedAt
      change { overall environmental social governance confidence } attribution { data freshness method reference }
      confidenceAttribution { data freshness method reference } } } }`;
const WHAT_IF = `query ($id: ID!, $changes: JSONObject!, $asOf: String) {
  scoreWhatIf(propertyId: $id, changes: $changes, asOf: $asOf) { propertyId changes { field from to }
    current { ${NUMBERS} inputsHash } changed { ${NUMBERS} inputsHash breakdown { indicator state score value } }
    difference { overall environmental social governance confidence } } }`;

interface Numbers {
  greenScore: Record<string, number>;
  dataCompleteness: number;
}
interface Score extends Numbers {
  asOf: string;
  calculatedAt: string;
  inputsHash: string;
  interval: Record<string, number>;
  unrounded: { overall: number };
  breakdown: { indicator: string; contribution: number }[] | null;
  [field: string]: unknown;
}
interface Bulk {
  results: (Numbers & { propertyId: string; status: string; interval: object; error: object | null })[];
  [field: string]: unknown;
}
interface Historic {
  asOf: string;
  inputsHash: string;
  change: Record<string, number> | null;
  attribution: Record<string, number> | null;
  confidenceAttribution: Record<string, number> | null;
}

const sumOf = (parts: Record<string, number> | null) =>
  Object.values(parts ?? {}).reduce((sum, part) => sum + part, 0);

describe("scores of the real portfolio at the graph", () => {
  let app: PropertyApp;

  beforeAll(async () => {
    app = await openPropertyApp("real");
  });

  afterAll(() => app?.close());

  const score = async (id: string, variables = {}) =>
    (await app.read<{ propertyScore: Score }>(SCORE, { id, ...variables })).propertyScore;
  const bulk = async (ids: string[], variables = {}) =>
    (await app.read<{ bulkPropertyScores: Bulk }>(BULK, { ids, ...variables })).bulkPropertyScores;
  const history = async (id: string, variables = {}) =>
    (
      await app.read<{ scoreHistory: { scores: Historic[]; total: number; hasMore: boolean } }>(HISTORY, {
        id,
        ...variables,
      })
    ).scoreHistory;

  test.each([
    ["chi-103606", 42, 14.2, 56.5, 100, 0.879, 38.6, 45.4, 1],
    ["sea-383", 48.3, 33.4, 21.8, 100, 0.304, 28.8, 67.8, 0.929],
    ["nyc-1000130001", 79.4, 81.7, 60.9, 85, 0.289, 59.5, 99.3, 0.5],
  ])(
    "%s scores at the end of 2024 as is published",
    async (id, overall, environmental, social, governance, confidence, low, high, dataCompleteness) => {
      const answer = await score(id, { asOf: "2024" });
      expect(answer).toMatchObject({
        propertyId: id,
        greenScore: { overall, environmental, social, governance, confidence },
        dataCompleteness,
        interval: { low, high, level: 0.9 },
        methodVersion: "gs-1.0.0",
        referenceVersion: "ref-2024.1",
        asOf: "2024-12-31",
        inputsHash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      });
      const sum = answer.breakdown!.reduce((total, { contribution }) => total + contribution, 0);
      expect(sum).toBeCloseTo(answer.unrounded.overall, 9);
    },
  );

  test("a breakdown names peers, years, sources, drivers and caveats", async () => {
    const answer = await score("chi-103606", { asOf: "2024-06-30" });
    expect(answer.breakdown![0]).toEqual({
      indicator: "energyIntensity",
      pillar: "environmental",
      state: "present",
      score: 3.1,
      weight: 0.24,
      contribution: expect.closeTo(0.736, 3),
      value: 280.3,
      unit: "kBtu/ft2/yr",
      dataYear: 2023,
      peerGroup: { key: "Office|Chicago", count: 377, percentile: 96.9 },
      reliability: 0.9,
      freshness: 1,
      sourceId: "chicago-benchmarking",
      anchor: null,
    });
    expect(answer).toMatchObject({
      asOf: "2024-06-30",
      drivers: { best: ["hazardLossRate"], worst: ["carbonIntensity", "energyIntensity"] },
      caveats: [],
      sources: ["chicago-benchmarking", "fema-nri"],
    });
    expect((await score("chi-103606", { include: "none" })).breakdown).toBeNull();
    expect((await score("sea-383")).caveats).toContain("The energy figures are from 2016.");
  });

  test("search, single and bulk scoring return the same score on every page and for every id", async () => {
    let cursor: string | null = null;
    for (let page = 0; page < 6; page++) {
      type Page = { searchProperties: { properties: (Numbers & { id: string })[]; nextCursor: string } };
      const { searchProperties }: Page = await app.read<Page>(SEARCH, { pageSize: 50, cursor });
      cursor = searchProperties.nextCursor;
      const found = searchProperties.properties;
      const { results, asOf, scored } = await bulk(found.map(({ id }) => id));
      expect([asOf, scored]).toEqual(["2026-12-31", 50]);
      const shown = found.map(({ id, greenScore, dataCompleteness }) => ({
        propertyId: id,
        greenScore,
        dataCompleteness,
      }));
      expect(results).toMatchObject(shown);
      for (const { propertyId, greenScore, dataCompleteness, interval } of results.slice(0, 10)) {
        expect(await score(propertyId)).toMatchObject({ asOf, greenScore, dataCompleteness, interval });
      }
    }
  });

  test("each stored result can be computed again from what is stored with it", async () => {
    const rows = await app.database.query<{
      inputs: UsedInputs;
      hash: string;
      year: number;
      numbers: number[];
      shown: number[];
    }>(
      `SELECT s.inputs, s.inputs_hash AS hash, extract(year FROM s.as_of)::int AS year,
         ARRAY[s.overall, s.environmental, s.social, s.governance, s.confidence, s.data_completeness,
           s.interval_low, s.interval_high] AS numbers,
         ARRAY[p.score_overall, p.score_confidence, p.data_completeness] AS shown
       FROM property.property_scores s JOIN property.properties p ON p.id = s.property_id`,
    );
    expect(rows).toHaveLength(portfolioCounts.properties.total);
    const reference = loadReference();
    for (const { inputs, hash, year, numbers, shown } of rows) {
      const again = scoreProperty(recordOfInputs(inputs), year, reference);
      const { overall, environmental, social, governance, confidence } = again.greenScore;
      const { low, high } = again.interval;
      const expected = [
        overall,
        environmental,
        social,
        governance,
        confidence,
        again.dataCompleteness,
        low,
        high,
      ];
      const isSame =
        again.inputsHash === hash &&
        JSON.stringify(numbers) === JSON.stringify(expected) &&
        JSON.stringify(shown) === JSON.stringify([overall, confidence, again.dataCompleteness]);
      if (!isSame) expect.fail(`${inputs.id}: ${JSON.stringify(numbers)} is not ${JSON.stringify(expected)}`);
    }
  });

  test("the same score request has the same response, except the time of an unstored result", async () => {
    expect(await score("chi-103606")).toEqual(await score("chi-103606"));
    const later = app.call(userNamed("ann"), { clock: fixedClock(new Date("2026-03-02T00:00:00Z")) });
    const ask = async (variables: object, by?: ReturnType<PropertyApp["call"]>) =>
      (await app.read<{ propertyScore: Score }>(SCORE, { id: "chi-103606", ...variables }, by)).propertyScore;
    expect(await ask({}, later)).toEqual(await ask({}));
    const { calculatedAt: first, ...answer } = await ask({ asOf: "2020" });
    const { calculatedAt: second, ...again } = await ask({ asOf: "2020" }, later);
    expect(again).toEqual(answer);
    expect([first, second]).toEqual(
      ["2026-03-01T12:00:00.000Z", "2026-03-02T00:00:00.000Z"].map((at) =>
        expect.toSatisfy((value: unknown) => new Date(value as string).toISOString() === at),
      ),
    );
  });

  test.each([
    ["an unknown id", "chi-999999999", {}, "PROPERTY_NOT_FOUND"],
    ["an id of another form", "no such", {}, "PROPERTY_NOT_FOUND"],
    ["a NUL", "\0", {}, "PROPERTY_NOT_FOUND"],
    ["a day that there is none of", "chi-103606", { asOf: "2023-02-29" }, "VALIDATION_ERROR"],
    ["a far-off year", "chi-103606", { asOf: "2037" }, "VALIDATION_ERROR"],
    ["a year before all data", "chi-103606", { asOf: "1899" }, "VALIDATION_ERROR"],
    ["another method", "chi-103606", { method: "gs-0.1.0" }, "VALIDATION_ERROR"],
    ["another part", "chi-103606", { include: "all" }, "VALIDATION_ERROR"],
  ])("%s is refused", async (_what, id, variables, code) => {
    expect(await app.refusal(SCORE, { id, ...variables })).toBe(code);
  });

  test("a year ten ahead is fine, and counts data as that much older", async () => {
    const [now, later] = [await score("chi-103606"), await score("chi-103606", { asOf: "2036" })];
    expect(later.asOf).toBe("2036-12-31");
    expect(later.greenScore["overall"]).toBe(now.greenScore["overall"]);
    expect(later.greenScore["confidence"]).toBeLessThan(now.greenScore["confidence"]!);
  });

  test("a call in bulk counts before it drops duplicates, keeps the order, and fails one by one", async () => {
    const ids = ["sea-383", "nope", "chi-103606", "sea-383", "chi-999999999"];
    expect(await bulk(ids)).toMatchObject({
      results: [
        { propertyId: "sea-383", status: "scored", error: null },
        { propertyId: "nope", status: "error", greenScore: null, error: { code: "PROPERTY_NOT_FOUND" } },
        { propertyId: "chi-103606", status: "scored" },
        { propertyId: "chi-999999999", status: "error" },
      ],
      requested: 5,
      scored: 2,
      failed: 2,
    });
    expect(await bulk(["nope"])).toMatchObject({ scored: 0, failed: 1, asOf: "2026-12-31" });
    const fifty = Array.from({ length: 50 }, () => "sea-383");
    expect((await bulk(fifty)).results).toHaveLength(1);
    const { errors } = await app.run(BULK, { ids: [...fifty, "sea-383"] });
    expect(errors![0]!.extensions).toMatchObject({
      code: "TOO_MANY_IDS",
      details: { max: 50, received: 51 },
    });
    for (const bad of [[], [""], ["  "], ["x".repeat(65)]])
      expect(await app.refusal(BULK, { ids: bad })).toBe("VALIDATION_ERROR");
  });

  test("a call in bulk as of another day gives what the single one gives for it", async () => {
    const ids = ["chi-103606", "sea-383", "nyc-1000130001"];
    const { results, asOf } = await bulk(ids, { asOf: "2024", method: "gs-1.0.0" });
    expect(asOf).toBe("2024-12-31");
    for (const { propertyId, greenScore, interval, dataCompleteness } of results)
      expect(await score(propertyId, { asOf: "2024" })).toMatchObject({
        greenScore,
        interval,
        dataCompleteness,
      });
  });

  test("a what-if is scored by the same function, and leaves nothing behind", async () => {
    const stored = await history("chi-103606");
    const { scoreWhatIf } = await app.read<{ scoreWhatIf: Record<string, never> }>(WHAT_IF, {
      id: "chi-103606",
      changes: { sourceEui: "-20%", energyStarScore: 75 },
      asOf: "2024",
    });
    expect(scoreWhatIf).toMatchObject({
      changes: [
        { field: "sourceEui", from: 280.3, to: expect.closeTo(224.24, 9) },
        { field: "energyStarScore", from: 32, to: 75 },
      ],
      current: { greenScore: { overall: 42 }, inputsHash: (await score("chi-103606")).inputsHash },
    });
    const { current, changed, difference } = scoreWhatIf as unknown as Record<
      string,
      Numbers & Record<string, number>
    >;
    expect(difference!["overall"]).toBeGreaterThan(5);
    expect(current!.greenScore["overall"]! + difference!["overall"]!).toBeCloseTo(
      changed!.greenScore["overall"]!,
      9,
    );
    expect(await history("chi-103606")).toEqual(stored);
    expect(await app.refusal(WHAT_IF, { id: "chi-103606", changes: {} })).toBe("VALIDATION_ERROR");
    expect(await app.refusal(WHAT_IF, { id: "nope", changes: {} })).toBe("PROPERTY_NOT_FOUND");
  });

  test("a score is a field of its property too, with a scope of its own", async () => {
    const document = `{ property(id: "chi-103606") { name score(asOf: "2024") { greenScore { overall } } } }`;
    const { property } = await app.read<{ property: object }>(document);
    expect(property).toEqual({ name: expect.any(String), score: { greenScore: { overall: 42 } } });
    const { data, errors } = await app.run(document, {}, app.call(keyOf("ann", "read:properties")));
    expect(data).toEqual({ property: { name: expect.any(String), score: null } });
    expect(errors![0]!.extensions).toMatchObject({
      code: "FORBIDDEN",
      details: { requiredScope: "read:scoring" },
    });
    for (const [by, code] of [
      [anonymous, "MISSING_TOKEN"],
      [keyOf("ann", "read:properties"), "FORBIDDEN"],
    ] as const)
      expect(await app.refusal(SCORE, { id: "chi-103606" }, app.call(by))).toBe(code);
    await app.read(SCORE, { id: "chi-103606" }, app.call(keyOf("ann", "read:scoring")));
  });

  test("a method lists everything that its scores depend on", async () => {
    const { scoringMethod } = await app.read<{ scoringMethod: Record<string, unknown> }>(
      `{ scoringMethod(version: "gs-1.0.0") { version referenceVersion isCurrent formulas
          pillars { pillar weight indicators { indicator weight weightInPillar formula } }
          substitutes { anchor indicator slope rSquared } tables { peers counties energyStarEligible countyYear } } }`,
    );
    const { pillars, tables, substitutes } = scoringMethod as {
      pillars: { weight: number; indicators: { weight: number }[] }[];
      tables: { peers: object; counties: object };
      substitutes: object[];
    };
    expect(pillars.map(({ weight }) => weight)).toEqual([0.6, 0.15, 0.25]);
    const weights = pillars.flatMap(({ indicators }) => indicators.map(({ weight }) => weight));
    expect(weights).toHaveLength(10);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
    expect(substitutes).toHaveLength(9);
    const { peers, counties } = loadReference();
    expect(tables).toMatchObject({ peers, counties });
    const code = await app.refusal(`{ scoringMethod(version: "gs-0.0.1") { version } }`);
    expect(code).toBe("NOT_FOUND");
  });
});

describe("scores as time goes by", () => {
  let app: PropertyApp;

  beforeAll(async () => {
    app = await openPropertyApp("synthetic");
  });

  afterAll(() => app?.close());

  const read = async <T>(document: string, variables: Record<string, unknown>) =>
    Object.values(await app.read<Record<string, T>>(document, variables))[0]!;
  const inYear = (year: number) => ({
    ...app.context(),
    clock: fixedClock(new Date(`${year}-01-01T00:01:00Z`)),
  });

  test("a new year creates results distinct from data changes, and searches show them at once", async () => {
    expect(await rescoreProperties(app.context())).toBe(0);
    const before = await read<Score>(SCORE, { id: "syn-1001" });
    expect(await rescoreProperties(inYear(2027))).toBe(60);
    expect(await rescoreProperties(inYear(2027))).toBe(0);
    const after = await read<Score>(SCORE, { id: "syn-1001" });
    expect([before.asOf, after.asOf]).toEqual(["2026-12-31", "2027-12-31"]);
    expect(after.inputsHash).toBe(before.inputsHash);
    const { scores, total } = await read<{ scores: Historic[]; total: number }>(HISTORY, { id: "syn-1001" });
    expect([total, scores.map(({ asOf }) => asOf)]).toEqual([2, ["2027-12-31", "2026-12-31"]]);
    expect(scores[1]).toMatchObject({ change: null, attribution: null });
    expect(scores[0]!.confidenceAttribution).toMatchObject({ data: 0, method: 0, reference: 0 });
    expect(scores[0]!.confidenceAttribution!["freshness"]).toBeLessThan(0);
    const { searchProperties } = await app.read<{
      searchProperties: { properties: (Numbers & { id: string })[] };
    }>(SEARCH, { pageSize: 50 });
    const ids = searchProperties.properties.map(({ id }) => id);
    const { results } = await read<Bulk>(BULK, { ids });
    expect(results.map(({ greenScore }) => greenScore)).toEqual(
      searchProperties.properties.map(({ greenScore }) => greenScore),
    );
  });

  test("other data make a new result whose change is theirs, and the parts sum to it", async () => {
    await app.database.query(
      `UPDATE property.properties SET method_version = 'gs-0.9.0',
         record = record || '{"sourceEui": 900, "complianceStatus": "dataError"}' WHERE id = 'syn-1002'`,
    );
    expect(await rescoreProperties(inYear(2028))).toBe(60);
    const { scores } = await read<{ scores: Historic[] }>(HISTORY, { id: "syn-1002" });
    const [{ change, attribution, confidenceAttribution }] = scores as [Historic];
    expect(change!["overall"]).toBeLessThan(0);
    expect(attribution!["data"]).toBe(change!["overall"]);
    expect(sumOf(attribution)).toBeCloseTo(change!["overall"]!, 9);
    expect(sumOf(confidenceAttribution)).toBeCloseTo(change!["confidence"]!, 9);
    expect(confidenceAttribution!["freshness"]).not.toBe(0);
  });

  test("a history has pages, each result compared with the one before it", async () => {
    const all = await read<{ scores: Historic[]; total: number }>(HISTORY, { id: "syn-1003" });
    const paged: Historic[] = [];
    for (let page = 1; page <= all.total; page++) {
      const one = await read<{ scores: Historic[]; hasMore: boolean }>(HISTORY, {
        id: "syn-1003",
        page,
        pageSize: 1,
      });
      expect(one.hasMore).toBe(page < all.total);
      paged.push(...one.scores);
    }
    expect(paged).toEqual(all.scores);
    const beyond = await read<{ scores: Historic[]; total: number }>(HISTORY, { id: "syn-1003", page: 9 });
    expect(beyond).toMatchObject({ scores: [], total: all.total, hasMore: false });
    expect(await app.refusal(HISTORY, { id: "nope" })).toBe("PROPERTY_NOT_FOUND");
  });

  test("a database from before stored scores responds, and its results are computed later", async () => {
    const before = await read<Score>(SCORE, { id: "syn-1005", asOf: "2025" });
    await app.database.query("DELETE FROM property.property_scores WHERE property_id = 'syn-1005'");
    const { calculatedAt: _at, ...without } = await read<Score>(SCORE, { id: "syn-1005", asOf: "2025" });
    const { calculatedAt: _then, ...stored } = before;
    expect(without).toEqual(stored);
    expect((await read<Bulk>(BULK, { ids: ["syn-1005"], asOf: "2025" })).results[0]!.greenScore).toEqual(
      before.greenScore,
    );
    expect(await rescoreProperties(inYear(2028))).toBe(1);
    expect((await read<{ total: number }>(HISTORY, { id: "syn-1005" })).total).toBe(1);
  });

  test("a merged id keeps returning the record it was merged into and is not found by searches", async () => {
    await mergeProperties(app.context(), { mergedId: "syn-1010", canonicalId: "syn-1011" });
    const details = `query ($id: ID!) { property(id: $id) { id canonicalId name greenScore { overall } score { propertyId inputsHash } } }`;
    const [merged, canonical] = [
      await read<Record<string, unknown>>(details, { id: "syn-1010" }),
      await read<Record<string, unknown>>(details, { id: "syn-1011" }),
    ];
    expect(canonical).toMatchObject({ id: "syn-1011", canonicalId: null });
    expect(merged).toEqual({
      ...canonical,
      id: "syn-1010",
      canonicalId: "syn-1011",
      score: { ...(canonical["score"] as object), propertyId: "syn-1010" },
    });
    const { results } = await read<Bulk>(BULK, { ids: ["syn-1010", "syn-1011"] });
    expect(results.map(({ propertyId }) => propertyId)).toEqual(["syn-1010", "syn-1011"]);
    expect(results[0]!.greenScore).toEqual(results[1]!.greenScore);
    await app.database.query("UPDATE property.properties SET deleted_at = now() WHERE id = 'syn-1010'");
    expect(await read(details, { id: "syn-1010" })).toEqual(merged);
    const { searchProperties } = await app.read<{ searchProperties: { properties: { id: string }[] } }>(
      SEARCH,
      { pageSize: 100 },
    );
    const ids = searchProperties.properties.map(({ id }) => id);
    expect([ids.includes("syn-1010"), ids.includes("syn-1011")]).toEqual([false, true]);
    expect(await rescoreProperties(inYear(2028))).toBe(0);
  });

  test("earlier merges follow into a new one; cycles and unknown ids are rejected", async () => {
    const merge = (mergedId: string, canonicalId: string) =>
      mergeProperties(app.context(), { mergedId, canonicalId });
    const canonicalOf = async (id: string) =>
      (
        await read<{ canonicalId: string | null }>("query ($id: ID!) { property(id: $id) { canonicalId } }", {
          id,
        })
      ).canonicalId;
    const state = async () =>
      (
        await app.database.query(
          `SELECT (SELECT version FROM property.data_version)::int AS version,
             (SELECT count(*)::int FROM property.property_search) AS rows`,
        )
      )[0]! as { version: number; rows: number };
    const before = await state();
    await merge("syn-1020", "syn-1021");
    await merge("syn-1021", "syn-1022");
    await merge("syn-1023", "syn-1020");
    expect(await Promise.all(["syn-1020", "syn-1021", "syn-1023", "syn-1022"].map(canonicalOf))).toEqual([
      ...Array<string>(3).fill("syn-1022"),
      null,
    ]);
    const after = await state();
    expect(after).toEqual({ version: before.version + 3, rows: before.rows - 3 });
    await merge("syn-1020", "syn-1022");
    await expect(merge("syn-1022", "syn-1021")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(merge("syn-1022", "syn-1022")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(merge("syn-1022", "syn-9999")).rejects.toMatchObject({ code: "PROPERTY_NOT_FOUND" });
    expect(await state()).toEqual(after);
  });
});
