import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PNG } from "pngjs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createUnsplashPhotos } from "../../../subgraphs/hub/ai/providers/unsplash-photos.adapter.ts";
import { searchPhoto } from "../../../subgraphs/hub/ai/photos/search-photo.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedAppWithTwins } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";

let app: TestApp;
let fay: Record<string, string>;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
  fay = await app.as("fay");
});
afterAll(() => app?.close());

const path = "/ai/search-image";
const control = (method: string, faults?: unknown) =>
  fetch(`${app.sandboxUrl}/control/photos`, {
    method,
    ...(faults ? { headers: { "content-type": "application/json" }, body: JSON.stringify(faults) } : {}),
  });

interface Request {
  path: string;
  headers: Record<string, string>;
}
const journal = async (): Promise<Request[]> =>
  ((await (await fetch(`${app.sandboxUrl}/control/photos/journal`)).json()) as { requests: Request[] })
    .requests;

describe("POST /ai/search-image", () => {
  test("returns the documented fields and the photo's source, with the app as referrer", async () => {
    const body = { query: "office", industry: "finance" };
    const answer = await app.post(path, body, { ...fay, "x-app-id": "invoicer" });
    expect(answer.status).toBe(200);
    const photos = `${app.sandboxUrl}/photos`;
    const from = "?utm_source=invoicer&utm_medium=referral";
    expect(answer.body).toEqual({
      imageUrl: `${photos}/images/sandbox-photo-1/landscape.png`,
      photographer: "Sandbox Photographer One",
      photographerUrl: `${photos}/people/sandbox-photographer-one${from}`,
      photoId: "sandbox-photo-1",
      photoUrl: `${photos}/pages/sandbox-photo-1${from}`,
      downloadLocation: `${photos}/photos/sandbox-photo-1/download?ixid=sandbox-photo-1`,
      altText: expect.stringContaining("sandbox"),
      width: 2400,
      height: 1600,
      provider: "unsplash-sandbox",
    });
    const image = await fetch(answer.body.imageUrl as string);
    const picture = PNG.sync.read(Buffer.from(await image.arrayBuffer()));
    expect([picture.width, picture.height]).toEqual([1080, 720]);
  });

  test("requests one photo with the safe content filter, and reports its use to the library", async () => {
    const before = (await journal()).length;
    const body = { query: "nature", orientation: "portrait", color: "teal" };
    expect((await app.post(path, body, fay)).body).toMatchObject({
      photoId: "sandbox-photo-11",
      height: 2400,
    });
    const requests = await until("the use is reported", async () => {
      const made = (await journal()).slice(before);
      return made.some((request) => request.path.includes("/download")) && made;
    });
    const search = new URL(requests[0]!.path, app.sandboxUrl);
    expect(Object.fromEntries(search.searchParams)).toEqual({
      query: "nature",
      page: "1",
      per_page: "1",
      content_filter: "high",
      orientation: "portrait",
      color: "teal",
    });
    expect(requests[0]!.headers["accept-version"]).toBe("v1");
    expect(requests[1]!.path).toContain("/photos/sandbox-photo-11/download?ixid=");
  });

  test("needs no app, and accepts each orientation and colour", async () => {
    for (const orientation of ["landscape", "portrait", "squarish"])
      expect((await app.post(path, { query: "office", orientation }, fay)).status).toBe(200);
    for (const color of ["black_and_white", "white", "blue"])
      expect((await app.post(path, { query: "office", color }, fay)).status).toBe(200);
  });

  test("an unmatched search is 404 NOT_FOUND", async () => {
    expect(await app.post(path, { query: "quasar" }, fay)).toMatchObject({
      status: 404,
      body: { code: "NOT_FOUND" },
    });
  });

  test.each([
    ["query", {}],
    ["query", { query: "" }],
    ["query", { query: "   " }],
    ["query", { query: "x".repeat(201) }],
    ["orientation", { query: "x", orientation: "round" }],
    ["color", { query: "x", color: "pink" }],
    ["industry", { query: "x", industry: "" }],
  ])("refuses a bad %s (case %#)", async (field, body) => {
    const answer = await app.post(path, body, fay);
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(answer.body.details.fields.map(({ path: at }: { path: string }) => at)).toEqual([field]);
  });

  test("needs a credential, and counts in the rate limit of AI searches", async () => {
    expect((await app.post(path, { query: "office" })).status).toBe(401);
    const { access } = app.running.router.registry.get("SearchImage")!;
    expect(access).toMatchObject({ limit: "ai-search", auth: "caller" });
  });
});

describe("a photo library", () => {
  afterEach(() => control("DELETE"));

  test.each([[{ status: 500 }], [{ status: 403 }], [{ malformed: true }]])(
    "that answers with %j is a 500 which may be tried again",
    async (faults) => {
      await control("POST", faults);
      expect(await app.post(path, { query: "office" }, fay)).toMatchObject({
        status: 500,
        body: { code: "PROVIDERS_UNAVAILABLE", details: { retryable: true } },
      });
    },
  );

  test("a photo library that is not configured is a 500 that says so", async () => {
    const ctx = app.running.platform.contextIn("hub", "usr_x") as HubContext;
    const bare = { ...ctx, ports: { ...ctx.ports, photos: null } };
    await expect(searchPhoto(bare, { query: "office", orientation: "landscape" })).rejects.toMatchObject({
      code: "PROVIDERS_UNAVAILABLE",
      status: 500,
      details: { configured: false },
    });
  });

  test("a photo is found although its use cannot be reported", async () => {
    const ctx = app.running.platform.contextIn("hub", "usr_x") as HubContext;
    const photos = { ...ctx.ports.photos!, reportUse: () => Promise.reject(new Error("no")) };
    const deaf = { ...ctx, ports: { ...ctx.ports, photos } };
    const found = await searchPhoto(deaf, { query: "office", orientation: "landscape" });
    expect(found.photoId).toBe("sandbox-photo-1");
    await until("it is in the log", () =>
      app.logLines.join("").includes("the use of a photo was not reported"),
    );
  });
});

describe("our key of the library", () => {
  const seen: IncomingMessage["headers"][] = [];
  let server: Server;
  let url: string;
  let location: string | null = null;
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request.headers);
      response.writeHead(location ? 302 : 200, {
        "content-type": "application/json",
        ...(location ? { location } : {}),
      });
      response.end('{"results":[]}');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const photos = () => createUnsplashPhotos({ baseUrl: url, accessKey: "the-key", isSandbox: false });
  const query = { text: "x", orientation: "landscape", color: null } as const;

  test("the library's key is sent in its own header", async () => {
    expect(await photos().findPhoto(query)).toBeNull();
    expect(seen.at(-1)).toMatchObject({ authorization: "Client-ID the-key" });
  });

  test("the library's key is never sent to another host, by a photo or a redirect", async () => {
    const before = seen.length;
    const photo = { downloadUrl: `${url.replace("127.0.0.1", "localhost")}/photos/x/download` } as never;
    await expect(photos().reportUse(photo)).rejects.toThrow(/library's address/);
    expect(seen).toHaveLength(before);
    location = `${url.replace("127.0.0.1", "localhost")}/elsewhere`;
    await expect(photos().findPhoto(query)).rejects.toThrow();
    expect(seen).toHaveLength(before + 1);
  });
});
