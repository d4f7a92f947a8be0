import { describe, expect, it } from "vitest";
import {
  deriveKey,
  generateKey,
  hashKey,
  keyKinds,
  keyPreview,
  parseKey,
} from "../../src/access/key-format.ts";

/** A key whose checksum was computed outside this code: CRC-32 of thirty "a" is 0x6bc1d3c1 in base62. */
const knownKey = "hub_live_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1yLcDB";

describe("generateKey", () => {
  it.each(keyKinds)("makes a %s key of 30 characters and a checksum that parseKey accepts", (kind) => {
    const key = generateKey(kind);
    expect(key).toMatch(new RegExp(`^${kind}_[0-9A-Za-z]{36}$`));
    expect(parseKey(key)).toEqual({ kind, valid: true });
  });

  it("never repeats itself and uses every character about equally", () => {
    const keys = Array.from({ length: 2000 }, () => generateKey("hub_live"));
    expect(new Set(keys).size).toBe(2000);
    const counts = new Map<string, number>();
    for (const char of keys.map((key) => key.slice(9, 39)).join(""))
      counts.set(char, (counts.get(char) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // 60,000 draws: 968 expected of each, standard deviation 31; a biased modulus gives 1172 to the first eight.
    for (const count of counts.values()) expect(Math.abs(count - 968)).toBeLessThan(160);
  });
});

describe("parseKey", () => {
  it("agrees with a checksum computed elsewhere", () => {
    expect(parseKey(knownKey)).toEqual({ kind: "hub_live", valid: true });
  });

  it("refuses a key with any one character changed", () => {
    const key = generateKey("hub_test");
    for (let index = "hub_test_".length; index < key.length; index++) {
      const changed = key.slice(0, index) + (key[index] === "x" ? "y" : "x") + key.slice(index + 1);
      expect(parseKey(changed), `character ${index}`).toEqual({ kind: "hub_test", valid: false });
    }
  });

  it("refuses a key that is cut, extended, spaced or not ASCII, and still returns its kind", () => {
    const key = generateKey("hubsa_live");
    for (const text of [
      key.slice(0, -1),
      `${key}0`,
      `${key}\n`,
      `${key} `,
      "hubsa_live_",
      `hubsa_live_${"é".repeat(36)}`,
    ]) {
      expect(parseKey(text)).toEqual({ kind: "hubsa_live", valid: false });
    }
  });

  it.each(["", "eyJhbGciOiJSUzI1NiJ9.e30.x", "HUB_LIVE_abc", "hub_prod_abc", "hub_live"])(
    "takes %j for no key",
    (text) => {
      expect(parseKey(text)).toBeNull();
    },
  );
});

describe("deriveKey", () => {
  it("gives the same valid key for the same seed, and another for another seed or kind", () => {
    const key = deriveKey("hub_live", "demo:full");
    expect(deriveKey("hub_live", "demo:full")).toBe(key);
    expect(parseKey(key)).toEqual({ kind: "hub_live", valid: true });
    expect(deriveKey("hub_live", "demo:reader")).not.toBe(key);
    expect(deriveKey("hub_test", "demo:full").slice(9)).not.toBe(key.slice(9));
  });
});

describe("keyPreview", () => {
  it("shows the prefix and four characters at either end, no more", () => {
    expect(keyPreview(`hub_live_aB3d${"q".repeat(28)}x9Zk`)).toBe("hub_live_aB3d…x9Zk");
    expect(keyPreview(generateKey("hubsa_live"))).toMatch(/^hubsa_live_\w{4}…\w{4}$/);
  });
});

describe("hashKey", () => {
  it("is 64 hex digits that depend on key and pepper", () => {
    const key = deriveKey("hub_live", "one");
    expect(hashKey("pepper", key)).toMatch(/^[0-9a-f]{64}$/);
    expect(hashKey("pepper", key)).toBe(hashKey("pepper", key));
    expect(hashKey("salt", key)).not.toBe(hashKey("pepper", key));
    expect(hashKey("pepper", deriveKey("hub_live", "two"))).not.toBe(hashKey("pepper", key));
  });
});
