import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../support/app.ts";
import { openSharedAppWithTwins } from "../support/shared-app.ts";
import {
  routesOf,
  statusesOf,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
} from "../support/openapi.ts";

let app: TestApp;
let operations: Map<string, OpenApiOperation>;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
  const document = (await app.get("/openapi.json")).body as OpenApiDocument;
  operations = new Map(routesOf(document).map(({ operation }) => [operation.operationId, operation]));
});
afterAll(() => app?.close());

const ajv = ajvFormats.default(new Ajv2020({ strict: false }));

describe("the search", () => {
  const fine = ["commercial", "commercial, mixed-use"];
  const cases: [parameter: string, value: string, isFine: boolean][] = [
    ["q", "x".repeat(200), true],
    ["q", "x".repeat(201), false],
    ["type", fine[0]!, true],
    ["type", fine[1]!, true],
    ["type", "castle", false],
    ["type", "commercial,", false],
    ["bbox", "-87.7,41.8,-87.6,41.9", true],
    ["bbox", "-87.7, 41.8, -87.6, 41.9", true],
    ["bbox", "-87.7,41.8,-87.6", false],
    ["bbox", "a,b,c,d", false],
    ["near", "41.8,-87.6", true],
    ["near", "41.8", false],
    ["page", "10000", true],
    ["page", "10001", false],
  ];

  test.each(cases)("answers %s=%s as its bounds in the document say", async (name, value, isFine) => {
    const { schema } = operations
      .get("SearchProperties")!
      .parameters!.find((parameter): parameter is OpenApiParameter => parameter.name === name)!;
    expect(ajv.validate(schema, name === "page" ? Number(value) : value)).toBe(isFine);
    const more: Record<string, string> = {
      ...(name === "near" ? { radiusKm: "1" } : {}),
      ...(name === "page" ? { pageSize: "1" } : {}),
    };
    const query = new URLSearchParams({ [name]: value, ...more });
    const { status } = await app.get(`/v1/properties/search?${query}`, app.withKey("full"));
    expect(status).toBe(isFine ? 200 : 400);
  });
});

test("scoring in bulk takes 50 properties and refuses 51, as its bound in the document says", async () => {
  for (const id of ["BulkPropertyScores", "BulkPropertyScores_2"]) {
    const body = operations.get(id)!.requestBody!.content["application/json"]!.schema;
    expect((body["properties"] as { propertyIds: unknown }).propertyIds).toMatchObject({ maxItems: 50 });
  }
  const ids = Array.from({ length: 51 }, (_, index) => `chi-${index + 1}`);
  const send = (propertyIds: string[]) => app.post("/v1/scoring/bulk", { propertyIds }, app.withKey("full"));
  expect((await send(ids.slice(0, 50))).status).toBe(200);
  expect((await send(ids)).body).toMatchObject({ code: "TOO_MANY_IDS" });
});

test("API keys cannot be listed below the tier that the document names", async () => {
  expect(operations.get("ApiKeys")!["x-tier"]).toBe("integration");
  const { status, body } = await app.get("/api-keys", await app.as("fay"));
  expect([status, body.requiredTier]).toEqual([403, "integration"]);
  expect((await app.get("/api-keys", await app.as("ira"))).status).toBe(200);
});

test("an account without image credits gets the 402 that the document names", async () => {
  expect(statusesOf(operations.get("GenerateImage")!)).toContain(402);
  const fay = { ...(await app.as("fay")), "x-app-id": "central" };
  const statuses: number[] = [];
  for (let index = 0; index < 6; index++)
    statuses.push((await app.post("/ai/generate-image", { prompt: `Picture ${index}` }, fay)).status);
  expect(statuses.at(-1)).toBe(402);
});
