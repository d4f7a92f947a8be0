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
  /** Every key that may still open an envelope, 32 bytes each, by id (letters, digits, `_`, `-`). */
  keys: Record<string, Uint8Array>;
  /** At least 32 bytes, and none of `keys`: an index must not reveal what an envelope hides. */
  indexKey: Uint8Array;
}

/** Keeps personal data unreadable in the database, and still findable by exact value. */
export interface KeyRing {
  /**
   * Seals `plaintext` as `v1:<kid>:<iv>:<ct>:<tag>` (base64url parts), AES-256-GCM with a random 96-bit IV
   * (NIST SP 800-38D). `place` is `table.column.rowId`: an envelope moved to another row does not open.
   */
  seal(plaintext: string, place: string): string;
  /** Opens an envelope sealed at `place`. Throws for a changed, moved or foreign one. */
  open(envelope: string, place: string): string;
  /** True when the envelope was sealed with an older key and should be sealed again at its next write. */
  isStale(envelope: string): boolean;
  /** HMAC-SHA-256 (hex) of a value for equality look-ups, different in each column. Normalise the value first. */
  blindIndex(column: string, value: string): string;
}

/** A key ring over explicit keys. Throws at once for a key of the wrong length or a missing current key. */
export function createKeyRing(options: KeyRingOptions): KeyRing {
  checkKeys(options);
  const { currentKeyId, keys, indexKey } = options;
  return {
    seal(plaintext, place) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(cipherName, keys[currentKeyId] as Uint8Array, iv);
      cipher.setAAD(Buffer.from(place, "utf8"));
      const sealed = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
      return ["v1", currentKeyId, ...[iv, sealed, cipher.getAuthTag()].map(toText)].join(":");
    },
    open(envelope, place) {
      const { keyId, iv, sealed, tag } = parseEnvelope(envelope);
      if (!Object.hasOwn(keys, keyId)) throw new Error(`No key ${keyId} in the key ring.`);
      const decipher = createDecipheriv(cipherName, keys[keyId] as Uint8Array, iv, {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(place, "utf8"));
      decipher.setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed), decipher.final()]).toString("utf8");
    },
    isStale: (envelope) => parseEnvelope(envelope).keyId !== currentKeyId,
    blindIndex: (column, value) => createHmac("sha256", indexKey).update(`${column}\0${value}`).digest("hex"),
  };
}

/** A key ring whose keys follow from one secret (HKDF-SHA-256, RFC 5869); the same secret opens what it sealed. */
export function deriveKeyRing(secret: string): KeyRing {
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync("sha256", secret, "", `hub-platform ${purpose}`, 32));
  return createKeyRing({ currentKeyId: "k1", keys: { k1: derive("seal") }, indexKey: derive("index") });
}

/** Compares two secrets in time that does not depend on where they differ, nor on their lengths. */
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

function parseEnvelope(envelope: string): { keyId: string; iv: Buffer; sealed: Buffer; tag: Buffer } {
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
