/** Replacing KEY_PEPPER: keys stay valid, are rehashed when they are used, and unused ones can be counted. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateKey, hashKey } from "../../src/access/key-format.ts";
import { newId } from "../../src/ids.ts";
import type { HubContext } from "../../subgraphs/hub/hub.context.ts";
import { findHashed } from "../../subgraphs/hub/identity/hashed-key.service.ts";
import { resolvePrincipal } from "../../subgraphs/hub/identity/principal.service.ts";
import { readPepperUse } from "../../subgraphs/hub/identity/pepper-use.service.ts";
import { openHub } from "../../subgraphs/hub/subgraph.ts";
import { createHubApp, type HubApp } from "../hub/support/hub-app.ts";
import { createHubPorts, keyPepper } from "../hub/support/hub-ports.ts";
import { silentLog } from "../support/silent-log.ts";

const newPepper = "the-new-pepper-of-the-rotation-tests";
const closing: (() => Promise<unknown>)[] = [];
let app: HubApp;
/** The hub in a process with both peppers, and in one with the new one alone. */
let during: HubContext;
let after: HubContext;
beforeAll(async () => {
  app = await createHubApp();
  during = await openWith({ keyPepper: newPepper, olderKeyPeppers: [keyPepper] });
  after = await openWith({ keyPepper: newPepper, olderKeyPeppers: [] });
});
afterAll(async () => {
  for (const close of closing) await close();
  await app?.close();
});

async function openWith(peppers: { keyPepper: string; olderKeyPeppers: string[] }): Promise<HubContext> {
  const ports = createHubPorts(peppers);
  const hub = await openHub({ ports, databaseUrl: app.database.url, log: silentLog });
  closing.push(() => hub.close());
  const call = { ...app.contextFor(null) };
  return hub.contextFor(call) as HubContext;
}

async function addKey(): Promise<{ id: string; key: string }> {
  const [id, key] = [newId("key"), generateKey("hub_live")];
  await app.database.query(
    `INSERT INTO hub.api_keys (id, owner_id, name, key_hash, key_preview, status, scopes, created_at)
     VALUES ($1, 'demo-ira', 'Test', $2, '…', 'active', '{}', now())`,
    [id, hashKey(keyPepper, key)],
  );
  return { id, key };
}

const resolve = (ctx: HubContext, key: string) => resolvePrincipal(ctx, { key });
const unauthorized = expect.objectContaining({ code: "UNAUTHORIZED" });
const hashOf = async (id: string) =>
  (
    await app.database.query<{ hash: string }>("SELECT key_hash AS hash FROM hub.api_keys WHERE id = $1", [
      id,
    ])
  )[0]!.hash;
const olderKeys = async () => (await readPepperUse(during)).find(({ kind }) => kind === "API keys")!;

test("a key is hashed anew when it is used, by any number of requests at once, and works with the new pepper alone", async () => {
  const { id, key } = await addKey();
  await expect(resolve(after, key)).rejects.toEqual(unauthorized);
  const before = (await olderKeys()).older;
  const found = await Promise.all(Array.from({ length: 8 }, () => resolve(during, key)));
  expect(found.map((caller) => caller.id)).toEqual(Array.from({ length: 8 }, () => id));
  expect(await hashOf(id)).toBe(hashKey(newPepper, key));
  expect((await olderKeys()).older).toBe(before - 1);
  expect((await resolve(after, key)).id).toBe(id);
  expect((await resolve(during, key)).id).toBe(id);
});

test("a key that another request hashes anew between two lookups is found", async () => {
  const { id, key } = await addKey();
  let lookups = 0;
  const find = async (hash: string) => {
    const sql = "SELECT id, status FROM hub.api_keys WHERE key_hash = $1";
    const [row] = await app.database.query<{ id: string; status: string }>(sql, [hash]);
    if (++lookups === 1) await resolve(during, key);
    return row;
  };
  expect(await findHashed(during, { key, table: "api_keys" }, find)).toEqual({ id, status: "active" });
});

test("a key that is not used stays, is counted by its id, and works while its pepper is configured", async () => {
  const { id, key } = await addKey();
  expect(
    (await readPepperUse(during)).find(({ kind }) => kind === "API keys")!.examples.length,
  ).toBeGreaterThan(0);
  await expect(resolve(after, key)).rejects.toEqual(unauthorized);
  expect(await hashOf(id)).toBe(hashKey(keyPepper, key));
  expect((await resolve(during, key)).id).toBe(id);
});

test("the key that was replaced keeps its grace time under the new pepper", async () => {
  const { id, key } = await addKey();
  const replaced = generateKey("hub_live");
  await app.database.query(
    `UPDATE hub.api_keys SET previous_key_hash = $2, previous_key_expires_at = now() + interval '1 hour' WHERE id = $1`,
    [id, hashKey(keyPepper, replaced)],
  );
  expect((await resolve(during, replaced)).id).toBe(id);
  expect(await hashOf(id)).toBe(hashKey(keyPepper, key));
  expect((await resolve(after, replaced)).id).toBe(id);
  expect((await resolve(during, key)).id).toBe(id);
  expect((await resolve(after, key)).id).toBe(id);
});

test("a revoked or unknown key is refused under each pepper, and not hashed anew", async () => {
  const { id, key } = await addKey();
  await app.database.query("UPDATE hub.api_keys SET status = 'revoked' WHERE id = $1", [id]);
  await expect(resolve(during, key)).rejects.toEqual(unauthorized);
  expect(await hashOf(id)).toBe(hashKey(keyPepper, key));
  await expect(resolve(during, generateKey("hub_live"))).rejects.toEqual(unauthorized);
});
