import type { Adapter, AdapterPayload } from "oidc-provider";
import type { SignInRecords } from "./hub-records.ts";
import { readClientId, type ClientIds } from "./client-ids.ts";

/** A lost answer to a refresh may be asked for again this long; later, a used token ends the sign-in. */
const graceMs = 30_000;
/** Records without an expiry of their own. */
const defaultSeconds = 90 * 86_400;

interface Parts {
  records: SignInRecords;
  clientIds: ClientIds;
}

/** What the library remembers of one kind, in the hub. Clients are not remembered: their IDs say what they are. */
export function recordAdapter(kind: string, { records, clientIds }: Parts): Adapter {
  if (kind === "Client") return clientAdapter(clientIds);
  const find = async (key: { id: string } | { uid: string }): Promise<AdapterPayload | undefined> => {
    const found = await records.find({ kind, ...key });
    if (!found) return undefined;
    // Only the hash of an ID is stored.
    const payload = { ...found.payload, ...("id" in key ? { jti: key.id } : {}) };
    const consumedMs = found.consumedAt === null ? null : new Date(found.consumedAt).getTime();
    const isForgiven = kind === "RefreshToken" && consumedMs !== null && Date.now() - consumedMs < graceMs;
    return consumedMs === null || isForgiven
      ? payload
      : { ...payload, consumed: Math.floor(consumedMs / 1000) };
  };
  return {
    find: (id) => find({ id }),
    findByUid: (uid) => find({ uid }),
    findByUserCode: async () => undefined,
    async upsert(id, payload, expiresIn) {
      const { jti: _id, ...kept } = payload;
      await records.save({
        kind,
        id,
        ownerId: payload.accountId ?? null,
        grantId: payload.grantId ?? null,
        uid: kind === "Session" ? (payload.uid ?? null) : null,
        payload: kept,
        expiresAt: new Date(Date.now() + (expiresIn ?? defaultSeconds) * 1000),
      });
    },
    async consume(id) {
      if ((await records.consume(kind, id)) || kind === "RefreshToken") return;
      // Two requests came with the same code at once: only one of them may get tokens.
      const { errors } = await import("oidc-provider");
      throw new errors.InvalidGrant("the code was used before");
    },
    destroy: (id) => records.delete(kind, id),
    revokeByGrantId: (grantId) => records.end(grantId),
  };
}

function clientAdapter(clientIds: ClientIds): Adapter {
  const nothing = async () => undefined;
  return {
    find: (id) => readClientId(clientIds, id),
    findByUid: nothing,
    findByUserCode: nothing,
    upsert: nothing,
    consume: nothing,
    destroy: nothing,
    revokeByGrantId: nothing,
  };
}
