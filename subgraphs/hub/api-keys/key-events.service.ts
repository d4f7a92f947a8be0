import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../src/db/outbox.ts";
import type { ApiKey } from "./api-keys.types.ts";

export type KeyEvent = "api_key.created" | "api_key.rotated" | "api_key.revoked" | "api_key.expiring";

/** Tells of a key, with all that its owner may see of it; never the key itself. */
export async function emitKeyEvent(
  em: EntityManager,
  type: KeyEvent,
  ownerId: string,
  apiKey: ApiKey,
): Promise<void> {
  await emitEvent(em, { type, objectId: apiKey.id, appId: null, ownerId, payload: apiKey });
}
