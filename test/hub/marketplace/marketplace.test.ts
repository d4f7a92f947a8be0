import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

interface Listed {
  appId: string;
  visibility: string;
}
const list = async (visibility?: string) => {
  const { body } = await app.get(`/marketplace/apps${visibility ? `?visibility=${visibility}` : ""}`);
  return body.apps as Listed[];
};
const setVisibility = async (appId: string, visibility: string) =>
  app.send("PATCH", `/admin/apps/${appId}`, await app.as("ada"), { visibility });

describe("the marketplace", () => {
  test("the marketplace lists the seven apps publicly, each with all of its fields", async () => {
    const { status, body } = await app.get("/marketplace/apps");
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["success", "apps", "total"]);
    expect(body.total).toBe(7);
    expect(body.apps.map(({ appId }: Listed) => appId).sort()).toEqual(
      ["ai-caller", "central", "event-manager", "finance", "hvut", "invoicer", "payroll"].sort(),
    );
    const invoicer = body.apps.find(({ appId }: Listed) => appId === "invoicer");
    expect(invoicer).toEqual({
      appId: "invoicer",
      name: "Invoicer",
      slug: "invoicer",
      tagline: "Invoices that get paid",
      description: expect.any(String),
      category: "finance",
      iconUrl: expect.stringMatching(/^http.*\/icons\/invoicer\.svg$/),
      screenshots: [],
      url: "https://invoicer.demo.example",
      visibility: "public",
      features: expect.arrayContaining([expect.any(String)]),
      startingPrice: { amount: 29.99, currency: "USD", interval: "month" },
      launchDate: "2025-02-03",
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
  });

  test("the marketplace filters by visibility; `all` is both, and the default", async () => {
    const [out, coming, both] = [await list("public"), await list("coming_soon"), await list("all")];
    expect(new Set(out.map(({ visibility }) => visibility))).toEqual(new Set(["public"]));
    expect(new Set(coming.map(({ visibility }) => visibility))).toEqual(new Set(["coming_soon"]));
    expect(coming).toMatchObject([{ appId: "finance", url: null, launchDate: expect.any(String) }]);
    expect(both).toHaveLength(out.length + coming.length);
    expect(await list()).toEqual(both);
  });

  test.each(["hidden", "PUBLIC", "", "public,coming_soon"])(
    "refuses the visibility %j",
    async (visibility) => {
      const { status, body } = await app.get(`/marketplace/apps?visibility=${visibility}`);
      expect([status, body.code, body.success]).toEqual([400, "VALIDATION_ERROR", false]);
      expect(body.details.fields[0]).toMatchObject({ path: "visibility", rule: "enum" });
    },
  );

  test("the marketplace rejects other parameters", async () => {
    expect((await app.get("/marketplace/apps?page=1")).status).toBe(400);
  });

  test("the marketplace never lists a hidden or a retired app, from the next request on", async () => {
    await setVisibility("hvut", "hidden");
    for (const visibility of ["all", "public", "coming_soon"]) {
      expect((await list(visibility)).map(({ appId }) => appId)).not.toContain("hvut");
    }
    await setVisibility("hvut", "public");
    expect((await list()).map(({ appId }) => appId)).toContain("hvut");
    const ada = await app.as("ada");
    await app.send("PATCH", "/admin/apps/hvut", ada, { status: "retired" });
    expect((await list()).map(({ appId }) => appId)).not.toContain("hvut");
    await app.send("PATCH", "/admin/apps/hvut", ada, { status: "active" });
  });

  test("the marketplace is the same in GraphQL and as a tool", async () => {
    const { body } = await app.get("/marketplace/apps?visibility=coming_soon");
    const query =
      "{ marketplaceApps(visibility: coming_soon) { total apps { appId slug launchDate startingPrice { amount } } } }";
    const graph = (await app.graphql(query)).body.data.marketplaceApps;
    expect(body).toMatchObject(graph);
    expect((await app.tool("list_marketplace_apps", { visibility: "coming_soon" })).body).toEqual(body);
  });
});

describe("its answer", () => {
  test("the marketplace is cacheable for five minutes, and 304 for a matching ETag", async () => {
    const first = await app.get("/marketplace/apps");
    expect(first.headers["cache-control"]).toBe("public, max-age=300");
    const etag = String(first.headers["etag"]);
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const { status, text, headers } = await app.get("/marketplace/apps", { "if-none-match": tag });
      expect([tag, status, text]).toEqual([tag, 304, ""]);
      expect(headers).toMatchObject({ etag, "cache-control": "public, max-age=300" });
    }
    expect((await app.get("/marketplace/apps", { "if-none-match": '"other"' })).status).toBe(200);
  });

  test("the marketplace has another ETag for another list, and after a change", async () => {
    const tagOf = async (url: string) => (await app.get(url)).headers["etag"];
    const before = await tagOf("/marketplace/apps");
    expect(await tagOf("/marketplace/apps?visibility=public")).not.toBe(before);
    expect(await tagOf("/marketplace/apps?visibility=all")).toBe(before);
    await app.send("PATCH", "/admin/apps/payroll", await app.as("ada"), { tagline: "On time" });
    expect(await tagOf("/marketplace/apps")).not.toBe(before);
  });

  test("a rejection by the marketplace is not cacheable", async () => {
    expect((await app.get("/marketplace/apps?visibility=x")).headers["cache-control"]).toBe("no-store");
  });
});

test("each icon exists, for pages of every origin", async () => {
  const { body } = await app.get("/marketplace/apps");
  for (const { iconUrl } of body.apps as { iconUrl: string }[]) {
    const { status, headers, text } = await app.get(new URL(iconUrl).pathname);
    expect([iconUrl, status]).toEqual([iconUrl, 200]);
    expect(headers).toMatchObject({
      "content-type": "image/svg+xml; charset=utf-8",
      "cross-origin-resource-policy": "cross-origin",
    });
    expect(text).toContain("<svg");
  }
  expect((await app.get("/icons/%3Cscript%3E.svg")).status).toBe(404);
  expect((await app.post("/icons/invoicer.svg", {})).status).toBe(405);
});
