import type { Adapter, AdapterPayload } from "oidc-provider";

interface Stored {
  payload: AdapterPayload;
  /** Epoch milliseconds; null for never. */
  expiresAt: number | null;
  /** When it was used for the first time. */
  consumedAt?: number;
}

/** Everything that the authorization servers know, by server, kind and id. */
export type StoredGrants = Record<string, Stored>;

/**
 * The authorization servers' store. Refresh tokens rotate: a grant has one valid token, and using an older one
 * again ends the grant. As at providers that tolerate lost responses, the previous token may be used again for
 * a moment (`graceMs`); the result of its first use is then invalidated.
 */
export class GrantStore {
  entries: StoredGrants = {};
  graceMs = 30_000;
  readonly #now: () => number;
  readonly #touch: () => void;

  constructor(options: { now: () => number; onChange: () => void }) {
    this.#now = options.now;
    this.#touch = options.onChange;
  }

  /** The part of one server and one kind of thing, as the library wants it. */
  adapterFor(server: string, kind: string): Adapter {
    const prefix = `${server} ${kind} `;
    const find = async (id: string) => this.#find(`${prefix}${id}`, kind);
    const findBy = async (field: "uid" | "userCode", value: string) => {
      const key = Object.keys(this.entries).find(
        (name) => name.startsWith(prefix) && this.entries[name]!.payload[field] === value,
      );
      return key === undefined ? undefined : this.#find(key, kind);
    };
    return {
      find,
      findByUid: (uid) => findBy("uid", uid),
      findByUserCode: (userCode) => findBy("userCode", userCode),
      upsert: async (id, payload, expiresIn) => {
        this.#forgetExpired();
        if (kind === "RefreshToken") this.#replaceUnused(prefix, payload.grantId);
        const expiresAt = expiresIn === undefined ? null : this.#now() + expiresIn * 1000;
        this.entries[`${prefix}${id}`] = { payload: { ...payload }, expiresAt };
        this.#touch();
      },
      consume: async (id) => {
        const entry = this.entries[`${prefix}${id}`];
        if (entry) entry.consumedAt ??= this.#now();
        this.#touch();
      },
      destroy: async (id) => {
        delete this.entries[`${prefix}${id}`];
        this.#touch();
      },
      revokeByGrantId: async (grantId) =>
        this.#removeWhere(prefix, (entry) => entry.payload.grantId === grantId),
    };
  }

  /** Grants of one server, and how many refresh tokens of each are good. */
  grantsOf(server: string): { account: string; scopes: string[]; liveRefreshTokens: number }[] {
    const of = (kind: string) => {
      const prefix = `${server} ${kind} `;
      return Object.entries(this.entries).filter(([key]) => key.startsWith(prefix));
    };
    return of("Grant").map(([key, { payload }]) => {
      const id = key.split(" ")[2];
      const tokens = of("RefreshToken").filter(
        ([, entry]) => entry.payload.grantId === id && entry.consumedAt === undefined,
      );
      const openid = (payload["openid"] ?? {}) as { scope?: string };
      return {
        account: String(payload.accountId),
        scopes: (openid.scope ?? "").split(" ").filter((scope) => scope !== ""),
        liveRefreshTokens: tokens.length,
      };
    });
  }

  #find(key: string, kind: string): AdapterPayload | undefined {
    const entry = this.entries[key];
    if (!entry || (entry.expiresAt !== null && entry.expiresAt <= this.#now())) return undefined;
    const { consumedAt } = entry;
    if (consumedAt === undefined) return { ...entry.payload };
    const isForgiven = kind === "RefreshToken" && this.#now() - consumedAt < this.graceMs;
    return isForgiven ? { ...entry.payload } : { ...entry.payload, consumed: Math.floor(consumedAt / 1000) };
  }

  #replaceUnused(prefix: string, grantId: string | undefined): void {
    this.#removeWhere(prefix, (entry) => entry.payload.grantId === grantId && entry.consumedAt === undefined);
  }

  #removeWhere(prefix: string, isGone: (entry: Stored) => boolean): void {
    for (const [key, entry] of Object.entries(this.entries)) {
      if (key.startsWith(prefix) && isGone(entry)) delete this.entries[key];
    }
    this.#touch();
  }

  #forgetExpired(): void {
    const now = this.#now();
    this.#removeWhere("", ({ expiresAt }) => expiresAt !== null && expiresAt <= now);
  }
}
