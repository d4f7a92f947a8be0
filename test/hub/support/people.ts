import { generateKey, hashKey } from "../../../src/access/key-format.ts";
import { readConfig } from "../../../src/config/config.ts";
import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";

type Headers = Record<string, string>;

/** A user with a token who has made one request. */
export interface Person {
  id: string;
  headers: Headers;
}

/** A new user; claims go into the token. */
export async function createPerson(app: TestApp, claims: Record<string, unknown> = {}): Promise<Person> {
  const id = newId("usr");
  const headers = {
    authorization: `Bearer ${await app.tokenFor({ sub: id, expiresInSeconds: 40 * 86_400, ...claims })}`,
  };
  const { status } = await app.get("/auth/me", headers);
  if (status !== 200) throw new Error(`a new person's first call answered ${status}`);
  return { id, headers };
}

/** A key of this person that holds the scopes, made where keys are kept. */
export async function createKeyOf(app: TestApp, ownerId: string, scopes: string[]): Promise<Headers> {
  const key = generateKey("hub_live");
  const { KEY_PEPPER } = readConfig({ NODE_ENV: "test" });
  await app.database.query(
    `INSERT INTO hub.api_keys (id, owner_id, name, key_hash, key_preview, status, scopes, created_at)
     VALUES ($1, $2, 'test', $3, 'test', 'active', $4, now())`,
    [newId("key"), ownerId, hashKey(KEY_PEPPER[0], key), scopes],
  );
  return { "x-api-key": key };
}
