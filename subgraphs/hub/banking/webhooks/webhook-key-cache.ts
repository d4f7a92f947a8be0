import type { WebhookKey } from "../bank.port.ts";

type KeptKey = WebhookKey & { expired_at?: number | null | undefined };

const keepMs = 60 * 60 * 1000;
/** How long an unknown id is cached: ids come from unauthenticated senders. */
const keepMissingMs = 60 * 1000;
const maxKeys = 200;

/** Caches keys by id for an hour, also unknown ids. An expired key counts as unknown. */
export class KeyCache {
  readonly #load: (keyId: string) => Promise<KeptKey | null>;
  readonly #kept = new Map<string, { key: Promise<KeptKey | null>; until: number }>();

  constructor(load: (keyId: string) => Promise<KeptKey | null>) {
    this.#load = load;
  }

  async read(keyId: string, now: Date): Promise<WebhookKey | null> {
    const key = await this.#find(keyId, now.getTime());
    if (key === null) return null;
    const { kty, crv, x, y, expired_at: expiredAt } = key;
    return expiredAt && expiredAt * 1000 <= now.getTime() ? null : { kty, crv, x, y };
  }

  #find(keyId: string, now: number): Promise<KeptKey | null> {
    const kept = this.#kept.get(keyId);
    if (kept && kept.until > now && kept.until - keepMs <= now) return kept.key;
    const key = this.#load(keyId);
    const entry = { key, until: now + keepMs };
    this.#kept.delete(keyId);
    this.#kept.set(keyId, entry);
    if (this.#kept.size > maxKeys) this.#kept.delete(this.#kept.keys().next().value!);
    key.then(
      (found) => void (found === null && (entry.until = now + keepMissingMs)),
      () => void this.#kept.delete(keyId),
    );
    return key;
  }
}
