import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { createPerson } from "../../gateway/support/people.ts";

describe("scores at the doors of the platform", () => {
  let app: TestApp;
  let eve: Record<string, string>;

  beforeAll(async () => {
    app = await openSharedApp();
    eve = await app.as("eve");
  });

  afterAll(() => app?.close());

  const keysOf = (value: object, text: string) => expect(Object.keys(value)).toEqual(text.split(" "));

  test("a score has the printed fields, the same at its addresses and at the tool", async () => {
    const { status, body, text, headers } = await app.get("/v1/scoring/syn-1001", eve);
    expect(status).toBe(200);
    keysOf(
      body,
      "propertyId greenScore dataCompleteness interval methodVersion referenceVersion asOf inputsHash calculatedAt breakdown drivers caveats sources unrounded",
    );
    keysOf(body.greenScore, "overall environmental social governance confidence");
    keysOf(body.interval, "low high level");
    keysOf(
      body.breakdown[0],
      "indicator pillar state score weight contribution value unit dataYear peerGroup reliability freshness sourceId anchor",
    );
    expect(body.breakdown).toHaveLength(10);
    expect(headers["cache-control"]).toContain("private");
    for (const address of ["/api/v1/scoring/syn-1001", "/v1/scoring/syn-1001?include=breakdown"])
      expect((await app.get(address, eve)).text).toBe(text);
    expect((await app.tool("score_property", { propertyId: "syn-1001" }, eve)).text).toContain(
      body.inputsHash,
    );
    const { body: found } = await app.get("/v1/properties/search?pageSize=100", eve);
    const same = found.properties.find(({ id }: { id: string }) => id === "syn-1001");
    expect(same.greenScore).toEqual(body.greenScore);
  });

  test.each([
    "/v1/scoring/syn-1001",
    "/v1/scoring/syn-1001?asOf=2024",
    "/v1/properties/syn-1001",
    "/v1/scoring/methods",
    "/v1/scoring/methods/gs-1.0.0",
  ])("%s is sent again only when it changed", async (address) => {
    const first = await app.get(address, eve);
    const etag = String(first.headers["etag"]);
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^(W\/)?"[\w-]{27}"$/)]);
    expect(first.headers["cache-control"]).toContain("private");
    for (const known of [etag, `"other", ${etag}`, "*"]) {
      const again = await app.get(address, { ...eve, "if-none-match": known });
      expect([again.status, again.text, again.headers["etag"]]).toEqual([304, "", etag]);
    }
    expect((await app.get(address, { ...eve, "if-none-match": '"other"' })).status).toBe(200);
    const stranger = await app.get(address, { "if-none-match": etag });
    expect([stranger.status, stranger.body.code]).toEqual([401, "MISSING_TOKEN"]);
  });

  test("another day, another part or another property has another tag", async () => {
    const addresses = ["syn-1001", "syn-1002", "syn-1001?asOf=2030", "syn-1001?include=none"];
    const tags = await Promise.all(
      addresses.map(async (one) => (await app.get(`/v1/scoring/${one}`, eve)).headers["etag"]),
    );
    expect(new Set(tags).size).toBe(4);
  });

  test.each([
    ["GET", "/v1/scoring/syn-1001?asof=2024", "asof"],
    ["GET", "/v1/scoring/syn-1001?asOf=2024&asOf=2025", "asOf"],
    ["GET", "/v1/scoring/syn-1001?asOf=2024-13-01", "asOf"],
    ["GET", "/v1/scoring/syn-1001?asOf=24", "asOf"],
    ["GET", "/v1/scoring/syn-1001?asOf=2100", "asOf"],
    ["GET", "/v1/scoring/syn-1001?methodVersion=gs-7.0.0", "methodVersion"],
    ["GET", "/v1/scoring/syn-1001?include=all", "include"],
    ["GET", "/v1/scoring/methods?all=true", "all"],
    ["GET", "/v1/properties/syn-1001?unit=metric", "unit"],
    ["GET", "/v1/properties/syn-1001?units=metric&units=imperial", "units"],
    ["GET", "/v1/properties/syn-1001/score-history?pageSize=0", "pageSize"],
    ["POST", "/v1/scoring/bulk?asOf=soon", "asOf"],
    ["POST", "/v1/scoring/bulk?methodVersion=gs-7.0.0", "methodVersion"],
    ["POST", "/v1/scoring/bulk?pretty=1", "pretty"],
    ["POST", "/v1/scoring/bulk?propertyIds=syn-1001", "propertyIds"],
  ])("%s %s is refused by the name of its fault", async (method, address, path) => {
    const body = method === "POST" ? { propertyIds: ["syn-1001"] } : undefined;
    const answer = await app.send(method, address, eve, body);
    expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(answer.body.details.fields.map((fault: { path: string }) => fault.path)).toEqual([path]);
  });

  test.each<[unknown, string, string]>([
    [{}, "VALIDATION_ERROR", "propertyIds"],
    [{ propertyIds: [] }, "VALIDATION_ERROR", "propertyIds"],
    [{ propertyIds: "syn-1001" }, "VALIDATION_ERROR", "propertyIds"],
    [{ propertyIds: ["syn-1001", 7] }, "VALIDATION_ERROR", "propertyIds.1"],
    [{ propertyIds: ["syn-1001", null] }, "VALIDATION_ERROR", "propertyIds.1"],
    [{ propertyIds: ["syn-1001", " "] }, "VALIDATION_ERROR", "propertyIds.1"],
    [{ propertyIds: ["x".repeat(65)] }, "VALIDATION_ERROR", "propertyIds.0"],
    [{ propertyIds: ["a\0b"] }, "VALIDATION_ERROR", "propertyIds.0"],
    [{ propertyIds: ["syn-1001"], asOf: "2024" }, "VALIDATION_ERROR", "asOf"],
    [{ propertyIds: ["syn-1001"], more: 1 }, "VALIDATION_ERROR", "more"],
    [["syn-1001"], "VALIDATION_ERROR", "body"],
  ])("bulk body %j is refused as a whole", async (body, code, path) => {
    const answer = await app.post("/v1/scoring/bulk", body, eve);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    expect(answer.body.details.fields.map((fault: { path: string }) => fault.path)).toContain(path);
  });

  test("fifty are scored, and fifty-one refused, however many are the same", async () => {
    const fifty = Array.from({ length: 50 }, (_, index) => `syn-${1001 + index}`);
    const { status, body } = await app.post("/v1/scoring/bulk?asOf=2024", { propertyIds: fifty }, eve);
    keysOf(body, "results requested scored failed methodVersion referenceVersion asOf calculatedAt");
    expect([status, body.asOf, body.requested, body.scored]).toEqual([200, "2024-12-31", 50, 50]);
    expect(body.results.map(({ propertyId }: { propertyId: string }) => propertyId)).toEqual(fifty);
    const { body: single } = await app.get("/v1/scoring/syn-1007?asOf=2024", eve);
    const { propertyId, greenScore, dataCompleteness, interval } = single;
    expect(body.results[6]).toEqual({
      propertyId,
      status: "scored",
      greenScore,
      dataCompleteness,
      interval,
      error: null,
    });
    const tooMany = Array.from({ length: 51 }, () => "syn-1001");
    const refused = await app.post("/v1/scoring/bulk", { propertyIds: tooMany }, eve);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: "TOO_MANY_IDS", details: { max: 50, received: 51 } },
    ]);
    const large = await app.post("/v1/scoring/bulk", { propertyIds: Array(2000).fill("x".repeat(40)) }, eve);
    expect([large.status, large.body.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  });

  test("unknown ids are 404 alone and an error of their own in bulk, with a 200 for all", async () => {
    const missing = await app.get("/v1/scoring/syn-9999", eve);
    expect([missing.status, missing.body.code]).toEqual([404, "PROPERTY_NOT_FOUND"]);
    const { status, body } = await app.post("/v1/scoring/bulk", { propertyIds: ["nope"] }, eve);
    expect([status, body.failed, body.results[0].error.code]).toEqual([200, 1, "PROPERTY_NOT_FOUND"]);
    expect((await app.get("/v1/properties/syn-9999/score-history", eve)).status).toBe(404);
    expect((await app.get("/v1/scoring/methods/gs-0.0.1", eve)).body.code).toBe("NOT_FOUND");
    const wrong = await app.get("/v1/scoring/bulk", eve);
    expect([wrong.status, wrong.headers["allow"]]).toEqual([405, "POST"]);
  });

  test("a what-if, the history and the methods have addresses of their own", async () => {
    const asked = { propertyId: "syn-1001", changes: { sourceEui: "-20%" } };
    const { status, body } = await app.post("/v1/scoring/what-if", asked, eve);
    expect(status).toBe(200);
    keysOf(body, "propertyId changes current changed difference");
    expect(body.changed.inputsHash).not.toBe(body.current.inputsHash);
    const bad = await app.post(
      "/v1/scoring/what-if",
      { propertyId: "syn-1001", changes: { rent: 1, sourceEui: "x" } },
      eve,
    );
    expect(bad.body.details.fields.map(({ path }: { path: string }) => path)).toEqual([
      "changes.rent",
      "changes.sourceEui",
    ]);
    const history = await app.get("/v1/properties/syn-1001/score-history", eve);
    expect(history.body).toMatchObject({ propertyId: "syn-1001", total: 1, scores: [{ change: null }] });
    expect((await app.get("/v1/scoring/methods", eve)).body).toEqual({
      methods: [{ version: "gs-1.0.0", referenceVersion: "ref-2024.1", isCurrent: true }],
    });
  });

  test("a key needs the scope of scoring, and reads by it at once", async () => {
    const refused = await app.get("/v1/scoring/syn-1001", app.withKey("reader"));
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: "FORBIDDEN", details: { requiredScope: "read:scoring" } },
    ]);
    const { "x-api-key": key } = app.withKey("full");
    expect((await app.get("/v1/scoring/syn-1001", { authorization: `Bearer ${key}` })).status).toBe(200);
    const { status, headers } = await app.get("/v1/scoring/syn-1001", app.withKey("revoked"));
    expect([status, headers["www-authenticate"]]).toEqual([401, "Bearer"]);
  });

  test("a property of another subgraph's answer has its score", async () => {
    const { headers } = await createPerson(app);
    const own = { authorization: headers["authorization"]! };
    await app.post("/v1/saved-properties", { propertyId: "syn-1020" }, own);
    const { body } = await app.graphql(
      '{ me { savedProperties(first: 1) { property { id score(include: "none") { greenScore { overall } breakdown { indicator } } } } } }',
      {},
      own,
    );
    expect(body.data.me.savedProperties[0].property).toEqual({
      id: "syn-1020",
      score: { greenScore: { overall: expect.any(Number) }, breakdown: null },
    });
  });
});
