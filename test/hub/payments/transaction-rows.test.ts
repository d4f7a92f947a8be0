import { afterAll, beforeAll, expect, test } from "vitest";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { leftOf, newPayment, ShownPayments } from "./payment-world.ts";

const shown = new ShownPayments();
let app: HubApp;
beforeAll(async () => {
  app = await createHubApp({ processor: shown.port });
});
afterAll(() => app?.close());

test("an erased account's payment is kept, without the payer's text", async () => {
  const one = await newPayment(app, shown, { description: "For my sister", metadata: { note: "private" } });
  await app.database.query("INSERT INTO hub.users (id, created_at, last_seen_at) VALUES ($1, now(), now())", [
    one.ownerId,
  ]);
  await app.database.query("SELECT hub.erase_user($1, 'usr_gone', now())", [one.ownerId]);
  const rows = await app.database.query(
    "SELECT owner_id, description, metadata, amount::float8 AS amount FROM hub.payment_transactions WHERE id = $1",
    [one.transaction.id],
  );
  expect(rows).toEqual([
    { owner_id: "usr_gone", description: "checkout_session", metadata: {}, amount: 1_000 },
  ]);
});

test.each([
  ["a negative amount", "amount = -1"],
  ["more given back than was paid", "amount_refunded = amount + 1"],
  ["a state of no table", "status = 'lost'"],
  ["given back, but not all of it", "status = 'refunded', amount_refunded = 1"],
  ["given back in part, but nothing of it", "status = 'partially_refunded'"],
  ["a free amount that buys credits", "credits = 100"],
  ["a free amount that buys a package", "package_id = 'pkg_starter'"],
])("the database itself refuses %s", async (_what, change) => {
  const one = await newPayment(app, shown);
  const { id } = one.transaction;
  await expect(
    app.database.query(`UPDATE hub.payment_transactions SET ${change} WHERE id = $1`, [id]),
  ).rejects.toThrow(/check constraint/);
  expect((await leftOf(app, one)).status).toBe("pending");
});
