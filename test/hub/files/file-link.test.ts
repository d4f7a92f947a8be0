import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileSigningKeys, type FileSigningKey } from "../../../src/config/file-settings.ts";
import { readConfig } from "../../../src/config/config.ts";
import {
  imageLinkLifetimeMs,
  checkFileLink,
  linkLifetimeMs,
  pathOfLink,
  signFileLink,
} from "../../../subgraphs/hub/files/file-link.ts";

const keyOf = (id: string): FileSigningKey => ({ id, secret: `secret-of-${id}-`.repeat(4) });
const [old, current, next] = [keyOf("old"), keyOf("current"), keyOf("next")] as const;
const now = new Date("2026-05-01T12:00:00Z");
const expiresAt = new Date("2027-05-01T12:00:00Z");
const link = signFileLink([current, old], "file_01jf0000000000000000000000", expiresAt);

describe("a link to a file", () => {
  test("a link is its documented URL, signed with HMAC-SHA-256 by the first key", () => {
    expect(pathOfLink(link)).toBe(
      `/files/file_01jf0000000000000000000000?e=1809172800&k=current&s=${link.signature}`,
    );
    expect(link.signature).toMatch(/^[\w-]{43}$/);
    expect(linkLifetimeMs).toBe(86_400_000);
    expect(imageLinkLifetimeMs).toBe(31_536_000_000);
  });

  test.each([
    ["just before it ends", new Date(expiresAt.getTime() - 1), "good"],
    ["when it ends", expiresAt, "expired"],
    ["long after", new Date("2030-01-01T00:00:00Z"), "expired"],
  ])("%s is %s", (_when, at, verdict) => {
    expect(checkFileLink([current], link, at)).toBe(verdict);
  });

  test("a link is valid as long as its key is in the ring, whichever key signs now", () => {
    expect(checkFileLink([next, current], link, now)).toBe("good");
    expect(checkFileLink([next, old], link, now)).toBe("bad");
    expect(checkFileLink([], link, now)).toBe("bad");
  });

  test("a link is invalid under another key's id", () => {
    expect(checkFileLink([current, old], { ...link, keyId: "old" }, now)).toBe("bad");
  });

  test("a link of a later version names it, and is invalid under another version", () => {
    const later = signFileLink([current], link.fileId, expiresAt, { version: 2 });
    expect(pathOfLink(later)).toBe(`/files/${link.fileId}?e=1809172800&k=current&s=${later.signature}&v=2`);
    expect(checkFileLink([current], later, now)).toBe("good");
    expect(checkFileLink([current], { ...later, version: "1" }, now)).toBe("bad");
    expect(checkFileLink([current], { ...later, version: "02" }, now)).toBe("bad");
    expect(checkFileLink([current], { ...link, version: "2" }, now)).toBe("bad");
  });

  test("an expired link that was changed is invalid, not expired", () => {
    const changed = { ...link, expires: String(Number(link.expires) - 1) };
    expect(checkFileLink([current], changed, new Date("2030-01-01T00:00:00Z"))).toBe("bad");
  });

  test("a link is invalid when any character of it was changed, added or removed", () => {
    const parts = ["fileId", "expires", "keyId", "signature", "version"] as const;
    const change = fc.record({
      part: fc.constantFrom(...parts),
      at: fc.nat(60),
      by: fc.stringMatching(/^[\w-]{0,2}$/),
      cut: fc.nat(2),
    });
    fc.assert(
      fc.property(change, ({ part, at, by, cut }) => {
        const text = link[part];
        const place = at % (text.length + 1);
        const changed = text.slice(0, place) + by + text.slice(place + cut);
        fc.pre(changed !== text);
        expect(checkFileLink([current, old], { ...link, [part]: changed }, now)).toBe("bad");
      }),
      { numRuns: 500 },
    );
  });
});

describe("the keys that sign", () => {
  const secret = "x".repeat(32);
  const settings = (FILE_SIGNING_KEYS: string) =>
    readConfig({ FILE_SIGNING_KEYS, DEMO: "1" }).FILE_SIGNING_KEYS;

  test("signing keys are read in their order", () => {
    expect(settings(`k2:${secret}, k1:${secret}:with:colons`)).toEqual([
      { id: "k2", secret },
      { id: "k1", secret: `${secret}:with:colons` },
    ]);
    expect(settings("")).toEqual([]);
  });

  test.each([`k1:${"x".repeat(31)}`, secret, `:${secret}`, `derived:${secret}`, `k1:${secret},k1:${secret}`])(
    "are refused when they are wrong, and not shown: %#",
    (text) => {
      expect(() => settings(text)).toThrow(/1 problem/);
      try {
        settings(text);
      } catch (error) {
        expect(JSON.stringify(error)).not.toContain("xxxx");
      }
    },
  );

  test("signing keys accept links from before, during and after a rotation of the platform's secret", () => {
    const soon = new Date(now.getTime() + 60_000);
    const [older, newer] = ["the-old-platform-secret", "the-new-platform-secret"] as const;
    const rings = {
      before: fileSigningKeys([], older),
      announced: fileSigningKeys([], [older, newer]),
      during: fileSigningKeys([], [newer, older]),
      after: fileSigningKeys([], newer),
    };
    const verdict = (signer: keyof typeof rings, reader: keyof typeof rings) =>
      checkFileLink(rings[reader], signFileLink(rings[signer], "file_1", soon), now);
    for (const signer of ["before", "announced", "during"] as const)
      expect([signer, verdict(signer, "during")]).toEqual([signer, "good"]);
    expect(verdict("during", "after")).toBe("good");
    expect(verdict("before", "after")).toBe("bad");
    expect(verdict("after", "after")).toBe("good");
  });

  test("signing keys include that of the platform's secret, so that its links stay valid", () => {
    const [first] = fileSigningKeys([], "platform-secret");
    const ring = fileSigningKeys([{ id: "k1", secret }], "platform-secret");
    expect(ring.map(({ id }) => id)).toEqual([
      "k1",
      "derived",
      expect.stringMatching(/^derived-s[0-9a-f]{16}$/),
    ]);
    expect(ring[1]).toEqual(first);
    expect(fileSigningKeys([], "another-secret")[0]).not.toEqual(first);
  });
});
