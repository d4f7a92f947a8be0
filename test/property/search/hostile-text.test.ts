import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer, TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";

const parameters = ["q", "city", "region", "subtype"] as const;

/** Inputs known to break searches. */
const known = [
  "%",
  "_",
  "'",
  '"',
  "\\",
  "';DROP TABLE properties;--",
  "$1",
  "${x}",
  "🙂",
  "‮اختبار",
  "\u202e",
  "&|!():*",
  "'tower':*",
  "a\tb\r\nc",
  "--",
  "__proto__",
  "constructor",
  "ﬀ ½ ℡",
];

/** Bytes of a query that are no text. */
const noText = ["%00", "%ED%A0%80", "%ED%B0%80", "%FF", "%C0%AF", "%", "%zz", "%E2%80"];

describe("hostile text in a search", () => {
  let app: TestApp;
  let eve: Record<string, string>;
  let all: number;

  beforeAll(async () => {
    app = await openSharedApp();
    eve = await app.as("eve");
    all = (await app.get("/v1/properties/search", eve)).body.total as number;
  });

  afterAll(() => app?.close());

  function expectAnswer({ status, body, text }: Answer, asked: string): void {
    expect([200, 400], `${asked}: ${text}`).toContain(status);
    if (status === 400) expect(body.code, asked).toBe("VALIDATION_ERROR");
  }

  test("there is something that they could find", () => {
    expect(all).toBeGreaterThan(0);
  });

  test.each(parameters)("%s: problematic inputs get a response, never all results", async (name) => {
    for (const text of known) {
      const answer = await app.get(`/v1/properties/search?${name}=${encodeURIComponent(text)}`, eve);
      expectAnswer(answer, text);
      if (answer.status === 200) expect(answer.body.total, text).toBeLessThan(all);
    }
  });

  test.each(parameters)("%s: bytes that are no text are no bug of ours", async (name) => {
    for (const bytes of noText) {
      for (const path of [`/v1/properties/search?${name}=${bytes}`, `/v1/properties/suggest?q=${bytes}`]) {
        const { status } = await app.get(path, eve);
        expect([200, 400], path).toContain(status);
      }
    }
  });

  test("10 kB are refused at every address", async () => {
    const long = "tower%20".repeat(1250);
    for (const path of ["/v1/properties/search", "/api/properties/search", "/v1/properties/suggest"])
      expect((await app.get(`${path}?q=${long}`, eve)).status, path).toBe(400);
  });

  test("any text, in any of them, through REST and GraphQL", async () => {
    const anyText = fc.oneof(
      fc.string({ unit: "binary", maxLength: 250 }),
      fc.string({ unit: "grapheme", maxLength: 220 }),
      fc.string({
        unit: fc.constantFrom("%", "_", "'", "&", "|", "*", ":", "\\", " ", "a", "1", "-"),
        maxLength: 60,
      }),
    );
    const search = `query ($q: String, $city: String) { searchProperties(q: $q, city: $city) { total } }`;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...parameters), anyText, async (name, text) => {
        const query = new URLSearchParams({ [name]: text });
        expectAnswer(await app.get(`/v1/properties/search?${query}`, eve), text);
        const { status, body } = await app.graphql(search, { q: text, city: text }, eve);
        expect([200, 400]).toContain(status);
        const [error] = (body.errors ?? []) as { extensions: { code: string } }[];
        if (error) expect(["VALIDATION_ERROR", "INVALID_JSON"]).toContain(error.extensions.code);
      }),
      { numRuns: 60 },
    );
  });
});
