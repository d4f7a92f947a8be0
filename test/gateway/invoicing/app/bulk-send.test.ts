import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../support/app.ts";
import { openSharedApp } from "../../../support/shared-app.ts";
import { until } from "../../../support/poll.ts";
import { spentOn } from "../../support/people.ts";
import { createToolAccount, type ToolAccount } from "./accounts.ts";
import { mailsTo, mailTo } from "./mails.ts";

let app: TestApp;
let account: ToolAccount;
beforeAll(async () => {
  app = await openSharedApp();
  account = await createToolAccount(app);
});
afterAll(() => app?.close());

async function newDraft(client: string, of = account): Promise<string> {
  const items = [{ description: "Work", amount: 50 }];
  return (await of.act("create_invoice", { client, items })).invoiceId as string;
}

interface Counts {
  sent: number;
  failed: number;
}

const finished = (batchId: string) =>
  until("the batch is finished", async () => {
    const batch = await account.act("get_invoice_batch", { batchId });
    return batch.status === "finished" ? batch : null;
  });

test("each draft of a batch is issued and mailed once, and each has a result", async () => {
  const drafts = await Promise.all(
    Array.from({ length: 5 }, (_, index) => newDraft(`bulk-${index}@client.example`)),
  );
  const issued = await newDraft("issued@client.example");
  await account.act("mark_invoice_sent", { invoiceId: issued });
  const stranger = await createToolAccount(app);
  const foreign = await newDraft("foreign@client.example", stranger);
  const spent = () => spentOn(app.database, account.ownerId, "invoice.send");
  const before = await spent();
  const invoiceIds = [...drafts, issued, foreign, "inv_nobodys"];
  const made = await account.act("bulk_send_invoices", { invoiceIds });
  expect(made.results).toHaveLength(8);
  const batch = await finished(made.id as string);
  expect(batch).toMatchObject({ sent: 5, failed: 3, pending: 0 });
  expect(batch.results.slice(0, 5)).toEqual(
    drafts.map((invoiceId) => ({ invoiceId, status: "sent", ok: true, errorCode: null, error: null })),
  );
  const codes = batch.results.slice(5).map(({ errorCode }: { errorCode: string }) => errorCode);
  expect(codes).toEqual(["INVOICE_STATE_CONFLICT", "INVOICE_NOT_FOUND", "INVOICE_NOT_FOUND"]);
  const numbers = await Promise.all(
    drafts.map(async (invoiceId) => (await account.act("get_invoice", { invoiceId })).number as string),
  );
  expect(new Set(numbers).size).toBe(5);
  for (const [index, number] of numbers.entries()) {
    await mailTo(app, `bulk-${index}@client.example`, number);
    expect(await mailsTo(app, `bulk-${index}@client.example`)).toHaveLength(1);
  }
  const untouched = await stranger.act("get_invoice", { invoiceId: foreign });
  expect(untouched).toMatchObject({ status: "draft", number: null });
  // 0.2 credits for each draft.
  await until("the batch is charged", async () => (await spent()) > before);
  expect((await spent()) - before).toBeCloseTo(5 * 0.2);
  const [{ actorType }] = (await account.act("list_invoice_history", { invoiceId: drafts[0]! })).entries;
  expect(actorType).toBe("api_key");
});

test("an invoice of two batches at once is sent once", async () => {
  const drafts = await Promise.all([1, 2, 3, 4].map((n) => newDraft(`twice-${n}@client.example`)));
  const batches = await Promise.all([
    account.act("bulk_send_invoices", { invoiceIds: drafts }),
    account.act("bulk_send_invoices", { invoiceIds: drafts.toReversed() }),
  ]);
  const results = (await Promise.all(batches.map(({ id }) => finished(id as string)))) as Counts[];
  expect(results.reduce((sum, { sent }) => sum + sent, 0)).toBe(4);
  expect(results.reduce((sum, { failed }) => sum + failed, 0)).toBe(4);
});

test("a batch of another account does not exist, and IDs must be different", async () => {
  const made = await account.act("bulk_send_invoices", {
    invoiceIds: [await newDraft("own@client.example")],
  });
  await finished(made.id as string);
  const none = await account.refused("bulk_send_invoices", { invoiceIds: ["inv_nobodys"] });
  expect(none).toMatchObject({ status: 404, code: "INVOICE_NOT_FOUND" });
  const stranger = await createToolAccount(app);
  const missing = await stranger.refused("get_invoice_batch", { batchId: "ibt_none" });
  expect(await stranger.refused("get_invoice_batch", { batchId: made.id })).toEqual(missing);
  const twice = { invoiceIds: ["inv_nobodys", "inv_nobodys"] };
  expect(await account.refused("bulk_send_invoices", twice)).toMatchObject({ code: "VALIDATION_ERROR" });
});

test("a credential that is limited to an app does not see a batch with an invoice of another one", async () => {
  const draft = await newDraft("limited@client.example");
  const { id: batchId } = await account.act("bulk_send_invoices", { invoiceIds: [draft] });
  await finished(batchId as string);
  const token = await app.tokenFor({ sub: account.ownerId, apps: ["invoicer"] });
  const headers = { authorization: `Bearer ${token}`, "x-app-id": "invoicer" };
  const read = async () => (await app.tool("get_invoice_batch", { batchId }, headers)).status;
  expect(await read()).toBe(200);
  await app.database.query("UPDATE gateway.invoices SET app_id = 'central' WHERE id = $1", [draft]);
  expect(await read()).toBe(404);
  expect((await account.act("get_invoice_batch", { batchId })).sent).toBe(1);
});
