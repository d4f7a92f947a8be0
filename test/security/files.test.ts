import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "../../src/db/transaction.ts";
import { newId } from "../../src/ids.ts";
import { publishFile, storeFile } from "../../subgraphs/hub/files/files.service.ts";
import type { HubContext } from "../../subgraphs/hub/hub.context.ts";
import type { TestApp } from "../support/app.ts";
import { openSharedAppWithTwins } from "../support/shared-app.ts";
import { withoutRequestId } from "../support/without-request-id.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
});
afterAll(() => app?.close());

/** A published file of a signed-in person, and a link to it. */
async function createFile(contentType = "image/png") {
  const ownerId = newId("usr");
  const headers = { authorization: `Bearer ${await app.tokenFor({ sub: ownerId })}` };
  expect((await app.get("/auth/me", headers)).status).toBe(200);
  const ctx = app.running.platform.contextIn("hub", ownerId) as HubContext;
  const id = newId("file");
  const draft = { id, ownerId, appId: "central", filename: "picture.png", contentType };
  await storeFile(ctx, { ...draft, bytes: Buffer.from("some bytes") });
  const publish = async () =>
    (await inTransaction(ctx, (em) => publishFile(ctx, em, id))).slice(app.url.length);
  return { id, ownerId, headers, ctx, draft, publish, path: await publish() };
}

const at = (ms: number) => ({ "x-test-clock": new Date(Date.now() + ms).toISOString() });
const hourMs = 3_600_000;

describe("a served file", () => {
  test.each(["image/png", "image/jpeg", "image/webp", "image/gif"])("of %s is shown inline", async (type) => {
    const { path } = await createFile(type);
    expect((await app.get(path)).headers["content-disposition"]).toBe('inline; filename="picture.png"');
  });

  test.each([
    "image/svg+xml",
    "application/pdf",
    "text/html",
    "text/plain",
    "text/csv",
    "application/json",
    "text/calendar",
    "application/octet-stream",
    "image/png; charset=x",
  ])("of %s is an attachment", async (type) => {
    const { path } = await createFile(type);
    const answer = await app.get(path);
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="picture.png"');
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  });

  test("is asked for again after a minute, so that a revoked link does not live on in a cache", async () => {
    const { path } = await createFile();
    const answer = await app.get(path);
    expect(answer.headers["cache-control"]).toBe("private, max-age=60, must-revalidate");
    const ending = await app.get(path, at(24 * hourMs - 10_000));
    expect(ending.headers["cache-control"]).toMatch(/^private, max-age=(9|10), must-revalidate$/);
  });
});

describe("a link to a file", () => {
  test("expires after 24 hours", async () => {
    const { path } = await createFile();
    expect((await app.get(path, at(24 * hourMs - 5_000))).status).toBe(200);
    expect(await app.get(path, at(24 * hourMs + 1_000))).toMatchObject({
      status: 410,
      body: { code: "FILE_LINK_EXPIRED" },
    });
  });

  test("to a generated image is valid for one year", async () => {
    const headers = { ...(await app.as("eve")), "x-app-id": "central" };
    const { status, body, text } = await app.post("/ai/generate-image", { prompt: "a blue square" }, headers);
    expect(status, text).toBe(200);
    const path = (body.imageUrl as string).slice(app.url.length);
    expect((await app.get(path, at(365 * 24 * hourMs - 60_000))).status).toBe(200);
    expect((await app.get(path, at(365 * 24 * hourMs + 1_000))).status).toBe(410);
  });

  test("opens nothing once its owner is suspended, and opens the file again when the account is restored", async () => {
    const { path, ownerId } = await createFile();
    const ada = await app.as("ada");
    await app.post(`/admin/users/${ownerId}/suspend`, { reason: "abuse" }, ada);
    expect(await app.get(path)).toMatchObject({ status: 404, body: { code: "FILE_NOT_FOUND" } });
    await app.post(`/admin/users/${ownerId}/restore`, undefined, ada);
    expect((await app.get(path)).status).toBe(200);
  });

  test("opens nothing once its owner has deleted the account", async () => {
    const { path, headers } = await createFile();
    const { etag } = (await app.get(path)).headers;
    expect((await app.send("DELETE", "/auth/me", headers)).status).toBe(202);
    expect(await app.get(path)).toMatchObject({ status: 404, body: { code: "FILE_NOT_FOUND" } });
    expect((await app.get(path, { "if-none-match": String(etag) })).status).toBe(404);
  });

  test("to send a file stops with the account too", async () => {
    const { headers } = await createFile();
    const upload = { filename: "a.csv", contentType: "text/csv", size: 3 };
    const { uploadUrl } = (await app.post("/files", upload, headers)).body;
    await app.send("DELETE", "/auth/me", headers);
    const answer = await fetch(uploadUrl, {
      method: "PUT",
      headers: { "content-type": "text/csv" },
      body: "a,b",
    });
    expect(answer.status).toBe(404);
  });

  test("is bound to the bytes it was made for", async () => {
    const { path, ctx, draft, publish } = await createFile();
    await storeFile(ctx, { ...draft, bytes: Buffer.from("other bytes") });
    expect(await app.get(path)).toMatchObject({ status: 410, body: { code: "FILE_LINK_REVOKED" } });
    const later = await publish();
    expect((await app.get(later)).text).toBe("other bytes");
    expect((await app.get(later.replace("v=2", "v=3"))).status).toBe(403);
  });
});

describe("revoking the links of a file", () => {
  test("ends all of them at once, through every door, and keeps the file", async () => {
    const { id, path, headers, publish } = await createFile();
    const doors = [
      () => app.post(`/files/${id}/revoke-links`, undefined, headers),
      () => app.tool("revoke_file_links", { fileId: id, confirm: true }, headers),
      () => app.graphql(`mutation { revokeFileLinks(fileId: "${id}") { fileId revokedAt } }`, {}, headers),
    ];
    let open = path;
    for (const revoke of doors) {
      expect((await app.get(open)).status).toBe(200);
      const answer = await revoke();
      expect([answer.status, answer.body.errors], answer.text).toEqual([200, undefined]);
      expect(await app.get(open)).toMatchObject({ status: 410, body: { code: "FILE_LINK_REVOKED" } });
      open = await publish();
    }
    expect((await app.get(open)).text).toBe("some bytes");
    expect((await app.get(path)).status).toBe(410);
  });

  test("is for the owner and administrators; nobody else learns that there is a file", async () => {
    const { id, path } = await createFile();
    const url = `/files/${id}/revoke-links`;
    expect((await app.post(url, undefined)).status).toBe(401);
    expect((await app.post(url, undefined, app.withKey("reader"))).status).toBe(403);
    const foreign = await app.post(url, undefined, await app.as("eve"));
    const missing = await app.post(`/files/${newId("file")}/revoke-links`, undefined, await app.as("eve"));
    expect(foreign).toMatchObject({ status: 404, body: { code: "FILE_NOT_FOUND" } });
    expect(withoutRequestId(missing.body)).toEqual(withoutRequestId(foreign.body));
    expect((await app.get(path)).status).toBe(200);
    expect((await app.post(url, undefined, await app.as("ada"))).status).toBe(200);
    expect((await app.get(path)).status).toBe(410);
  });
});
