import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../../src/ids.ts";
import type { GatewayApp } from "../../support/gateway-app.ts";
import { openSharedGateway } from "../../support/shared-gateway.ts";
import { createInvoice } from "../../support/invoices.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await openSharedGateway();
});
afterAll(() => app?.close());

const page = /* GraphQL */ `
  query ($status: [InvoiceStatus!], $limit: Int, $after: String) {
    invoices(status: $status, limit: $limit, after: $after) {
      total
      nextCursor
      invoices {
        id
        status
      }
    }
  }
`;

async function createMany(
  ownerId: string,
  count: number,
  over: Record<string, unknown> = {},
): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) ids.push((await createInvoice(app, { ownerId }, over)).id);
  return ids;
}

describe("paging", () => {
  test("pages list every invoice once, newest first, also when one is created in between", async () => {
    const ownerId = newId("usr");
    const ids = await createMany(ownerId, 7);
    const seen: string[] = [];
    for (let after: string | null = null, pages = 0; pages < 4; pages++) {
      const { data } = await app.run(page, { limit: 2, after }, { ownerId });
      seen.push(...data.invoices.invoices.map(({ id }: { id: string }) => id));
      after = data.invoices.nextCursor;
      if (pages === 0) await createMany(ownerId, 1);
      expect(after === null).toBe(pages === 3);
    }
    expect(seen).toEqual(ids.toReversed());
  });

  test("invoices of one moment are each shown once", async () => {
    const caller = { ownerId: newId("usr"), at: new Date("2026-01-01T00:00:00.000Z") };
    for (let index = 0; index < 4; index++) await createInvoice(app, caller);
    const first = await app.run(page, { limit: 3 }, caller);
    const rest = await app.run(page, { limit: 3, after: first.data.invoices.nextCursor }, caller);
    const ids = [first, rest].flatMap(({ data }) =>
      data.invoices.invoices.map(({ id }: { id: string }) => id),
    );
    expect(new Set(ids).size).toBe(4);
  });

  test("a cursor of another filter, of another account or made up is refused", async () => {
    const ownerId = newId("usr");
    await createMany(ownerId, 2);
    const { data } = await app.run(page, { limit: 1 }, { ownerId });
    const after = data.invoices.nextCursor;
    expect((await app.run(page, { after, status: ["draft"] }, { ownerId })).code).toBe("INVALID_CURSOR");
    expect((await app.run(page, { after })).code).toBe("INVALID_CURSOR");
    expect((await app.run(page, { after: "abc" }, { ownerId })).code).toBe("INVALID_CURSOR");
  });

  test.each([0, 101])("a limit of %d is refused", async (limit) => {
    expect((await app.run(page, { limit })).code).toBe("VALIDATION_ERROR");
  });
});

test("a sent invoice is overdue from the day after its due date", async () => {
  const ownerId = newId("usr");
  const dueDate = "2026-05-10";
  await createInvoice(app, { ownerId }, { sendEmail: true, dueDate });
  const statusAt = async (at: string, status?: string[]) => {
    const { data } = await app.run(page, { status }, { ownerId, at: new Date(at) });
    return data.invoices.invoices.map((invoice: { status: string }) => invoice.status);
  };
  expect(await statusAt("2026-05-10T23:59:59.999Z")).toEqual(["sent"]);
  expect(await statusAt("2026-05-11T00:00:00.000Z")).toEqual(["overdue"]);
  expect(await statusAt("2026-05-10T23:59:59.999Z", ["overdue"])).toEqual([]);
  expect(await statusAt("2026-05-11T00:00:00.000Z", ["sent"])).toEqual([]);
  expect(await statusAt("2026-05-11T00:00:00.000Z", ["draft", "overdue"])).toEqual(["overdue"]);
});

describe("recent invoices", () => {
  const references = /* GraphQL */ `
    query ($representations: [_Any!]!) {
      _entities(representations: $representations) {
        ... on App {
          appId
          recentInvoices(first: 2) {
            id
          }
        }
        ... on User {
          id
          recentInvoices(first: 3) {
            id
          }
        }
      }
    }
  `;

  test("of many apps and of the user are read in one transaction", async () => {
    const ownerId = newId("usr");
    const ids = await createMany(ownerId, 4);
    await createMany(newId("usr"), 1);
    const apps = Array.from({ length: 20 }, (_, index) => (index === 7 ? "invoicer" : `app-${index}`));
    const representations = [
      ...apps.map((appId) => ({ __typename: "App", appId })),
      { __typename: "User", id: ownerId },
    ];
    const newest = ids.toReversed().map((id) => ({ id }));
    const transactions = await countTransactions(async () => {
      const { data, error } = await app.run(references, { representations }, { ownerId });
      expect(error).toBeUndefined();
      expect(data._entities[7].recentInvoices).toEqual(newest.slice(0, 2));
      expect(data._entities[8].recentInvoices).toEqual([]);
      expect(data._entities[20].recentInvoices).toEqual(newest.slice(0, 3));
    });
    expect(transactions).toBe(1);
  });

  test("are null for a user who is not the caller", async () => {
    const representations = [{ __typename: "User", id: newId("usr") }];
    const { data } = await app.run(references, { representations }, { principal: { isAdmin: true } });
    expect(data._entities).toEqual([null]);
  });

  test("show their lines and amounts", async () => {
    const ownerId = newId("usr");
    const { total, lines } = await createInvoice(app, { ownerId }, { taxRate: 8.25 });
    const query =
      "query($r: [_Any!]!) { _entities(representations: $r) { ... on User { recentInvoices { total lines { id description quantity unitPrice total taxRates } } } } }";
    const { data } = await app.run(query, { r: [{ __typename: "User", id: ownerId }] }, { ownerId });
    expect(data._entities[0].recentInvoices).toEqual([{ total, lines }]);
  });
});

/** Counts the connections that are taken from the pool while `work` runs: one for each transaction. */
async function countTransactions(work: () => Promise<void>): Promise<number> {
  const pool = await app.gateway.database.orm.em.getConnection().getNativeClient();
  let count = 0;
  const listener = () => void count++;
  pool.on("acquire", listener);
  await work();
  pool.off("acquire", listener);
  return count;
}
