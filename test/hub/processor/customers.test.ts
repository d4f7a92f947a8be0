import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asSystem } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import {
  adoptCustomer,
  customerOf,
  forgetCustomer,
  ownerOfCustomer,
} from "../../../subgraphs/hub/processor/customers.service.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { startStandIn, type Reply, type SeenRequest, type StandIn } from "./stand-in.ts";

let standIn: StandIn;
let app: HubApp;
beforeAll(async () => {
  standIn = await startStandIn();
  app = await createHubApp({ processor: standIn.processor });
});
afterAll(async () => {
  await app?.close();
  await standIn?.close();
});

/** As the processor: one customer a key, whatever the order. */
const customers = new Map<string, string>();
const makeCustomer = ({ headers }: SeenRequest): Reply => {
  const key = String(headers["idempotency-key"]);
  customers.set(key, customers.get(key) ?? newId("cus"));
  return { body: { id: customers.get(key), object: "customer" } };
};
beforeEach(() => standIn.answer(makeCustomer));

async function newPerson(): Promise<string> {
  const ownerId = newId("usr");
  const headers = await app.as(ownerId, { email: `${ownerId}@x.example`, email_verified: true, name: "Ann" });
  await app.get("/credits/balance/central", headers);
  return ownerId;
}

async function rowOf(ownerId: string) {
  const sql = "SELECT customer_id, generation, email, name FROM hub.processor_customers WHERE owner_id = $1";
  return (await app.database.query(sql, [ownerId]))[0] ?? null;
}

describe("the customer of an account", () => {
  test("looking up a customer does not create it", async () => {
    const ownerId = await newPerson();
    expect(await customerOf(app.contextFor(ownerId))).toBeNull();
    expect(await rowOf(ownerId)).toBeNull();
    expect(standIn.seen).toEqual([]);
  });

  test("a customer is created with the user's current data, which is then deleted here", async () => {
    const ownerId = await newPerson();
    const customerId = await customerOf(app.contextFor(ownerId), { create: true });
    expect(standIn.seen.map(({ form, headers }) => [form, headers["idempotency-key"]])).toEqual([
      [
        { email: `${ownerId}@x.example`, name: "Ann", "metadata[userId]": ownerId },
        `hub:customer:${ownerId}`,
      ],
    ]);
    expect(await rowOf(ownerId)).toEqual({ customer_id: customerId, generation: 1, email: null, name: null });
    expect(await customerOf(app.contextFor(ownerId))).toBe(customerId);
    expect(await customerOf(app.contextFor(ownerId), { create: true })).toBe(customerId);
    expect(standIn.seen).toHaveLength(1);
    expect(await ownerOfCustomer(app.contextFor(null).em, customerId)).toBe(ownerId);
  });

  test("concurrent requests create one customer", async () => {
    const ownerId = await newPerson();
    const made = await Promise.all(
      Array.from({ length: 20 }, () => customerOf(app.contextFor(ownerId), { create: true })),
    );
    expect(new Set(made).size).toBe(1);
    expect(new Set(standIn.seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  });

  test("a retry after a lost response creates the same customer, also under another name", async () => {
    const ownerId = await newPerson();
    standIn.answer((request) => {
      makeCustomer(request);
      return { trouble: "cut" };
    });
    const ctx = app.contextFor(ownerId);
    await expect(customerOf(ctx, { create: true })).rejects.toMatchObject({
      code: "PROCESSOR_ERROR",
      details: { unknownOutcome: true },
    });
    const [lost] = standIn.seen;
    await app.database.query("UPDATE hub.users SET name = 'Bea' WHERE id = $1", [ownerId]);
    standIn.answer(makeCustomer);
    expect(await customerOf(ctx, { create: true })).toBe(customers.get(`hub:customer:${ownerId}`));
    expect(standIn.seen[0]!.form).toEqual(lost!.form);
  });

  test("a customer deleted at the processor is replaced by another", async () => {
    const ownerId = await newPerson();
    const first = await customerOf(app.contextFor(ownerId), { create: true });
    expect(await forgetCustomer(app.contextFor(null).em, first)).toBe(ownerId);
    expect(await forgetCustomer(app.contextFor(null).em, first)).toBeNull();
    const second = await customerOf(app.contextFor(ownerId), { create: true });
    expect(second).not.toBe(first);
    expect(standIn.seen.at(-1)!.headers["idempotency-key"]).toBe(`hub:customer:${ownerId}:2`);
  });

  test("a customer that exists at the processor is adopted, and kept", async () => {
    const ownerId = newId("usr");
    const ctx = app.contextFor(null);
    expect(await adoptCustomer(ctx, ownerId, "cus_demo_1")).toBe("cus_demo_1");
    expect(await adoptCustomer(ctx, ownerId, "cus_demo_2")).toBe("cus_demo_1");
    expect(await customerOf(app.contextFor(ownerId), { create: true })).toBe("cus_demo_1");
    expect(standIn.seen).toEqual([]);
  });

  test("a customer is never created inside a transaction", async () => {
    const ctx = app.contextFor(newId("usr"));
    const inside = asSystem(ctx.em, () => customerOf(ctx, { create: true }));
    await expect(inside).rejects.toThrow("outside of transactions");
    expect(standIn.seen).toEqual([]);
  });
});
