import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { deriveKeyRing } from "../../src/crypto/crypto.ts";
import {
  rowCursors,
  rowEnd,
  sharedCursors,
  type CursorList,
  type Cursors,
  type RowPosition,
} from "../../src/db/cursor.ts";
import { cutPage } from "../../src/db/page.ts";

const secret = "a secret of more than 16 characters";
const keyRing = deriveKeyRing(secret);

function cursorsFor(ownerId: string | null, list: CursorList, ring = keyRing): Cursors<RowPosition> {
  return rowCursors({ principal: { id: "sva_1", ownerId }, ports: { keyRing: ring } }, list);
}

const aMoment = fc
  .date({ min: new Date("1970-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
  .chain((date) =>
    fc.constantFrom(
      date.toISOString(),
      date.toISOString().slice(0, 10),
      date.toISOString().replace("Z", "456Z"),
      date.toISOString().replace("Z", "+00:00"),
    ),
  );
const aPosition = fc.tuple(aMoment, fc.string({ minLength: 1, maxLength: 64 }));
const aScalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const aList = fc
  .tuple(fc.string(), fc.array(aScalar, { maxLength: 4 }))
  .map(([name, filter]): CursorList => [name, ...filter]);
const anAccount = fc.option(fc.string({ minLength: 1 }), { nil: null });

function refused(read: () => unknown): void {
  expect(read).toThrow(expect.objectContaining({ code: "INVALID_CURSOR" }));
}

/** Every text that differs from this one in one character: another one there, one more, or none. */
function changes(text: string): fc.Arbitrary<string> {
  const aCharacter = fc.oneof(
    fc.constantFrom(..."AQgw09af.-_ =+/"),
    fc.string({ minLength: 1, maxLength: 1 }),
  );
  return fc
    .tuple(fc.nat(text.length), aCharacter, fc.constantFrom(0, 1), fc.boolean())
    .map(([at, other, gone, isCut]) => text.slice(0, at) + (isCut ? "" : other) + text.slice(at + gone))
    .filter((changed) => changed !== text && changed !== "");
}

test("a cursor opens at the position that it was encoded with", () => {
  fc.assert(
    fc.property(anAccount, aList, aPosition, (account, list, position) => {
      const cursors = cursorsFor(account, list);
      expect(cursors.decode(cursors.encode(position))).toEqual(position);
    }),
  );
});

test("a cursor with any character changed is refused", () => {
  const sealed = fc
    .tuple(aList, aPosition)
    .chain(([list, position]) =>
      changes(cursorsFor("acc_1", list).encode(position)).map((text) => ({ list, text })),
    );
  fc.assert(
    fc.property(sealed, ({ list, text }) => refused(() => cursorsFor("acc_1", list).decode(text))),
    { numRuns: 2000 },
  );
});

test("a cursor of another account is refused", () => {
  fc.assert(
    fc.property(anAccount, anAccount, aList, aPosition, (own, other, list, position) => {
      fc.pre(own !== other && own !== "sva_1" && other !== "sva_1");
      refused(() => cursorsFor(other, list).decode(cursorsFor(own, list).encode(position)));
    }),
  );
});

test("a cursor of another list or filter is refused", () => {
  fc.assert(
    fc.property(aList, aList, aPosition, (own, other, position) => {
      fc.pre(JSON.stringify(own) !== JSON.stringify(other));
      refused(() => cursorsFor("acc_1", other).decode(cursorsFor("acc_1", own).encode(position)));
      const shared = z.tuple([z.string(), z.string()]);
      refused(() => sharedCursors(other, shared).decode(sharedCursors(own, shared).encode(position)));
    }),
  );
});

test("no other text opens, and none throws anything else", () => {
  const aText = fc.oneof(fc.string({ minLength: 1 }), fc.string({ minLength: 1, unit: "binary" }));
  fc.assert(fc.property(aText, (text) => refused(() => cursorsFor("acc_1", ["calls"]).decode(text))));
  refused(() => cursorsFor("acc_1", ["calls"]).decode(`${"x".repeat(100_000)}.${"0".repeat(32)}`));
});

test("filters that are left out and null filters are the same", () => {
  const cursor = cursorsFor("acc_1", ["calls", undefined]).encode(["2026-01-01", "cal_1"]);
  expect(cursorsFor("acc_1", ["calls", null]).decode(cursor)).toEqual(["2026-01-01", "cal_1"]);
  for (const none of [null, undefined, ""]) expect(cursorsFor("acc_1", ["calls"]).decode(none)).toBeNull();
});

test("a cursor outlives a key rotation, and not the removal of its key", () => {
  const newer = "another secret of that length";
  const cursor = cursorsFor("acc_1", ["calls"]).encode(["2026-01-01", "cal_1"]);
  const rotated = cursorsFor("acc_1", ["calls"], deriveKeyRing([newer, secret]));
  expect(rotated.decode(cursor)).toEqual(["2026-01-01", "cal_1"]);
  refused(() => cursorsFor("acc_1", ["calls"], deriveKeyRing(newer)).decode(cursor));
});

test("a cursor is short enough for the arguments that take one, however long the filter is", () => {
  const last: RowPosition = ["2026-01-01T00:00:00.000000+00:00", `abc_${"0".repeat(26)}`];
  expect(cursorsFor("acc_1", ["calls", "x".repeat(10_000)]).encode(last).length).toBeLessThanOrEqual(200);
});

test("a cursor of earlier releases is refused", () => {
  const older = Buffer.from("2026-01-01T00:00:00.000Z cal_1").toString("base64url");
  const signed = keyRing.blindIndex("invoices.cursor.acc_1", older).slice(0, 32);
  for (const text of [older, `${older}.${signed}`])
    refused(() => cursorsFor("acc_1", ["calls"]).decode(text));
});

test("a shared cursor with a right checksum and a wrong position is refused", () => {
  const offset = z.int().min(0);
  const forged = sharedCursors(["properties"], z.unknown());
  for (const position of [-1, 1.5, "1", null, [1]])
    refused(() => sharedCursors(["properties"], offset).decode(forged.encode(position)));
  expect(sharedCursors(["properties"], offset).decode(forged.encode(7))).toBe(7);
});

test("pages joined by their cursors are the whole list, each row once", () => {
  const aSize = fc.integer({ min: 1, max: 7 });
  fc.assert(
    fc.property(fc.nat(30), aSize, (count, limit) => {
      const rows = Array.from({ length: count }, (_, index) => ({
        createdAt: new Date(1_700_000_000_000 - Math.floor(index / 3)),
        id: `row_${String(99 - index)}`,
      }));
      const cursors = cursorsFor("acc_1", ["rows"]);
      const seen: string[] = [];
      for (let after: string | null = null; ;) {
        const from = cursors.decode(after);
        const rest = rows.filter((row) => from === null || isBehind(rowEnd(row), from));
        const page = cutPage(rest.slice(0, limit + 1), limit, cursors, rowEnd);
        seen.push(...page.rows.map(({ id }) => id));
        if (page.nextCursor === null) break;
        after = page.nextCursor;
      }
      expect(seen).toEqual(rows.map(({ id }) => id));
    }),
  );
});

const isBehind = ([at, id]: RowPosition, [fromAt, fromId]: RowPosition): boolean =>
  at < fromAt || (at === fromAt && id < fromId);
