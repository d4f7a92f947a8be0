import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asSystem } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import { executeSql } from "../../../src/db/sql.ts";
import type { ChangesPage, ProviderTransaction } from "../../../subgraphs/hub/banking/bank.port.ts";
import { applyStaged, stagePage } from "../../../subgraphs/hub/banking/transactions/staged.rows.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

/** A transaction of the model, identified by its amount. */
function transaction(
  number: number,
  amount: number,
  pendingOf: number | null,
  pending: boolean,
): ProviderTransaction {
  return {
    providerId: `t${number}`,
    providerAccountId: "a1",
    amount,
    currency: "USD",
    date: "2026-05-04",
    authorizedDate: null,
    name: `Thing ${number}`,
    merchantName: null,
    category: null,
    pending,
    pendingProviderId: pendingOf === null ? null : `t${pendingOf}`,
    paymentChannel: "other",
    logoUrl: null,
  };
}

interface Step {
  kind: string;
  pick: number;
  amount: number;
}
const step = fc.record({
  kind: fc.constantFrom("add", "addPending", "modify", "remove", "post"),
  pick: fc.nat(20),
  amount: fc.integer({ min: -5_000, max: 5_000 }),
});
const history = fc.array(
  fc.record({ steps: fc.array(step, { maxLength: 12 }), pageSize: fc.integer({ min: 1, max: 4 }) }),
  { minLength: 1, maxLength: 5 },
);

/** Applies steps to the provider's transactions, and returns what a sync then reports, cut into pages. */
function play(present: Map<number, ProviderTransaction>, steps: Step[], next: () => number) {
  const changes: { kind: "added" | "modified" | "removed"; change: ProviderTransaction }[] = [];
  for (const { kind, pick, amount } of steps) {
    const numbers = [...present.keys()];
    const chosen = numbers[pick % Math.max(1, numbers.length)];
    const add = (pendingOf: number | null, pending: boolean) => {
      const number = next();
      const change = transaction(number, amount, pendingOf, pending);
      present.set(number, change);
      changes.push({ kind: "added", change });
    };
    if (kind === "add" || kind === "addPending") add(null, kind === "addPending");
    else if (chosen === undefined) continue;
    else if (kind === "modify") {
      const change = { ...present.get(chosen)!, amount };
      present.set(chosen, change);
      changes.push({ kind: "modified", change });
    } else {
      const gone = present.get(chosen)!;
      present.delete(chosen);
      changes.push({ kind: "removed", change: gone });
      if (kind === "post" && gone.pending) add(chosen, false);
    }
  }
  return changes;
}

test("any history of added, changed, removed and posted transactions leaves the provider's set, however it is paged", async () => {
  await fc.assert(
    fc.asyncProperty(history, async (syncs) => {
      const ownerId = newId("usr");
      const connectionId = newId("conn");
      const ctx = app.contextFor(null);
      await app.database.query(
        `WITH c AS (INSERT INTO hub.bank_connections (id, owner_id, institution_id, institution_name, status, products,
           item_id, access_token_sealed, next_sync_allowed_at, created_at, updated_at)
           VALUES ($1, $2, 'ins_1', 'A bank', 'active', '{}', $1, 'x', now(), now(), now()))
         INSERT INTO hub.bank_accounts (id, connection_id, owner_id, provider_account_id, name, type, currency,
           balances_as_of, is_active, created_at, updated_at)
         VALUES ($3, $1, $2, 'a1', 'Checking', 'depository', 'USD', now(), true, now(), now())`,
        [connectionId, ownerId, newId("bacc")],
      );
      const present = new Map<number, ProviderTransaction>();
      const notes = new Map<string, string>();
      let number = 0;
      for (const { steps, pageSize } of syncs) {
        const changes = play(present, steps, () => ++number);
        // The owner's notes on a pending transaction move to the posted one.
        for (const { kind, change } of changes)
          if (kind === "added" && change.pendingProviderId && notes.has(change.pendingProviderId))
            notes.set(change.providerId, notes.get(change.pendingProviderId)!);
        const run = { runId: newId("run"), connectionId, ownerId };
        for (let twice = 0; twice < 2; twice++) {
          await asSystem(ctx.em, async (em) => {
            for (let from = 0; from < changes.length; from += pageSize) {
              const of = (kind: string) =>
                changes.slice(from, from + pageSize).filter((one) => one.kind === kind);
              // Within a page of the provider a transaction appears once, with its last change.
              const last = (kind: string) =>
                of(kind)
                  .filter(
                    (one) =>
                      changes
                        .slice(from, from + pageSize)
                        .findLast(({ change }) => change.providerId === one.change.providerId) === one,
                  )
                  .map(({ change }) => change);
              const page: ChangesPage = {
                added: last("added"),
                modified: last("modified"),
                removed: last("removed").map(({ providerId }) => providerId),
                nextCursor: "x",
                hasMore: false,
              };
              await stagePage(em, run, page, from * 3);
            }
            await applyStaged(em, { ...run, itemId: connectionId, now: new Date(), since: "2026-01-01" });
          });
        }
        const stored = await app.database.query<{ id: string; amount: number; note: string | null }>(
          `SELECT provider_id AS id, amount::float8 AS amount, note FROM hub.bank_transactions
           WHERE connection_id = $1 AND status = 'active'`,
          [connectionId],
        );
        const shown = Object.fromEntries(stored.map(({ id, amount }) => [id, amount]));
        expect(shown).toEqual(
          Object.fromEntries([...present.values()].map(({ providerId, amount }) => [providerId, amount])),
        );
        for (const { id, note } of stored) if (notes.has(id)) expect([id, note]).toEqual([id, notes.get(id)]);
        const [first] = stored.filter(({ note }) => note === null);
        if (first) {
          notes.set(first.id, `note of ${first.id}`);
          await asSystem(ctx.em, (em) =>
            executeSql(
              em,
              "UPDATE bank_transactions SET note = $3 WHERE connection_id = $1 AND provider_id = $2",
              [connectionId, first.id, notes.get(first.id)],
            ),
          );
        }
      }
    }),
    { numRuns: 40 },
  );
});
