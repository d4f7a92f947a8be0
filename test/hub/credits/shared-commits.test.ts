import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inPipelinedTransaction } from "../../../src/db/pipelined-transaction.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import { creditAccount, openAccount } from "../../../subgraphs/hub/credits/account.ts";
import { consumeCredits } from "../../../subgraphs/hub/credits/consume.service.ts";
import { dieAt, watchStatements } from "../../support/crash.ts";
import { ledgerFaults } from "../support/ledger.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

const given = 1_000;

/** New accounts with credits. */
async function openOwners(
  count: number,
  name = (index: number) => `${newId("usr")}${index}`,
): Promise<string[]> {
  const owners = Array.from({ length: count }, (_, index) => name(index));
  await asSystem(app.contextFor(null).em, async (em) => {
    for (const ownerId of owners) {
      const account = await openAccount(em, ownerId, "central", new Date());
      await creditAccount(em, account, { type: "grant", amount: given, description: "x" }, new Date());
    }
  });
  return owners;
}

const consume = (ownerId: string, amount = 1, idempotencyKey: string | null = null) =>
  consumeCredits(app.contextFor(ownerId, { idempotencyKey }), { appId: "central", amount, description: "x" });

/** Balance, and the entries of spending with the transactions that wrote them. */
async function booksOf(ownerId: string) {
  const [row] = await app.database.query<{ balance: number; lots: number; transactions: string[] }>(
    `SELECT balance::int AS balance, (SELECT sum(remaining)::int FROM hub.credit_lots l WHERE l.account_id = a.id) AS lots,
       ARRAY(SELECT e.xmin::text FROM hub.credit_entries e WHERE e.account_id = a.id AND e.type = 'consume') AS transactions
     FROM hub.credit_accounts a WHERE owner_id = $1`,
    [ownerId],
  );
  return row!;
}

test("requests of different accounts share transactions, and each is answered with its own balance", async () => {
  const owners = await openOwners(30);
  const twice = [...owners, ...owners];
  const answers = await Promise.all(twice.map((owner, index) => consume(owner, 1 + (index % 30))));
  const transactions = new Set<string>();
  for (const [index, owner] of owners.entries()) {
    const amount = 1 + index;
    const balances = [answers[index]!.balance, answers[index + 30]!.balance];
    expect(balances.toSorted((a, b) => b - a)).toEqual([given - amount, given - 2 * amount]);
    const books = await booksOf(owner);
    expect(books).toMatchObject({ balance: given - 2 * amount, lots: given - 2 * amount });
    expect(books.transactions).toHaveLength(2);
    for (const one of books.transactions) transactions.add(one);
  }
  expect(transactions.size).toBeLessThan(15);
});

test("an account that cannot pay, a repeated key and an unknown account leave the others as they are", async () => {
  const [rich, poor, repeating] = (await openOwners(3)) as [string, string, string];
  const key = newId("idk");
  const first = await consume(repeating, 5, key);
  const answers = await Promise.allSettled([
    consume(rich, 10),
    consume(poor, given + 1),
    consume(newId("usr")),
    consume(repeating, 5, key),
    consume(repeating, 6, key),
  ]);
  expect(answers).toMatchObject([
    { value: { balance: given - 10 } },
    { reason: { code: "INSUFFICIENT_CREDITS" } },
    { reason: { code: "INSUFFICIENT_CREDITS" } },
    { value: first },
    { reason: { code: "IDEMPOTENCY_KEY_REUSED" } },
  ]);
  expect((await booksOf(repeating)).balance).toBe(given - 5);
});

test("a write that the database refuses fails alone, and its neighbours are charged once", async () => {
  const owners = await openOwners(9);
  const poison = owners[4]!;
  await app.database.query(`CREATE FUNCTION hub.refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'poison'; END $$`);
  await app.database.query(`CREATE TRIGGER poison BEFORE INSERT ON hub.credit_entries
    FOR EACH ROW WHEN (NEW.owner_id = '${poison}') EXECUTE FUNCTION hub.refuse_poison()`);
  const answers = await Promise.allSettled(owners.map((owner) => consume(owner)));
  await app.database.query("DROP TRIGGER poison ON hub.credit_entries");
  await app.database.query("DROP FUNCTION hub.refuse_poison");
  for (const [index, owner] of owners.entries()) {
    const isPoison = owner === poison;
    expect(answers[index]!.status).toBe(isPoison ? "rejected" : "fulfilled");
    const { balance, transactions } = await booksOf(owner);
    expect([balance, transactions.length]).toEqual(isPoison ? [given, 0] : [given - 1, 1]);
  }
});

test("an account that another transaction has locked does not hold up the others", async () => {
  const owners = await openOwners(6);
  const locked = owners[3]!;
  const guard = new pg.Client({ connectionString: app.database.url });
  await guard.connect();
  await guard.query("BEGIN");
  await guard.query("SELECT 1 FROM hub.credit_accounts WHERE owner_id = $1 FOR UPDATE", [locked]);
  const waiting = consume(locked);
  const others = owners.filter((owner) => owner !== locked);
  await Promise.all(others.map((owner) => consume(owner)));
  expect((await booksOf(locked)).transactions).toEqual([]);
  await guard.query("COMMIT");
  await guard.end();
  expect((await waiting).balance).toBe(given - 1);
  for (const owner of owners) expect((await booksOf(owner)).transactions).toHaveLength(1);
});

test("a shared transaction sees the rows of its owners only, whatever their ids are", async () => {
  const odd = ['a"b', "a\\", "{a,b}", "a', true); SET LOCAL app.system = 'on'; --", "a b"];
  const owners = await openOwners(5, (index) => `${newId("usr")}${odd[index]}`);
  const [stranger] = (await openOwners(1)) as [string];
  const seen = await inPipelinedTransaction(
    app.contextFor(null),
    (em) => executeSql<{ owner: string }>(em, "SELECT owner_id AS owner FROM credit_accounts"),
    { owners },
  );
  expect(seen.map(({ owner }) => owner).toSorted()).toEqual(owners.toSorted());
  const taken = inPipelinedTransaction(
    app.contextFor(null),
    (em) =>
      executeSql(em, "UPDATE credit_accounts SET balance = balance - 1 WHERE owner_id = $1 RETURNING 1", [
        stranger,
      ]),
    { owners },
  );
  expect(await taken).toEqual([]);
  await Promise.all(owners.map((owner) => consume(owner)));
  for (const owner of owners) expect((await booksOf(owner)).balance).toBe(given - 1);
});

describe.each([
  ["before it was done", false],
  ["after it was done", true],
])("a process that dies at any statement, %s", (_name, isDone) => {
  test("charges each account once at most, and once when it has answered", async () => {
    const restore = await watchStatements(app.contextFor(null).em);
    try {
      for (let at = 1; ; at++) {
        const owners = await openOwners(3);
        const run = await dieAt({ at, isDone }, () =>
          Promise.allSettled(
            owners.map((owner, index) => consume(owner, 1, index === 0 ? newId("idk") : null)),
          ),
        );
        for (const [index, owner] of owners.entries()) {
          const { balance, lots, transactions } = await booksOf(owner);
          const charged = given - balance;
          expect([charged, given - lots], `statement ${at}`).toEqual([
            transactions.length,
            transactions.length,
          ]);
          expect(charged).toBeLessThanOrEqual(1);
          if (run.answer?.[index]?.status === "fulfilled") expect(charged).toBe(1);
        }
        if (!run.hasDied) break;
        expect(at).toBeLessThan(100);
      }
    } finally {
      restore();
    }
  });
});

test("the books of all these accounts add up", async () => {
  expect(await ledgerFaults(app.database)).toEqual([]);
});
