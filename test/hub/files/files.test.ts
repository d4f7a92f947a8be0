import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import { signFileLink, pathOfLink } from "../../../subgraphs/hub/files/file-link.ts";
import { publishFile, storeFile } from "../../../subgraphs/hub/files/files.service.ts";
import { findMissingKeys, purgeFiles } from "../../../subgraphs/hub/files/purge-files.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { sendJson } from "../../sandbox/start-test-sandbox.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { connected, createPerson } from "../oauth/oauth-world.ts";

const keys = ["new", "old"].map((id) => ({ id, secret: `${id}-signing-key-`.repeat(4) }));
const bytes = Buffer.from("The bytes of a picture, or what passes for them.");

let app: TestApp;
beforeAll(async () => {
  const FILE_SIGNING_KEYS = keys.map(({ id, secret }) => `${id}:${secret}`).join(",");
  app = await createTestApp({ FILE_SIGNING_KEYS });
});
afterAll(() => app?.close());

const contextFor = (ownerId: string | null) => app.running.platform.contextIn("hub", ownerId) as HubContext;

/** A file of a new owner. */
async function createFile(change: Partial<Parameters<typeof storeFile>[1]> = {}) {
  const ownerId = newId("usr");
  const id = newId("file");
  const ctx = contextFor(ownerId);
  const draft = { id, ownerId, appId: "central", filename: "central.png", contentType: "image/png", bytes };
  await storeFile(ctx, { ...draft, ...change });
  const url = await inTransaction(ctx, (em) => publishFile(ctx, em, id));
  const headers = { authorization: `Bearer ${await app.tokenFor({ sub: ownerId })}` };
  return { id, ctx, url, path: url.slice(app.url.length), headers };
}

async function stored(ctx: HubContext, id: string): Promise<string | null> {
  const stream = await ctx.ports.files.storage.open(id);
  return stream && (await buffer(stream)).toString();
}

describe("GET /files/{fileId}", () => {
  test("GET returns the file to any bearer of the link, over HTTP, with security headers", async () => {
    const { url } = await createFile();
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(bytes.length),
      "content-disposition": 'inline; filename="central.png"',
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      "accept-ranges": "bytes",
      "cross-origin-resource-policy": "cross-origin",
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
    expect(response.headers.get("cache-control")).toBe("private, max-age=60, must-revalidate");
  });

  test("GET returns only documented responses", async () => {
    const { path, ctx, id } = await createFile();
    const { etag } = (await app.send("HEAD", path)).headers;
    const later = { "x-test-clock": "2090-01-01T00:00:00Z" };
    const answers = [
      await app.get(path),
      await app.get(path, { range: "bytes=4-8" }),
      await app.get(path, { "if-none-match": String(etag) }),
      await app.get(path.replace(/&s=.*/, "")),
      await app.get(pathOfLink(signFileLink(keys, newId("file"), new Date(Date.now() + 60_000)))),
      await app.get(path, later),
      await app.get(path, { range: "bytes=900-" }),
    ];
    await ctx.ports.files.storage.remove(id);
    answers.push(await app.get(path));
    const { paths } = (await app.get("/openapi.json")).body;
    const shown = Object.keys(paths["/files/{fileId}"].get.responses).map(Number);
    expect(answers.map(({ status }) => status)).toEqual(shown);
  });

  test("GET requires no credential, and ignores any", async () => {
    const { path } = await createFile();
    expect((await app.get(path, { authorization: "Bearer nonsense" })).status).toBe(200);
  });

  test("GET supports HEAD, ranges and conditional requests", async () => {
    const { path } = await createFile();
    const head = await app.send("HEAD", path);
    expect(head).toMatchObject({ status: 200, text: "" });
    expect(head.headers["content-length"]).toBe(String(bytes.length));
    const part = await app.get(path, { range: "bytes=4-8" });
    expect(part).toMatchObject({ status: 206, text: "bytes" });
    expect(part.headers["content-range"]).toBe(`bytes 4-8/${bytes.length}`);
    expect(part.headers["content-length"]).toBe("5");
    const etag = String(head.headers["etag"]);
    expect(await app.get(path, { "if-none-match": etag })).toMatchObject({ status: 304, text: "" });
    expect((await app.get(path, { "if-none-match": '"other"' })).status).toBe(200);
    expect((await app.get(path, { range: "bytes=4-8", "if-range": '"other"' })).status).toBe(200);
    const outside = await app.get(path, { range: "bytes=900-" });
    expect(outside).toMatchObject({ status: 416, body: { code: "RANGE_NOT_SATISFIABLE" } });
    expect(outside.headers).toMatchObject({
      "content-range": `bytes */${bytes.length}`,
      "cache-control": "no-store",
    });
  });

  test.each([
    [
      "a changed signature",
      (path: string) => path.replace(/s=./, (text) => (text === "s=A" ? "s=B" : "s=A")),
    ],
    ["a later end", (path: string) => path.replace(/e=\d+/, "e=4000000000")],
    ["another key's name", (path: string) => path.replace("k=new", "k=old")],
    ["a key that nobody has", (path: string) => path.replace("k=new", "k=mine")],
    ["no signature", (path: string) => path.replace(/&s=.*/, "")],
    ["nothing at all", (path: string) => path.replace(/\?.*/, "")],
    ["its signature twice", (path: string) => path + path.slice(path.indexOf("&s="))],
    ["another file", (path: string) => path.replace(/file_\w+/, newId("file"))],
  ])("refuses a link with %s: 403", async (_what, change) => {
    const { path } = await createFile();
    const answer = await app.get(change(path));
    expect(answer).toMatchObject({ status: 403, body: { code: "INVALID_FILE_LINK" } });
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test("GET rejects an expired link: 410", async () => {
    const { path } = await createFile();
    const end = Number(/e=(\d+)/.exec(path)![1]) * 1000;
    const at = (ms: number) => ({ "x-test-clock": new Date(ms).toISOString() });
    expect((await app.get(path, at(end - 1000))).status).toBe(200);
    expect(await app.get(path, at(end))).toMatchObject({ status: 410, body: { code: "FILE_LINK_EXPIRED" } });
  });

  test("GET accepts a link signed by an older key of the ring", async () => {
    const { id } = await createFile();
    const link = signFileLink([keys[1]!], id, new Date(Date.now() + 60_000));
    expect((await app.get(pathOfLink(link))).status).toBe(200);
  });

  test("GET finds no unpublished and no unknown file: 404", async () => {
    const { id } = await createFile();
    const ctx = contextFor("usr_someone");
    const begun = newId("file");
    const draft = {
      ownerId: "usr_someone",
      appId: "central",
      filename: "x",
      contentType: "image/png",
      bytes,
    };
    await storeFile(ctx, { id: begun, ...draft });
    for (const missing of [begun, newId("file")]) {
      const link = signFileLink(keys, missing, new Date(Date.now() + 60_000));
      expect(await app.get(pathOfLink(link))).toMatchObject({
        status: 404,
        body: { code: "FILE_NOT_FOUND" },
      });
    }
    expect(id).not.toBe(begun);
  });

  test("GET answers 500 with no-store when the bytes are lost", async () => {
    const { id, ctx, path } = await createFile();
    await ctx.ports.files.storage.remove(id);
    const answer = await app.get(path);
    expect(answer).toMatchObject({
      status: 500,
      body: { code: "STORAGE_ERROR", details: { retryable: true } },
    });
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["etag"]).toBeUndefined();
  });

  test("a file link has no other methods but DELETE, and PUT for pending uploads", async () => {
    const { path } = await createFile();
    const answer = await app.post(path, {});
    expect(answer).toMatchObject({ status: 405, body: { code: "METHOD_NOT_ALLOWED" } });
    expect(answer.headers["allow"]).toBe("GET, HEAD, PUT, DELETE");
  });

  test("GET derives a safe file name from any text", async () => {
    const { path } = await createFile({ filename: 'a"b\r\nc é.png' });
    expect((await app.get(path)).headers["content-disposition"]).toBe('inline; filename="a_b__c__.png"');
  });
});

describe("DELETE /files/{fileId}", () => {
  test("DELETE revokes all links of the owner's file at once, and removes its bytes", async () => {
    const { id, ctx, path, headers } = await createFile();
    const answer = await app.send("DELETE", `/files/${id}`, headers);
    expect(answer).toMatchObject({ status: 200, body: { success: true, fileId: id } });
    expect(await app.get(path)).toMatchObject({ status: 404, body: { code: "FILE_NOT_FOUND" } });
    expect(await stored(ctx, id)).toBeNull();
    const again = await app.send("DELETE", `/files/${id}`, headers);
    expect(again.body).toEqual(answer.body);
  });

  test("DELETE by administrators works for any account's file, by other users for their own only", async () => {
    const { id, path } = await createFile();
    expect(await app.send("DELETE", `/files/${id}`, await app.as("eve"))).toMatchObject({
      status: 404,
      body: { code: "FILE_NOT_FOUND" },
    });
    expect((await app.get(path)).status).toBe(200);
    expect((await app.send("DELETE", `/files/${id}`, await app.as("ada"))).status).toBe(200);
    expect((await app.get(path)).status).toBe(404);
  });
});

describe("the job", () => {
  test("the job removes day-old unpublished files and remains of deletions, and nothing else", async () => {
    const kept = await createFile();
    const deleted = await createFile();
    await app.database.query("UPDATE hub.files SET deleted_at = now() WHERE id = $1", [deleted.id]);
    const draft = { ownerId: "usr_x", appId: "central", filename: "x", contentType: "image/png", bytes };
    const [fresh, left] = [newId("file"), newId("file")];
    for (const id of [fresh, left]) await storeFile(contextFor("usr_x"), { id, ...draft });
    await app.database.query("UPDATE hub.files SET created_at = now() - interval '25 hours' WHERE id = $1", [
      left,
    ]);
    expect(await purgeFiles(contextFor(null))).toBe(2);
    expect(await stored(kept.ctx, kept.id)).not.toBeNull();
    expect(await stored(kept.ctx, fresh)).not.toBeNull();
    expect(await stored(kept.ctx, deleted.id)).toBeNull();
    expect(await stored(kept.ctx, left)).toBeNull();
    expect(await purgeFiles(contextFor(null))).toBe(0);
    expect(await app.database.query("SELECT 1 FROM hub.files WHERE id = $1", [left])).toEqual([]);
  });

  test("the job removes the files of erased accounts", async () => {
    const [erased, other] = [await createFile(), await createFile()];
    await app.database.query(
      `INSERT INTO hub.users (id, created_at, last_seen_at, erased_at) SELECT owner_id, now(), now(), now()
       FROM hub.files WHERE id = $1
       ON CONFLICT (id) DO UPDATE SET erased_at = now()`,
      [erased.id],
    );
    expect(await purgeFiles(contextFor(null))).toBe(1);
    expect(await stored(erased.ctx, erased.id)).toBeNull();
    expect(await stored(other.ctx, other.id)).not.toBeNull();
  });

  test("the job reports links whose key is missing", async () => {
    const { id } = await createFile();
    expect(await findMissingKeys(contextFor(null))).toEqual([]);
    await app.database.query("UPDATE hub.files SET link_key_id = 'lost' WHERE id = $1", [id]);
    expect(await findMissingKeys(contextFor(null))).toEqual(["lost"]);
    expect(app.logLines.join("")).toContain("files.signing_key_missing");
    await app.database.query("UPDATE hub.files SET link_key_id = 'new' WHERE id = $1", [id]);
  });
});

const driveScopes = {
  google: ["openid", "https://www.googleapis.com/auth/drive.readonly"],
  microsoft: ["openid", "Files.Read"],
};
const png = Buffer.from("89504e470d0a1a0a0000000d", "hex");

/** A person with a connected storage of these files. */
async function newStorage(provider: keyof typeof driveScopes, files: readonly object[]) {
  const person = await createPerson(app);
  const account = newId("log").slice(-12);
  await sendJson("PUT", `${app.sandboxUrl}/oauth/switches/files/${provider}`, { account, files });
  const choice = { provider, login: account, scopes: driveScopes[provider] };
  const connectionId = await connected(app, person, choice);
  return {
    person,
    connectionId,
    list: async (query = "", headers = person.headers) =>
      app.get(`/files/connected?connectionId=${connectionId}${query}`, headers),
    take: (remoteFileId: string, more: Record<string, string> = {}) =>
      app.post("/files/import-connected", { connectionId, remoteFileId }, { ...person.headers, ...more }),
  };
}

const apiFault = (fault: object) => sendJson("POST", `${app.sandboxUrl}/oauth/switches/apis`, fault);

describe.each(["google", "microsoft"] as const)("the storage of a connected account at %s", (provider) => {
  const text = (id: string, name: string) => ({
    id,
    name,
    contentType: "text/plain",
    content: Buffer.from(`Text of ${id}`).toString("base64"),
  });

  test("is listed page by page and searched, and says what can be imported", async () => {
    const odd = text("odd", "It's a \\ name.txt");
    const word = { ...text("word", "Report.docx"), contentType: "application/msword" };
    const native = { ...text("native", "Doc"), contentType: "application/vnd.google-apps.document" };
    const large = { ...text("large", "Large.txt"), size: 10 * 1024 * 1024 + 1 };
    const { list } = await newStorage(provider, [odd, word, native, large]);
    const first = (await list("&limit=3")).body;
    const rest = (await list(`&limit=3&cursor=${first.nextCursor}`)).body;
    const files = [...first.files, ...rest.files] as Record<string, unknown>[];
    expect(files.map((file) => [file["remoteFileId"], file["importable"]])).toEqual([
      ["odd", true],
      ["word", false],
      ["native", false],
      ["large", false],
    ]);
    expect([first.files[0].size, rest.nextCursor]).toEqual([11, null]);
    const found = (await list(`&query=${encodeURIComponent("It's a \\")}`)).body.files;
    expect(found.map((file: { name: string }) => file.name)).toEqual([odd.name]);
  });

  test("gives a file once per key, with its bytes, and none that is not what it says", async () => {
    const fake = { ...text("fake", "Picture.png"), contentType: "image/png" };
    const real = { ...fake, id: "real", name: "a/b.png", content: png.toString("base64") };
    const word = { ...text("word", "Report.docx"), contentType: "application/msword" };
    const grown = {
      ...text("grown", "Grown.txt"),
      content: Buffer.alloc(10 * 1024 * 1024 + 1, "a").toString("base64"),
      size: 5,
    };
    const { take, person } = await newStorage(provider, [fake, real, word, grown]);
    const once = { "idempotency-key": "import-1" };
    const answers = await Promise.all([take("real", once), take("real", once)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const [{ body }, second] = answers;
    expect(body).toMatchObject({
      filename: "a_b.png",
      contentType: "image/png",
      size: png.length,
      status: "stored",
    });
    expect(second.body.fileId).toBe(body.fileId);
    const stream = await contextFor(person.id).ports.files.storage.open(body.fileId);
    expect(Buffer.compare(await buffer(stream!), png)).toBe(0);
    const kept = "SELECT id FROM hub.files WHERE owner_id = $1";
    expect(await app.database.query(kept, [person.id])).toHaveLength(1);
    const refusal = async (id: string) => {
      const answer = await take(id);
      return [answer.status, answer.body.details?.reason ?? answer.body.code];
    };
    expect(await refusal("fake")).toEqual([422, "file_content"]);
    expect(await refusal("word")).toEqual([422, "file_type"]);
    expect(await refusal("missing")).toEqual([404, "NOT_FOUND"]);
    expect((await take("grown")).status).toBe(502);
    expect(await app.database.query(kept, [person.id])).toHaveLength(1);
  });

  test("is of one account, needs its scope, renews a refused token and passes on an outage", async () => {
    const { list, take, person, connectionId } = await newStorage(provider, [text("one", "One.txt")]);
    const other = await createPerson(app);
    const foreign = await list("", other.headers);
    expect([foreign.status, foreign.body.code]).toEqual([404, "CONNECTION_NOT_FOUND"]);
    await apiFault({ status: 401 });
    expect((await list()).status).toBe(200);
    await apiFault({ status: 429, retryAfterSeconds: 60 });
    const busy = await list();
    expect([busy.status, busy.body.details.retryable]).toEqual([502, true]);
    await apiFault({ status: null });
    expect((await take("one", { "idempotency-key": "outage" })).status).toBe(502);
    expect((await take("one", { "idempotency-key": "outage" })).status).toBe(201);
    await connected(app, person, { provider, appId: "invoicer", scopes: ["openid"] });
    const bare = await app.get("/integrations/oauth/connections?appId=invoicer", person.headers);
    const path = `/files/connected?connectionId=${bare.body.connections[0].connectionId}`;
    const refused = await app.get(path, person.headers);
    expect([refused.status, refused.body.details.reason]).toEqual([409, "missing_scope"]);
    expect(connectionId).not.toBe(bare.body.connections[0].connectionId);
  });
});
