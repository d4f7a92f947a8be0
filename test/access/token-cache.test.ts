import { describe, expect, it } from "vitest";
import { TokenCache } from "../../src/access/token-cache.ts";

describe("TokenCache", () => {
  it("forgets the least recently used beyond its capacity", () => {
    const cache = new TokenCache<number>(2);
    cache.set("a", 1, 100);
    cache.set("b", 2, 100);
    cache.get("a", 0);
    cache.set("c", 3, 100);
    expect([cache.get("a", 0), cache.get("b", 0), cache.get("c", 0)]).toEqual([1, undefined, 3]);
    expect(cache.size).toBe(2);
  });

  it("forgets an entry at its time, and keeps one entry for one key", () => {
    const cache = new TokenCache<number>(2);
    cache.set("a", 1, 100);
    cache.set("a", 2, 200);
    expect(cache.size).toBe(1);
    expect(cache.get("a", 199)).toBe(2);
    expect(cache.get("a", 200)).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  it("keeps no token in memory", () => {
    expect(TokenCache.keyOf("a token")).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  });
});
