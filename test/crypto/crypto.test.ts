import { hkdfSync, randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createKeyRing,
  deriveKeyRing,
  isEqualSecret,
  keyIdOf,
  type KeyRingOptions,
} from "../../src/crypto/crypto.ts";

const older = randomBytes(32);
const newer = randomBytes(32);
const indexKey = randomBytes(32);
const place = "tax_form.tin.f1099_1";

const ring = () => createKeyRing({ currentKeyId: "k2", keys: { k1: older, k2: newer }, indexKey });

describe("seal and open", () => {
  it("give back any text, the empty one and other scripts too", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (text, anyPlace) => {
        expect(ring().open(ring().seal(text, anyPlace), anyPlace)).toBe(text);
      }),
    );
  });

  it("make the documented form, never twice the same, with no trace of the text", () => {
    const [first, second] = [ring().seal("900-55-1234", place), ring().seal("900-55-1234", place)];
    expect(first).toMatch(/^v1:k2:[\w-]{16}:[\w-]+:[\w-]{22}$/);
    expect(first).not.toBe(second);
    expect(first).not.toContain(Buffer.from("900-55-1234").toString("base64url"));
  });

  it("refuse an envelope moved to another row", () => {
    const envelope = ring().seal("secret", place);
    expect(() => ring().open(envelope, "tax_form.tin.f1099_2")).toThrow();
  });

  it("refuse an envelope with any one character changed", () => {
    const envelope = ring().seal("secret", place);
    for (const [index, char] of [...envelope].entries()) {
      // The last character of a part carries unused bits, which base64url decoders ignore.
      if (char === ":" || envelope[index + 1] === ":" || index === envelope.length - 1) continue;
      const changed = envelope.slice(0, index) + (char === "A" ? "B" : "A") + envelope.slice(index + 1);
      expect(() => ring().open(changed, place), `character ${index}`).toThrow();
    }
  });

  it.each(["", "v1", "v2:k2:a:b:c", "v1:k2:::", "plain text"])("refuse %j, which is no envelope", (text) => {
    expect(() => ring().open(text, place)).toThrow("Not a v1 envelope");
  });

  it("envelopes under an older key open and are reported as stale", () => {
    const before = createKeyRing({ currentKeyId: "k1", keys: { k1: older }, indexKey });
    const envelope = before.seal("secret", place);
    expect(before.isStale(envelope)).toBe(false);
    expect(ring().open(envelope, place)).toBe("secret");
    expect(ring().isStale(envelope)).toBe(true);
  });

  it("refuse an envelope of a key that is no longer in the ring", () => {
    const without = createKeyRing({ currentKeyId: "k1", keys: { k1: older }, indexKey });
    expect(() => without.open(ring().seal("secret", place), place)).toThrow("No key k2");
  });
});

describe("createKeyRing", () => {
  it.each<KeyRingOptions>([
    { currentKeyId: "k9", keys: { k1: older }, indexKey },
    { currentKeyId: "k1", keys: { k1: older.subarray(1) }, indexKey },
    { currentKeyId: "k1", keys: { k1: older }, indexKey: older },
    { currentKeyId: "k1", keys: { k1: older }, indexKey: indexKey.subarray(1) },
    { currentKeyId: "k:1", keys: { "k:1": older }, indexKey },
    { currentKeyId: "toString", keys: {}, indexKey },
  ])("refuses unusable keys at once (case %#)", (options) => {
    expect(() => createKeyRing(options)).toThrow();
  });
});

describe("blindIndex", () => {
  it("is the same for the same value, and unlike in another column or under another key", () => {
    const index = ring().blindIndex("tax_form.tin", "900551234");
    const other = createKeyRing({ currentKeyId: "k1", keys: { k1: older }, indexKey: randomBytes(32) });
    expect(index).toMatch(/^[0-9a-f]{64}$/);
    expect(ring().blindIndex("tax_form.tin", "900551234")).toBe(index);
    expect(ring().blindIndex("business.ein", "900551234")).not.toBe(index);
    expect(other.blindIndex("tax_form.tin", "900551234")).not.toBe(index);
  });
});

describe("isEqualSecret", () => {
  it("distinguishes equal from unequal, whatever the lengths", () => {
    expect(isEqualSecret("same", "same")).toBe(true);
    expect(isEqualSecret("same", "Same")).toBe(false);
    expect(isEqualSecret("same", "same ")).toBe(false);
    expect(isEqualSecret("", "")).toBe(true);
  });
});

describe("deriveKeyRing", () => {
  const [first, second] = ["the-first-secret-of-this-test", "the-second-secret-of-this-test"] as const;

  it("seals with a single secret as releases without key ids did", () => {
    const envelope = deriveKeyRing(first).seal("secret", place);
    expect(envelope).toMatch(/^v1:k1:/);
    expect(deriveKeyRing([second, first]).open(envelope, place)).toBe("secret");
    expect(() => deriveKeyRing(second).open(envelope, place)).toThrow();
    // Sealed by the release before this one.
    const key = new Uint8Array(hkdfSync("sha256", first, "", "hub-platform seal", 32));
    const before = createKeyRing({ currentKeyId: "k1", keys: { k1: key }, indexKey });
    expect(deriveKeyRing(first).open(before.seal("old", place), place)).toBe("old");
  });

  it("names the secret in envelopes where there are several, and opens those with it alone", () => {
    const envelope = deriveKeyRing([second, first]).seal("secret", place);
    expect(envelope.split(":")[1]).toBe(keyIdOf(second));
    expect(deriveKeyRing(second).open(envelope, place)).toBe("secret");
    expect(deriveKeyRing(second).isStale(envelope)).toBe(false);
    expect(deriveKeyRing([first, second]).isStale(envelope)).toBe(true);
    expect(() => deriveKeyRing(first).open(envelope, place)).toThrow("No key");
  });

  it("finds values under every secret's index, newest first", () => {
    const [newest, retired] = deriveKeyRing([second, first]).blindIndexes("c", "v");
    expect(newest).toBe(deriveKeyRing(second).blindIndex("c", "v"));
    expect(retired).toBe(deriveKeyRing(first).blindIndex("c", "v"));
    expect(keyIdOf(first)).not.toContain(first);
  });
});
