import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../../src/ids.ts";
import { InvoiceEntity } from "../../../../subgraphs/gateway/invoicing/invoices/invoice.entity.ts";
import { moneyOf } from "../../../../subgraphs/gateway/invoicing/invoices/new-invoice.service.ts";
import { presentExternalInvoice } from "../../../../subgraphs/gateway/invoicing/invoices/present-external-invoice.ts";
import { priceInvoice } from "../../../../subgraphs/gateway/invoicing/invoices/read-invoice-input.ts";
import { act, ask, externalInvoice } from "../../support/documents.ts";
import type { GatewayApp } from "../../support/gateway-app.ts";
import { openSharedGateway } from "../../support/shared-gateway.ts";

interface Item {
  description: string;
  quantity: number;
  unitPrice: number;
}

/** The record of an invoice with these lines, as the service makes it. */
function recordOf(items: readonly Item[], taxRate: number) {
  const priced = priceInvoice({ items, taxRate });
  const row = Object.assign(new InvoiceEntity(), moneyOf(priced), { overdueAt: null, status: "draft" });
  return presentExternalInvoice(row, priced.lines, new Date());
}

/** Half up, in whole numbers: how often `divisor` goes into `value`, the half counted as one more. */
const divideHalfUp = (value: bigint, divisor: bigint) => (2n * value + divisor) / (2n * divisor);
const cents = (amount: number) => BigInt(Math.round(amount * 100));

const quantity = fc.integer({ min: 1, max: 20_000_000 });
const price = fc.integer({ min: 0, max: 5_000_000 });
const rate = fc.integer({ min: 0, max: 1_000_000 });
const lines = fc.array(fc.tuple(quantity, price), { minLength: 1, maxLength: 30 });
const toItems = (drawn: readonly [number, number][]): Item[] =>
  drawn.map(([scaled, minor]) => ({ description: "x", quantity: scaled / 10_000, unitPrice: minor / 100 }));

describe("for any lines and any rate", () => {
  test("each line is its product rounded half up, and the totals are their exact sums", () => {
    fc.assert(
      fc.property(lines, rate, (drawn, drawnRate) => {
        const record = recordOf(toItems(drawn), drawnRate / 10_000);
        const nets = drawn.map(([scaled, minor]) => divideHalfUp(BigInt(scaled) * BigInt(minor), 10_000n));
        const subtotal = nets.reduce((sum, net) => sum + net, 0n);
        expect(record.items.map(({ total }) => cents(total))).toEqual(nets);
        expect(cents(record.subtotal)).toBe(subtotal);
        expect(cents(record.tax)).toBe(divideHalfUp(subtotal * BigInt(drawnRate), 1_000_000n));
        expect(cents(record.total)).toBe(cents(record.subtotal) + cents(record.tax));
        expect(record.taxRate).toBe(drawnRate / 10_000);
      }),
      { numRuns: 500 },
    );
  });

  test("the order of the lines changes no total", () => {
    fc.assert(
      fc.property(lines, rate, fc.infiniteStream(fc.nat()), (drawn, drawnRate, order) => {
        const keyed = drawn.map((line) => ({ line, key: order.next().value as number }));
        const shuffled = keyed.toSorted((a, b) => a.key - b.key).map(({ line }) => line);
        const [a, b] = [drawn, shuffled].map((one) => recordOf(toItems(one), drawnRate / 10_000));
        expect([a!.subtotal, a!.tax, a!.total]).toEqual([b!.subtotal, b!.tax, b!.total]);
      }),
    );
  });
});

let app: GatewayApp;
beforeAll(async () => {
  app = await openSharedGateway();
});
afterAll(() => app?.close());

/** quantity, unit price, rate -> line, tax, total. */
const vectors: [[number, number][], number, number[], number, number][] = [
  [[[2, 10]], 13, [20], 2.6, 22.6],
  // Half cents go up: 0.5 x 0.01 = 0.005.
  [[[0.5, 0.01]], 0, [0.01], 0, 0.01],
  [[[0.4999, 0.01]], 0, [0], 0, 0],
  // 1.005 is one and a half hundredth exactly here, though no binary number is.
  [[[1.005, 1]], 0, [1.01], 0, 1.01],
  [[[2.5, 33.33]], 9.975, [83.33], 8.31, 91.64],
  // Rounded on each line, then summed: three times 0.01, not 0.02.
  [
    [
      [0.5, 0.01],
      [0.5, 0.01],
      [0.5, 0.01],
    ],
    0,
    [0.01, 0.01, 0.01],
    0,
    0.03,
  ],
  // Tax on the sum: 15 % of 0.30 is 0.045, up to 0.05; line by line it would be 0.06.
  [
    [
      [1, 0.1],
      [1, 0.1],
      [1, 0.1],
    ],
    15,
    [0.1, 0.1, 0.1],
    0.05,
    0.35,
  ],
  [
    [
      [3, 10],
      [1, -5],
    ],
    20,
    [30, -5],
    5,
    30,
  ],
  [[[99_999_999.9999, 9_999.99]], 0, [999_998_999_999], 0, 999_998_999_999],
];

test.each(vectors)("%j at %d %% is %j, tax %d, total %d", async (drawn, taxRate, totals, tax, total) => {
  const items = drawn.map(([amount, unitPrice]) => ({ description: "x", quantity: amount, unitPrice }));
  const caller = { ownerId: newId("usr") };
  const record = await act(app, "createExternalInvoice", externalInvoice({ items, taxRate }), caller);
  expect(record.items.map((item: { total: number }) => item.total)).toEqual(totals);
  expect([record.tax, record.total]).toEqual([tax, total]);
});

test.each([
  ["a third decimal", { items: [{ description: "x", quantity: 1, unitPrice: 0.001 }] }, "AMOUNT_PRECISION"],
  ["a fifth decimal of a rate", { taxRate: 1.00001 }, "AMOUNT_PRECISION"],
  ["a negative total", { items: [{ description: "x", quantity: 1, unitPrice: -1 }] }, "INVALID_AMOUNT"],
  ["yen", { currency: "JPY" }, "INVALID_CURRENCY"],
  ["dinars", { currency: "KWD" }, "INVALID_CURRENCY"],
])("%s is refused", async (_, over, code) => {
  const caller = { ownerId: newId("usr") };
  for (const name of ["createExternalInvoice", "createExternalQuotation"] as const) {
    if (name === "createExternalQuotation" && "taxRate" in over) continue;
    expect((await ask(app, name, externalInvoice(over), caller)).code, name).toBe(code);
  }
});
