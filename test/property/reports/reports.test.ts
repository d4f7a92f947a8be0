import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";

type Headers = Record<string, string>;

describe("reports at the doors", () => {
  let app: TestApp;
  let eve: Headers;
  let ids: string[];

  beforeAll(async () => {
    app = await createTestApp();
    eve = await app.as("eve");
    const found = await app.get("/v1/properties/search?pageSize=60", eve);
    ids = (found.body.properties as { id: string }[]).map(({ id }) => id);
  });

  afterAll(() => app?.close());

  const create = (body: unknown, headers: Headers = eve) => app.post("/v1/reports", body, headers);

  /** Runs as the database's owner, past the platform. */
  const sql = (text: string, values: unknown[] = []) => app.database.query(text, values);

  test("a report holds the documented record and says where it is", async () => {
    const [first = "", second = ""] = ids;
    const propertyIds = [second, first, second];
    const { status, headers, body } = await create({ title: "  Loop offices ", propertyIds });
    expect(status).toBe(201);
    expect(headers["location"]).toBe(`/v1/reports/${body.id}`);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^rep_[0-9a-z]{26}$/),
      title: "Loop offices",
      status: "ready",
      propertyIds: [second, first],
      propertyCount: 2,
      createdBy: "demo-eve",
      methodVersion: "gs-1.0.0",
      referenceVersion: "ref-2024.1",
      asOf: expect.stringMatching(/^\d{4}-12-31$/),
      supersedes: null,
      diff: null,
    });
    expect(body.items.map(({ propertyId }: { propertyId: string }) => propertyId)).toEqual([second, first]);
    expect((await app.get(body && String(headers["location"]), eve)).body).toEqual(body);
    const listed = await app.get("/v1/reports?pageSize=1", eve);
    const { items: _items, ...head } = body;
    expect(listed.body).toEqual({ reports: [head], total: 1, page: 1, pageSize: 1, hasMore: false });
    expect((await app.get("/api/v1/reports?pageSize=1", eve)).text).toBe(listed.text);
  });

  test("report scores equal those of searches, and the summary is computed from them", async () => {
    const found = await app.get("/v1/properties/search?pageSize=60", eve);
    const { body } = await create({ title: "all", propertyIds: ids });
    expect(body.propertyCount).toBe(60);
    const overall: number[] = [];
    for (const [at, hit] of found.body.properties.entries()) {
      const { greenScore, dataCompleteness, interval, inputsHash } = body.items[at];
      expect({ greenScore, dataCompleteness }).toEqual({
        greenScore: hit.greenScore,
        dataCompleteness: hit.dataCompleteness,
      });
      expect(interval.low).toBeLessThanOrEqual(greenScore.overall);
      expect(interval.high).toBeGreaterThanOrEqual(greenScore.overall);
      expect(inputsHash).toMatch(/^sha256:[0-9a-f]{64}$/);
      overall.push(greenScore.overall);
    }
    const { summary } = body;
    expect(summary.overall).toMatchObject({ min: Math.min(...overall), max: Math.max(...overall) });
    expect(summary.overall.mean).toBeCloseTo(overall.reduce((sum, one) => sum + one, 0) / 60, 2);
    expect(Object.values<number>(summary.byType).reduce((sum, one) => sum + one, 0)).toBe(60);
    expect(summary.best[0].overall).toBe(summary.overall.max);
    expect(summary.worst.map((one: { overall: number }) => one.overall)).toEqual(
      overall.toSorted((a, b) => a - b).slice(0, 5),
    );
    expect(Object.keys(summary.pillars)).toEqual(["environmental", "social", "governance"]);
  });

  test("report scores equal those of single and bulk scoring", async () => {
    const propertyIds = ids.slice(0, 5);
    const { body } = await create({ title: "scores", propertyIds });
    const bulk = (await app.post("/v1/scoring/bulk", { propertyIds }, eve)).body;
    for (const [at, { greenScore, dataCompleteness, interval, inputsHash }] of body.items.entries()) {
      const single = (await app.get(`/v1/scoring/${propertyIds[at]}`, eve)).body;
      expect({ greenScore, dataCompleteness, interval, inputsHash }).toEqual({
        greenScore: single.greenScore,
        dataCompleteness: single.dataCompleteness,
        interval: single.interval,
        inputsHash: single.inputsHash,
      });
      expect(bulk.results[at]).toMatchObject({ greenScore, dataCompleteness, interval });
    }
    expect({ asOf: body.asOf, methodVersion: body.methodVersion }).toEqual({
      asOf: bulk.asOf,
      methodVersion: bulk.methodVersion,
    });
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ["a blank title", { title: "  ", propertyIds: ["syn-1001"] }, ["title"]],
    ["a long title", { title: "x".repeat(201), propertyIds: ["syn-1001"] }, ["title"]],
    ["no ids", { title: "x", propertyIds: [] }, ["propertyIds"]],
    ["a blank id", { title: "x", propertyIds: ["syn-1001", " "] }, ["propertyIds.1"]],
    ["a long id", { title: "x", propertyIds: ["a".repeat(65)] }, ["propertyIds.0"]],
    ["no list and no title", { propertyIds: "syn-1001" }, ["title", "propertyIds"]],
    ["a number and another field", { title: "x", propertyIds: [7], note: "y" }, ["note", "propertyIds.0"]],
  ])("%s: refused, with every fault named", async (_what, body, paths) => {
    const answer = await create(body);
    expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_ERROR"]);
    const faults = answer.body.details.fields.map(({ path }: { path: string }) => path);
    expect(faults.sort()).toEqual(paths.sort());
  });

  test("unknown properties are named, and more than 500 different ids are refused", async () => {
    const propertyIds = [ids[0], "syn-9999", "%00", ids[1]];
    const unknown = await create({ title: "x", propertyIds });
    expect([unknown.status, unknown.body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(unknown.body.details.unknownPropertyIds).toEqual(["syn-9999", "%00"]);
    const many = Array.from({ length: 501 }, (_, at) => `syn-${at}`);
    const tooMany = await create({ title: "x", propertyIds: many });
    expect([tooMany.status, tooMany.body.code, tooMany.body.details]).toEqual([
      400,
      "TOO_MANY_IDS",
      { max: 500, received: 501 },
    ]);
    const repeated = [...Array.from({ length: 600 }, () => ids[0]), ids[1]];
    expect((await create({ title: "x", propertyIds: repeated })).body.propertyCount).toBe(2);
    const longTitle = await create({ title: ` ${"x".repeat(200)} `, propertyIds: ids.slice(0, 1) });
    expect(longTitle.body.title).toHaveLength(200);
  });

  test("later data change no stored report; regenerating it lists the changes", async () => {
    const propertyIds = ids.slice(10, 13);
    const before = (await create({ title: "then", propertyIds })).body;
    const [changed, gone, same] = propertyIds;
    const set = "UPDATE property.properties SET";
    await sql(`${set} score_overall = score_overall + 1.5 WHERE id = $1`, [changed]);
    await sql(`${set} deleted_at = now() WHERE id = $1`, [gone]);
    expect((await app.get(`/v1/reports/${before.id}`, eve)).body).toEqual(before);
    const { status, headers, body } = await app.post(`/v1/reports/${before.id}/refresh`, {}, eve);
    expect([status, headers["location"]]).toEqual([201, `/v1/reports/${body.id}`]);
    expect(body).toMatchObject({ title: "then", supersedes: before.id, propertyIds: [changed, same] });
    const old = before.items[0].greenScore.overall as number;
    expect(body.diff).toMatchObject({
      changed: [{ propertyId: changed, before: old, after: old + 1.5, change: 1.5 }],
      unchanged: 1,
      removed: [gone],
      before: before.summary.overall.mean,
      after: body.summary.overall.mean,
    });
    await sql(`${set} deleted_at = now() WHERE id = ANY($1)`, [propertyIds]);
    const nothing = await app.post(`/v1/reports/${before.id}/refresh`, {}, eve);
    expect([nothing.status, nothing.body.code]).toEqual([409, "INVALID_STATE"]);
    await sql(`${set} deleted_at = NULL WHERE id = ANY($1)`, [propertyIds]);
    await sql(`${set} score_overall = score_overall - 1.5 WHERE id = $1`, [changed]);
  });

  test("one idempotency key creates one report, also under concurrency", async () => {
    const headers = { ...eve, "idempotency-key": "report-once" };
    const body = { title: "once", propertyIds: ids.slice(0, 2) };
    const answers = await Promise.all([create(body, headers), create(body, headers), create(body, headers)]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 201]);
    const replay = await create(body, headers);
    expect([replay.status, replay.headers["idempotent-replayed"]]).toEqual([200, "true"]);
    const other = await create({ ...body, title: "other" }, headers);
    expect([other.status, other.body.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    const refused = { ...eve, "idempotency-key": "report-refused" };
    expect((await create({ title: "x", propertyIds: ["syn-9999"] }, refused)).status).toBe(400);
    expect((await create(body, refused)).status).toBe(201);
  });

  test("reports are their account's alone", async () => {
    const fay = await app.as("fay");
    const { id } = (await create({ title: "private", propertyIds: ids.slice(0, 1) })).body;
    const missing = await app.get("/v1/reports/rep_00000000000000000000000000", fay);
    expect([missing.status, missing.body.code]).toEqual([404, "REPORT_NOT_FOUND"]);
    for (const path of [`/v1/reports/${id}`, `/v1/reports/${id}/export?format=csv`]) {
      const { status, body } = await app.get(path, fay);
      expect({ status, error: body.error }).toEqual({ status: 404, error: missing.body.error });
    }
    expect((await app.post(`/v1/reports/${id}/refresh`, {}, fay)).status).toBe(404);
    expect((await app.send("DELETE", `/v1/reports/${id}`, fay)).status).toBe(404);
    expect((await app.get("/v1/reports", fay)).body).toMatchObject({ reports: [], total: 0 });
    const rows = await sql(
      "SELECT relrowsecurity AND relforcerowsecurity AS secured FROM pg_class WHERE oid = 'property.reports'::regclass",
    );
    expect(rows).toEqual([{ secured: true }]);
    expect((await app.send("DELETE", `/v1/reports/${id}`, eve)).body).toEqual({ id, deleted: true });
    expect((await app.send("DELETE", `/v1/reports/${id}`, eve)).body.code).toBe("REPORT_NOT_FOUND");
    expect((await app.get("/v1/reports/%00", eve)).status).toBe(400);
  });

  test("API keys need the operation's scope and can read the reports they created", async () => {
    expect((await app.get("/v1/reports")).body.code).toBe("MISSING_TOKEN");
    expect((await app.get("/v1/reports", app.withKey("reader"))).status).toBe(403);
    const made = await app.post("/api-keys", { name: "writer", scopes: ["write:reports"] }, eve);
    const writer = { authorization: `Bearer ${made.body.key}` };
    const { status, body } = await create({ title: "by key", propertyIds: ids.slice(0, 1) }, writer);
    expect([status, body.createdBy]).toEqual([201, made.body.apiKey?.id ?? made.body.id]);
    expect((await app.get(`/v1/reports/${body.id}`, writer)).status).toBe(403);
    expect((await app.get(`/v1/reports/${body.id}`, app.withKey("full"))).status).toBe(200);
  });

  test("in GraphQL a report leads to its account and to the properties as they are now", async () => {
    const { id } = (await create({ title: "joined", propertyIds: ids.slice(0, 2) })).body;
    const query = `query ($id: ID!) { report(id: $id) { owner { id savedProperties(first: 1) { propertyId } }
      items { propertyId property { id name address { city } } } } }`;
    const { body } = await app.graphql(query, { id }, eve);
    expect(body.errors).toBeUndefined();
    expect(body.data.report.owner.id).toBe("demo-eve");
    expect(body.data.report.items.map((item: { property: { id: string } }) => item.property.id)).toEqual(
      ids.slice(0, 2),
    );
  });

  describe("as a file", () => {
    const hostile = `=HYPERLINK("http://evil.example","x")`;
    let id: string;

    beforeAll(async () => {
      const names = [hostile, "+1", "-1", "@x", "<script>alert('x')</script> & \"co\"", "plain, with comma"];
      for (const [at, name] of names.entries()) {
        const record = "jsonb_set(record, '{name}', to_jsonb($2::text))";
        await sql(`UPDATE property.properties SET record = ${record} WHERE id = $1`, [ids[20 + at], name]);
      }
      const body = { title: `<img src=x> "Q1"/\r\n=1+1`, propertyIds: ids.slice(20, 26) };
      id = (await create(body)).body.id as string;
    });

    const file = (query: string, headers: Headers = {}) =>
      app.get(`/v1/reports/${id}/export?${query}`, { ...eve, ...headers });

    test("CSV has a row a property, and no cell that a spreadsheet would run", async () => {
      const { status, headers, text } = await file("format=csv");
      expect(status).toBe(200);
      expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["content-length"]).toBe(String(Buffer.byteLength(text)));
      const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
      expect(rows.map(({ propertyId }) => propertyId)).toEqual(ids.slice(20, 26));
      expect(rows.map(({ name }) => name)).toEqual([
        `'${hostile}`,
        "'+1",
        "'-1",
        "'@x",
        "<script>alert('x')</script> & \"co\"",
        "plain, with comma",
      ]);
      for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      expect(Number(rows[0]!["overall"])).toBeGreaterThan(0);
    });

    test("HTML shows every text as text and may load and run nothing", async () => {
      const { status, headers, text } = await file("format=html", { accept: "text/html,*/*;q=0.8" });
      expect(status).toBe(200);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
      expect(headers["content-security-policy"]).toContain("sandbox");
      expect(headers["content-disposition"]).toMatch(/^attachment; filename="/);
      expect(String(headers["content-disposition"])).not.toMatch(/[\r\n]/);
      expect(text).not.toMatch(/<(script|img)/);
      expect(text).toContain("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;co&quot;");
      expect(text).toContain("<title>&lt;img src=x&gt; &quot;Q1&quot;/ =1+1</title>");
    });

    test("JSON is the report itself", async () => {
      const { headers, body } = await file("format=json", { accept: "application/json" });
      expect(headers["content-disposition"]).toMatch(/\.json"/);
      expect(body).toEqual((await app.get(`/v1/reports/${id}`, eve)).body);
    });

    test("CSV is the default; JSON about a file is there for those who ask for it", async () => {
      expect((await file("")).headers["content-type"]).toBe("text/csv; charset=utf-8");
      for (const about of [await file("download=false"), await file("", { accept: "application/json" })])
        expect(about.body).toMatchObject({
          format: "csv",
          encoding: "utf8",
          contentType: "text/csv; charset=utf-8",
        });
      expect((await file("format=xml")).status).toBe(400);
      expect((await file("format=csv&format=html")).status).toBe(400);
    });
  });
});
