import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../../src/db/transaction.ts";
import {
  postFromSource,
  type SourceEntry,
  type SourceResult,
} from "../../../subgraphs/hub/accounting/journal/post-source.service.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { contextOf, newPerson } from "./bookkeeper.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const invoice = (id: string, cents: number): SourceEntry => ({
  source: { app: "invoicer", kind: "invoice", id },
  currency: "USD",
  date: "2026-05-04",
  memo: `Invoice ${id}`,
  lines: [
    { accountCode: "1100", debit: cents, credit: 0, client: "Corner Bakery" },
    { accountCode: "4000", debit: 0, credit: cents },
  ],
});

function send(person: { ownerId: string }, entry: SourceEntry): Promise<SourceResult> {
  const ctx = contextOf(app, person);
  return inTransaction(ctx, (em) => postFromSource(em, ctx, entry));
}

test("a record is posted once, into a ledger that is created for it, also when it is sent many times at once", async () => {
  const person = await newPerson(app);
  const results = await Promise.all(Array.from({ length: 8 }, () => send(person, invoice("inv_1", 10_900))));
  expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(["posted", ...Array(7).fill("unchanged")]);
  expect(new Set(results.map(({ entryId }) => entryId)).size).toBe(1);
  const { body } = await app.get("/accounting/journal-entries", person.headers);
  expect(body.entries).toHaveLength(1);
  expect(body.entries[0]).toMatchObject({
    status: "posted",
    number: "JE-2026-000001",
    total: 109,
    source: { app: "invoicer", kind: "invoice", id: "inv_1" },
  });
  expect(body.entries[0].lines[0]).toMatchObject({ app: "invoicer", client: "Corner Bakery" });
});

test("a replay of all history gives the same ledger, and changed content is reported and not posted", async () => {
  const person = await newPerson(app);
  const history = Array.from({ length: 5 }, (_, n) => invoice(`inv_${n}`, 100 + n));
  for (const entry of history) expect((await send(person, entry)).outcome).toBe("posted");
  const ledger = async () => (await app.get("/accounting/journal-entries", person.headers)).body;
  const before = await ledger();
  for (const entry of history.toReversed()) expect((await send(person, entry)).outcome).toBe("unchanged");
  expect((await send(person, invoice("inv_0", 999))).outcome).toBe("changed");
  expect(await ledger()).toEqual(before);
});

test("lines that do not balance, a code that is missing and a failed transaction leave nothing behind", async () => {
  const person = await newPerson(app);
  const given = invoice("inv_1", 100);
  const refusals = [
    { ...given, lines: [given.lines[0]!, { ...given.lines[1]!, credit: 99 }] },
    { ...given, lines: [given.lines[0]!, { ...given.lines[1]!, accountCode: "9999" }] },
    { ...given, lines: [{ ...given.lines[0]!, credit: 100 }, given.lines[1]!] },
  ];
  for (const refused of refusals)
    await expect(send(person, refused)).rejects.toMatchObject({ status: expect.any(Number) });
  const ctx = contextOf(app, person);
  const failing = inTransaction(ctx, async (em) => {
    await postFromSource(em, ctx, given);
    throw new Error("fails after the posting");
  });
  await expect(failing).rejects.toThrow("fails after the posting");
  expect((await app.get("/accounting/journal-entries", person.headers)).body.entries).toEqual([]);
  expect((await send(person, given)).outcome).toBe("posted");
  expect((await app.get("/accounting/journal-entries", person.headers)).body.entries[0].number).toBe(
    "JE-2026-000001",
  );
});
