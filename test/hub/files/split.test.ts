import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { createLinkedFiles } from "../../../router/http/linked-files.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { createRemoteExecutor } from "../../../src/graphql/remote-executor.ts";
import { serveSubgraph } from "../../../src/graphql/serve-subgraph.ts";
import { newId } from "../../../src/ids.ts";
import { publishFile, storeFile } from "../../../subgraphs/hub/files/files.service.ts";
import { silentLog } from "../../support/silent-log.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";

const secret = "secret-of-the-split-files-test";
let app: HubApp;
let server: FastifyInstance;
beforeAll(async () => {
  app = await createHubApp();
  server = await serveSubgraph(app.hub, { secrets: [secret], log: silentLog });
  await server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await server?.close();
  await app?.close();
});

test("a router in another process resolves a link, or the reason why it is rejected", async () => {
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  const hub = createRemoteExecutor({ name: "hub", url, secret });
  const find = createLinkedFiles(hub, { log: silentLog, publicUrl: "http://hub.example" });
  const ctx = app.contextFor("usr_split");
  const id = newId("file");
  const bytes = Buffer.from("bytes");
  const draft = { ownerId: "usr_split", appId: "central", filename: "x.png", contentType: "image/png" };
  await storeFile(ctx, { id, ...draft, bytes });
  const { searchParams } = new URL(await inTransaction(ctx, (em) => publishFile(ctx, em, id)));
  const [expires, keyId, signature] = ["e", "k", "s"].map((name) => searchParams.get(name)!);
  const link = { fileId: id, expires: expires!, keyId: keyId!, signature: signature!, version: "1" };
  const request = { requestId: newId("req"), clock: systemClock };
  expect(await find(link, request)).toEqual({
    storageKey: id,
    parts: [],
    filename: "x.png",
    contentType: "image/png",
    size: 5,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    expiresAt: new Date(Number(expires) * 1000),
  });
  const late = { ...request, clock: { now: () => new Date(Number(expires) * 1000) } };
  await expect(find(link, late)).rejects.toMatchObject({ code: "FILE_LINK_EXPIRED", status: 410 });
  const forged = { ...link, fileId: newId("file") };
  await expect(find(forged, request)).rejects.toMatchObject({ code: "INVALID_FILE_LINK", status: 403 });
  await app.database.query("UPDATE hub.files SET deleted_at = now() WHERE id = $1", [id]);
  await expect(find(link, request)).rejects.toMatchObject({ code: "FILE_NOT_FOUND", status: 404 });
});
