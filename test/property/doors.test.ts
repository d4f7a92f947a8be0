import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../support/app.ts";
import { openSharedApp } from "../support/shared-app.ts";
import { createPerson } from "../gateway/support/people.ts";

describe("properties at the doors of the platform", () => {
  let app: TestApp;
  let eve: Record<string, string>;

  beforeAll(async () => {
    app = await openSharedApp();
    eve = await app.as("eve");
  });

  afterAll(() => app?.close());

  /** Headers of a new account, which has saved nothing. */
  async function newcomer() {
    const { headers } = await createPerson(app);
    return { authorization: headers["authorization"]! };
  }

  test("a search returns the documented envelope at all of its paths", async () => {
    const query = "properties/search?q=tower&type=commercial,residential&pageSize=2";
    const { status, body, text } = await app.get(`/v1/${query}`, eve);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual("properties total sources page pageSize hasMore nextCursor".split(" "));
    expect(body).toMatchObject({
      page: 1,
      pageSize: 2,
      sources: expect.arrayContaining(["synthetic-portfolio"]),
    });
    expect(Object.keys(body.properties[0])).toEqual(
      "id type address greenScore dataCompleteness name subtype".split(" "),
    );
    expect(Object.keys(body.properties[0].address)).toEqual(["street", "city", "stateOrProvince"]);
    for (const mount of ["/api/v1", "/api"])
      expect((await app.get(`${mount}/${query}`, eve)).text).toBe(text);
    expect(
      (await app.tool("search_properties", { q: "tower", type: "commercial,residential", pageSize: 2 }, eve))
        .text,
    ).toContain(body.properties[0].id);
  });

  test("details, suggestions and searches have their own addresses", async () => {
    expect((await app.get("/v1/properties/syn-1001?units=metric", eve)).body).toMatchObject({
      id: "syn-1001",
      building: { grossFloorArea: { unit: "m2" } },
      synthetic: true,
    });
    expect((await app.get("/v1/properties/suggest?q=sample", eve)).body.suggestions).toHaveLength(10);
    const missing = await app.get("/v1/properties/syn-9999", eve);
    expect([missing.status, missing.body.code]).toEqual([404, "PROPERTY_NOT_FOUND"]);
    expect((await app.get("/v1/properties/%00", eve)).status).toBe(400);
  });

  test.each([
    ["citty=Seattle", "citty"],
    ["page=0", "page"],
    ["pageSize=101", "pageSize"],
    ["pageSize=ten", "pageSize"],
    ["pageSize=1.5", "pageSize"],
    ["page=1001&pageSize=10", "page"],
    ["type=castle", "type"],
    ["minScore=101", "minScore"],
    ["q=a&q=b", "q"],
    [`q=${"x".repeat(10_000)}`, "q"],
    ["units=metric", "units"],
  ])("search %# is refused by the name of its fault", async (query, path) => {
    const { status, body } = await app.get(`/v1/properties/search?${query}`, eve);
    expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(body.details.fields.map((fault: { path: string }) => fault.path)).toContain(path);
  });

  test("other units, other scopes and no credential are refused", async () => {
    expect((await app.get("/v1/properties/syn-1001?units=furlong", eve)).status).toBe(400);
    expect((await app.get("/v1/properties/search?q=x")).body.code).toBe("MISSING_TOKEN");
    expect((await app.get("/v1/properties/search?q=x", app.withKey("reader"))).status).toBe(200);
    const { status } = await app.post(
      "/v1/saved-properties",
      { propertyId: "syn-1004" },
      app.withKey("reader"),
    );
    expect(status).toBe(403);
  });

  test("a saved property is seen by its owner alone, across the graph", async () => {
    const [owner, stranger] = [await newcomer(), await newcomer()];
    await app.post("/v1/saved-properties", { propertyId: "syn-1004" }, owner);
    const body = { propertyId: "syn-1010", note: "north side" };
    const saved = await app.post("/v1/saved-properties", body, owner);
    expect([saved.status, saved.body]).toEqual([
      201,
      { propertyId: "syn-1010", appId: "central", note: "north side", savedAt: expect.any(String) },
    ]);
    const mine = `{ me { id savedProperties(first: 1) { note property { name } } } app(appId: "central") { savedProperties(first: 1) { propertyId } } }`;
    const { body: both } = await app.graphql(mine, {}, owner);
    expect(both.data).toMatchObject({
      me: { savedProperties: [{ note: "north side", property: { name: expect.any(String) } }] },
      app: { savedProperties: [{ propertyId: "syn-1010" }] },
    });
    const others = await app.get("/v1/saved-properties", stranger);
    expect(others.body).toMatchObject({ savedProperties: [], total: 0 });
    expect((await app.get("/v1/saved-properties?appId=central&pageSize=1", owner)).body).toMatchObject({
      total: 2,
      hasMore: true,
    });
    const removed = await app.send("DELETE", "/v1/saved-properties/syn-1010?appId=central", owner);
    expect([removed.status, removed.body.removed]).toEqual([200, true]);
  });
});
