import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readImage } from "../../../../subgraphs/gateway/invoicing/receipts/receipt-image.ts";
import { isReady, parseReceipt } from "../../../../subgraphs/gateway/invoicing/receipts/receipt-parser.ts";
import { createTesseractReader } from "../../../../subgraphs/gateway/invoicing/receipts/tesseract.adapter.ts";
import type { TestApp } from "../../../support/app.ts";
import { openSharedApp } from "../../../support/shared-app.ts";
import { createToolAccount } from "./accounts.ts";

const sure = (texts: readonly string[], confidence = 0.95) => texts.map((text) => ({ text, confidence }));
const shop = [
  "CORNER SHOP",
  "1 Main Street",
  "2026-05-31 14:02",
  "Paper A4        12.00",
  "Toner black     88.00",
  "SUBTOTAL       100.00",
  "TAX 19%         19.00",
  "TOTAL        $ 119.00",
  "CASH           120.00",
  "CHANGE           1.00",
];

describe("a receipt's lines", () => {
  test("receipt scans return merchant, date, tax, total and items", () => {
    const read = parseReceipt(sure(shop));
    expect(read).toMatchObject({
      merchant: { value: "CORNER SHOP" },
      date: { value: "2026-05-31" },
      currency: { value: "USD" },
      subtotalMinor: { value: 10_000 },
      taxMinor: { value: 1_900 },
      totalMinor: { value: 11_900 },
      addsUp: true,
    });
    expect(read.lines).toEqual([
      { description: "Paper A4", amountMinor: 1_200 },
      { description: "Toner black", amountMinor: 8_800 },
    ]);
    expect(isReady(read)).toBe(true);
  });

  test.each([
    ["31.05.2026", "2026-05-31", 1],
    ["31/05/2026", "2026-05-31", 1],
    ["05/31/26", "2026-05-31", 1],
    ["05/06/2026", "2026-05-06", 0.5],
    ["May 31, 2026", "2026-05-31", 1],
    ["31 May 2026", "2026-05-31", 1],
    ["Date: 2026/5/3", "2026-05-03", 1],
    ["2026-02-30", null, 0],
  ])("the date %s is %s, as sure as %d", (text, date, confidence) => {
    const { date: read } = parseReceipt(sure([text], 1));
    expect(read?.value ?? null).toBe(date);
    expect(read?.confidence ?? 0).toBe(confidence);
  });

  test.each([
    ["Total 1,234.56", 123_456],
    ["SUMME EUR 1.234,56", 123_456],
    ["Amount due: £0.99", 99],
    ["Total 12", null],
  ])("the total of %s is %s cents", (text, minor) => {
    expect(parseReceipt(sure([text])).totalMinor?.value ?? null).toBe(minor);
  });

  test("that do not add up, or are not sure, are for a person", () => {
    const wrong = shop.map((line) => line.replace("119.00", "118.00"));
    expect(parseReceipt(sure(wrong)).addsUp).toBe(false);
    expect(isReady(parseReceipt(sure(wrong)))).toBe(false);
    expect(isReady(parseReceipt(sure(shop, 0.79)))).toBe(false);
  });

  test("may be anything at all: nothing is thrown, and amounts are whole", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (texts) => {
        const { totalMinor, taxMinor, lines } = parseReceipt(sure(texts));
        for (const one of [
          totalMinor?.value,
          taxMinor?.value,
          ...lines.map(({ amountMinor }) => amountMinor),
        ])
          expect(one === undefined || Number.isSafeInteger(one)).toBe(true);
      }),
    );
  });
});

test.each([
  ["not base64!", "must be base64"],
  [Buffer.from("hello").toString("base64"), "must be a PNG or JPEG image"],
  [
    Buffer.from("89504e470d0a1a0a0000000d49484452000f4240000f42400806", "hex").toString("base64"),
    "40 million",
  ],
])("%s is no picture to read", (base64, fault) => {
  expect(readImage(base64)).toEqual({ fault: expect.stringContaining(fault) });
});

describe("reading pictures", () => {
  const bytes = readFileSync(new URL("receipt.png", import.meta.url));
  const picture = bytes.toString("base64");
  let app: TestApp;
  beforeAll(async () => {
    app = await openSharedApp();
  });
  afterAll(() => app?.close());

  test("a confirmed scan becomes one expense and counts in its month", async () => {
    const account = await createToolAccount(app);
    const receipt = await account.act("scan_receipt", { imageBase64: picture, hints: { currency: "EUR" } });
    expect(receipt).toMatchObject({ date: "2026-05-31", tax: 19, total: 119, currency: "EUR", addsUp: true });
    expect(receipt).toMatchObject({ status: "ready", needsReview: false, subtotal: 100 });
    const image = await app.get(`/receipts/${receipt.id}/image`, account.headers);
    expect(image.body).toMatchObject({ contentType: "image/png", content: picture });
    const corrections = { merchant: "Corner Shop Ltd" };
    const confirmed = { receiptId: receipt.id, corrections, category: "office" };
    const expense = await account.act("confirm_receipt", confirmed);
    expect(expense).toMatchObject({
      vendor: { untrustedText: "Corner Shop Ltd" },
      amount: 119,
      taxAmount: 19,
      date: "2026-05-31",
      receiptId: receipt.id,
    });
    const again = await account.refused("confirm_receipt", confirmed);
    expect(again).toMatchObject({ code: "INVALID_STATE", details: { current: "confirmed", allowed: [] } });
    const { expenses } = await account.act("get_monthly_report", { month: "2026-05" });
    expect(expenses).toBe(100);
    const { body } = await app.get(`/expenses?category=office`, account.headers);
    expect(body.expenses.map(({ id }: { id: string }) => id)).toEqual([expense.id]);
  });

  test("scans that time out and broken images end as failed", async () => {
    expect(await createTesseractReader({ timeoutMs: 1 }).read(bytes)).toBeNull();
    const account = await createToolAccount(app);
    const broken = bytes.subarray(0, 200).toString("base64");
    const receipt = await account.act("scan_receipt", { imageBase64: broken });
    expect(receipt).toMatchObject({
      status: "failed",
      failure: "The image could not be read. Try a sharper image.",
    });
    const refused = await account.refused("confirm_receipt", { receiptId: receipt.id });
    expect(refused).toMatchObject({
      code: "INVALID_STATE",
      details: { current: "failed", allowed: ["discarded"] },
    });
  });

  test("scans beyond the queue limit are rejected with a retry hint", async () => {
    const reader = createTesseractReader({ maxWaiting: 1 });
    const first = reader.read(bytes);
    expect(() => reader.read(Buffer.alloc(0))).toThrow(
      "Too many images are waiting to be scanned. Try again later.",
    );
    expect((await first)!.map(({ text }) => text).join(" ")).toContain("119.00");
  });
});
