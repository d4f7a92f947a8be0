import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

const cipherName = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

export interface KeyRingOptions {
  /** Id of the key that new envelopes are sealed with. */
  currentKeyId: string;
  /** Other ids of the same key. */
  otherCurrentKeyIds?: readonly string[];
  /** Every key that may still open an envelope, 32 bytes each, by id (letters, digits, `_`, `-`). */
  keys: Record<string, Uint8Array>;
  /**
   * Keys of envelopes whose key id names no single key. Releases before key ids were derived wrote `k1`
   * whatever the secret was, so each of these keys is tried in turn; AES-GCM rejects the wrong ones. Default:
   * empty.
   */
  legacyKeys?: ReadonlyMap<string, readonly Uint8Array[]>;
  /** At least 32 bytes, and not one of `keys`: an index must not reveal what an envelope hides. */
  indexKey: Uint8Array;
  /** Index keys of older secrets: values may still be indexed under these. */
  olderIndexKeys?: readonly Uint8Array[];
}

/** A value under every index key, newest first. */
export type BlindIndexes = readonly [string, ...string[]];

/** Keeps personal data unreadable in the database, and still findable by exact value. */
export interface KeyRing {
  /**
   * Seals `plaintext` as `v1:<kid>:<iv>:<ct>:<tag>` (base64url parts), AES-256-GCM with a random 96-bit IV
   * (NIST SP 800-38D). `place` is `table.column.rowId`: an envelope moved to another row does not open.
   */
  seal(plaintext: string, place: string): string;
  /** Opens an envelope sealed at `place`. Throws for a changed, moved or foreign one. */
  open(envelope: string, place: string): string;
  /** Key ids of envelopes that need no rotation. New envelopes are sealed under the first one. */
  readonly currentKeyIds: readonly string[];
  /** True when the envelope was sealed with an older key, so that `npm run rotate` has to seal it again. */
  isStale(envelope: string): boolean;
  /** HMAC-SHA-256 (hex) of a value for equality look-ups, different in each column. Normalise the value first. */
  blindIndex(column: string, value: string): string;
  /**
   * The same value under every index key, newest first: a row may be stored under any of these during a
   * rotation.
   */
  blindIndexes(column: string, value: string): BlindIndexes;
}

/** A key ring over explicit keys. Throws for a key of the wrong length or a missing current key. */
export function createKeyRing(options: KeyRingOptions): KeyRing {
  checkKeys(options);
  const {
    currentKeyId,
    keys,
    indexKey,
    olderIndexKeys = [],
    legacyKeys = new Map<string, never>(),
  } = options;
  const currentKeyIds = [currentKeyId, ...(options.otherCurrentKeyIds ?? [])];
  const keysOf = (keyId: string): readonly Uint8Array[] =>
    legacyKeys.get(keyId) ?? (Object.hasOwn(keys, keyId) ? [keys[keyId] as Uint8Array] : []);
  const indexWith = (key: Uint8Array, column: string, value: string) =>
    createHmac("sha256", key).update(`${column}\0${value}`).digest("hex");
  return {
    currentKeyIds,
    seal(plaintext, place) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(cipherName, keys[currentKeyId] as Uint8Array, iv);
      cipher.setAAD(Buffer.from(place, "utf8"));
      const sealed = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
      return ["v1", currentKeyId, ...[iv, sealed, cipher.getAuthTag()].map(toText)].join(":");
    },
    open(envelope, place) {
      const parts = parseEnvelope(envelope);
      const candidates = keysOf(parts.keyId);
      if (candidates.length === 0) throw new Error(`No key ${parts.keyId} in the key ring.`);
      for (const [index, key] of candidates.entries()) {
        try {
          return openWith(key, parts, place);
        } catch (error) {
          if (index === candidates.length - 1) throw error;
        }
      }
      throw new Error("Unreachable: the last candidate returns or throws.");
    },
    isStale: (envelope) => !currentKeyIds.includes(parseEnvelope(envelope).keyId),
    blindIndex: (column, value) => indexWith(indexKey, column, value),
    blindIndexes: (column, value) => [
      indexWith(indexKey, column, value),
      ...olderIndexKeys.map((key) => indexWith(key, column, value)),
    ],
  };
}

/** The key id that releases without derived key ids wrote, and that a ring of one secret still writes. */
export const legacyKeyId = "k1";

/**
 * A key ring derived from secrets, newest first (HKDF-SHA-256, RFC 5869). The first one seals and indexes, every one
 * opens. With a single secret it seals under `k1`, as older releases did; with several, under an id derived from the
 * secret, so that each envelope names the secret it needs. Envelopes of `k1` are tried under every secret.
 */
export function deriveKeyRing(secrets: string | readonly [string, ...string[]]): KeyRing {
  const all = typeof secrets === "string" ? ([secrets] as const) : secrets;
  const sealKeys = all.map((secret) => deriveBytes(secret, "seal"));
  const keyIds = all.map(keyIdOf);
  const keys = Object.fromEntries(keyIds.map((keyId, index) => [keyId, sealKeys[index]!]));
  const [indexKey, ...olderIndexKeys] = all.map((secret) => deriveBytes(secret, "index"));
  const isSingle = all.length === 1;
  return createKeyRing({
    currentKeyId: isSingle ? legacyKeyId : keyIds[0]!,
    otherCurrentKeyIds: isSingle ? keyIds : [],
    keys: isSingle ? { ...keys, [legacyKeyId]: sealKeys[0]! } : keys,
    legacyKeys: new Map([[legacyKeyId, sealKeys]]),
    indexKey: indexKey!,
    olderIndexKeys,
  });
}

/** A short public id of a secret: 64 bits that reveal nothing of it. The same for every release and process. */
export function keyIdOf(secret: string): string {
  return `s${Buffer.from(deriveBytes(secret, "key id")).toString("hex").slice(0, 16)}`;
}

function deriveBytes(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", `hub-platform ${purpose}`, 32));
}

function openWith(key: Uint8Array, { iv, sealed, tag }: Envelope, place: string): string {
  const decipher = createDecipheriv(cipherName, key, iv, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(place, "utf8"));
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString("utf8");
}

/** Compares two secrets in time that depends neither on where they differ nor on their lengths. */
export function isEqualSecret(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

/** SHA-256 of UTF-8 text. */
export function sha256(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}

function checkKeys({ currentKeyId, keys, indexKey }: KeyRingOptions): void {
  if (!Object.hasOwn(keys, currentKeyId)) throw new Error("The current key is not in the key ring.");
  for (const [keyId, key] of Object.entries(keys)) {
    if (!/^[A-Za-z0-9_-]+$/.test(keyId)) throw new Error("A key id has letters, digits, _ and - only.");
    if (key.length !== 32) throw new Error(`Key ${keyId} must have 32 bytes.`);
    if (Buffer.compare(key, indexKey) === 0)
      throw new Error("The index key must differ from every other key.");
  }
  if (indexKey.length < 32) throw new Error("The index key must have at least 32 bytes.");
}

interface Envelope {
  keyId: string;
  iv: Buffer;
  sealed: Buffer;
  tag: Buffer;
}

function parseEnvelope(envelope: string): Envelope {
  const match = /^v1:([\w-]+):([\w-]{16}):([\w-]*):([\w-]{22})$/.exec(envelope);
  if (!match) throw new Error("Not a v1 envelope.");
  const [, keyId = "", iv = "", sealed = "", tag = ""] = match;
  return { keyId, iv: toBytes(iv), sealed: toBytes(sealed), tag: toBytes(tag) };
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

function toBytes(text: string): Buffer {
  return Buffer.from(text, "base64url");
}
