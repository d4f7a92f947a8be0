import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../../src/ids.ts";
import { act, ask, externalInvoice } from "../../support/documents.ts";
import type { GatewayApp } from "../../support/gateway-app.ts";
import { openSharedGateway } from "../../support/shared-gateway.ts";
import { createInvoice } from "../../support/invoices.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await openSharedGateway();
});
afterAll(() => app?.close());

const at = new Date("2026-06-01T12:00:00.000Z");
const series = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index + 1).padStart(6, "0")}`);

/** Fails after its number was given: the line's text cannot be stored. */
const failsLate = externalInvoice({ items: [{ description: "late\0fault", quantity: 1, unitPrice: 1 }] });

describe.each([
  ["createExternalInvoice", "invoiceNumber", "INV-2026-"],
  ["createExternalQuotation", "quotationNumber", "QUO-2026-"],
] as const)("numbers of %s", (name, field, prefix) => {
  test("have no gap and no double with 50 at once and failures between them", async () => {
    const caller = { ownerId: newId("usr"), at };
    const answers = await Promise.all(
      Array.from({ length: 75 }, (_, index) =>
        ask(app, name, index % 3 === 2 ? failsLate : externalInvoice(), caller),
      ),
    );
    const numbers = answers.flatMap(({ data }) => (data?.[name] ? [data[name][field] as string] : []));
    expect(numbers.toSorted()).toEqual(series(prefix, 50));
    expect(answers.filter(({ error }) => error)).toHaveLength(25);
    expect((await act(app, name, externalInvoice(), caller))[field]).toBe(`${prefix}000051`);
  });

  test("begin anew each year of the account's own calendar", async () => {
    const ownerId = newId("usr");
    await act(app, "updateInvoiceSettings", { timezone: "Asia/Tokyo" }, { ownerId });
    const moments = ["2026-12-31T14:59:00.000Z", "2026-12-31T15:00:00.000Z", "2027-06-01T00:00:00.000Z"];
    const numbers: string[] = [];
    for (const moment of moments) {
      const made = await act(app, name, externalInvoice(), { ownerId, at: new Date(moment) });
      numbers.push(made[field]);
    }
    const kind = prefix.slice(0, 4);
    expect(numbers).toEqual([`${kind}2026-000001`, `${kind}2027-000001`, `${kind}2027-000002`]);
  });

  test("of two accounts are counted apart", async () => {
    for (const ownerId of [newId("usr"), newId("usr")])
      expect((await act(app, name, externalInvoice(), { ownerId, at }))[field]).toBe(`${prefix}000001`);
  });
});

test("the number of a deleted draft is not given again", async () => {
  const caller = { ownerId: newId("usr"), at };
  const { invoiceId } = await act(app, "createExternalInvoice", externalInvoice(), caller);
  await act(app, "deleteDraftInvoice", { invoiceId }, caller);
  const next = await act(app, "createExternalInvoice", externalInvoice(), caller);
  expect(next.invoiceNumber).toBe("INV-2026-000002");
});

test("an invoice keeps its number when it is sent; one without gets the next of the account", async () => {
  const caller = { ownerId: newId("usr"), at };
  const { invoiceId } = await act(app, "createExternalInvoice", externalInvoice(), caller);
  const { id } = await createInvoice(app, caller);
  expect((await act(app, "sendInvoice", { invoiceId }, caller)).number).toBe("INV-2026-000001");
  expect((await act(app, "sendInvoice", { invoiceId: id }, caller)).number).toBe("INV-000001");
  expect((await act(app, "sendInvoice", { invoiceId: id }, caller)).number).toBe("INV-000001");
});
