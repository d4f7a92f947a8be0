import { createHash } from "node:crypto";
import { LockMode, type FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError, type FieldFault } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { addExpense } from "../expenses/expenses.service.ts";
import type { CreateExpenseInput, Expense } from "../expenses/expenses.types.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { daysOf } from "../../base/account-days.service.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { readPage } from "../../base/read-page.service.ts";
import { presentReceipt } from "./present-receipt.ts";
import { readImage, type ReceiptImage } from "./receipt-image.ts";
import { isReady, parseReceipt, type ReceiptFields } from "./receipt-parser.ts";
import { ReceiptEntity } from "./receipt.entity.ts";
import type * as types from "./receipts.types.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";

/**
 * Scans a receipt image and stores the result: `ready` when all key fields are certain and the sums match, else
 * `needs_review`; `failed` when it cannot be read in time. Throws VALIDATION_ERROR for an invalid image, and
 * SERVICE_UNAVAILABLE when too many scans are queued.
 */
export async function scanReceipt(
  ctx: InvoicingContext,
  input: types.ScanReceiptInput,
): Promise<types.Receipt> {
  const image = readImage(input.imageBase64);
  if ("fault" in image) throw validationError([{ path: "imageBase64", message: image.fault, rule: "image" }]);
  const { bytes } = image;
  const imageHash = createHash("sha256").update(bytes).digest("hex");
  // OCR runs outside the transaction; a replay scans again but returns the first response.
  const lines = await ctx.ports.receiptReader.read(bytes);
  const reading = lines === null ? null : withHints(parseReceipt(lines), input.hints);
  const call = { operation: "scanReceipt", input: { imageHash, hints: input.hints ?? null } };
  return exactlyOnce(ctx, call, async (em) =>
    presentReceipt(addReceipt(em, ctx, { image, imageHash, reading })),
  );
}

/** One of the caller's receipts. Throws NOT_FOUND. */
export function readReceipt(ctx: InvoicingContext, receiptId: string): Promise<types.Receipt> {
  const read = async (em: EntityManager) => {
    const row = await em.findOne(ReceiptEntity, { id: receiptId, ownerId: ownerOf(ctx) });
    if (!row) throw notFound("receipt");
    return presentReceipt(row);
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** The caller's receipts, newest first. */
export function listReceipts(
  ctx: InvoicingContext,
  { limit, after, status, from, to }: types.ReceiptsArgs,
): Promise<types.ReceiptPage> {
  const read = async (em: EntityManager) => {
    const days = await daysOf(em, ctx);
    const scanned = {
      ...(from ? { $gte: days.endOf(addDays(from, -1)) } : {}),
      ...(to ? { $lt: days.endOf(to) } : {}),
    };
    const filter = {
      ownerId: ownerOf(ctx),
      ...(status ? { status } : {}),
      ...(from || to ? { createdAt: scanned } : {}),
    } as FilterQuery<ReceiptEntity>;
    const list = ["receipts", status, from, to] as const;
    const { rows, ...page } = await readPage(em, ctx, ReceiptEntity, { filter, list, limit, after });
    return { receipts: rows.map(presentReceipt), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Records a checked receipt as an expense, once. Throws NOT_FOUND, INVALID_STATE for a confirmed, discarded or failed
 * one, and VALIDATION_ERROR for fields neither recognized nor corrected.
 */
export function confirmReceipt(ctx: InvoicingContext, input: types.ConfirmReceiptInput): Promise<Expense> {
  return exactlyOnce(ctx, { operation: "confirmReceipt", input }, async (em) => {
    const receipt = await lockOpen(em, ctx, input.receiptId);
    const wanted = expenseOf(presentReceipt(receipt), input);
    settle(ctx, receipt, "confirmed");
    return addExpense(em, ctx, wanted, receipt.id);
  });
}

/** Discards a receipt. Throws NOT_FOUND, and INVALID_STATE for a confirmed or discarded one. */
export function discardReceipt(ctx: InvoicingContext, input: types.ReceiptIdInput): Promise<types.Receipt> {
  return exactlyOnce(ctx, { operation: "discardReceipt", input }, async (em) => {
    const receipt = await lockOpen(em, ctx, input.receiptId, ["failed"]);
    settle(ctx, receipt, "discarded");
    return presentReceipt(receipt);
  });
}

function expenseOf(
  read: types.Receipt,
  { corrections, category }: types.ConfirmReceiptInput,
): CreateExpenseInput {
  const date = corrections?.date ?? read.date;
  const vendor = corrections?.merchant ?? read.merchant;
  const amount = corrections?.total ?? read.total;
  const found = { date, merchant: vendor, total: amount };
  const faults: FieldFault[] = Object.entries(found)
    .filter(([, value]) => value === null)
    .map(([name]) => ({
      path: `corrections.${name}`,
      message: "is required because it was not recognized",
      rule: "required",
    }));
  if (date === null || vendor === null || amount === null) throw validationError(faults);
  const taxAmount = corrections?.tax ?? read.tax;
  const currency = corrections?.currency ?? read.currency;
  return { date, vendor, amount, taxAmount, currency, category: category ?? "uncategorized" };
}

function withHints(reading: ReceiptFields, hints: types.ReceiptHintsInput | null | undefined): ReceiptFields {
  return reading.currency || !hints?.currency
    ? reading
    : { ...reading, currency: { value: hints.currency, confidence: 1 } };
}

function addReceipt(
  em: EntityManager,
  ctx: InvoicingContext,
  { image, imageHash, reading }: { image: ReceiptImage; imageHash: string; reading: ReceiptFields | null },
): ReceiptEntity {
  const now = ctx.clock.now();
  const receipt = Object.assign(new ReceiptEntity(), {
    id: newId("rcp"),
    ownerId: ownerOf(ctx),
    status: reading === null ? "failed" : isReady(reading) ? "ready" : "needs_review",
    contentType: image.contentType,
    image: image.bytes,
    imageHash,
    reading,
    failure: reading === null ? "The image could not be read. Try a sharper image." : null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  } satisfies ReceiptEntity);
  em.persist(receipt);
  return receipt;
}

async function lockOpen(
  em: EntityManager,
  ctx: InvoicingContext,
  id: string,
  also: readonly string[] = [],
): Promise<ReceiptEntity> {
  const where = { id, ownerId: ownerOf(ctx) };
  const receipt = await em.findOne(ReceiptEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!receipt) throw notFound("receipt");
  if (!["needs_review", "ready", ...also].includes(receipt.status))
    throw invalidState("receipt", receipt.status, receipt.status === "failed" ? ["discarded"] : []);
  return receipt;
}

function settle(ctx: InvoicingContext, receipt: ReceiptEntity, status: "confirmed" | "discarded"): void {
  receipt.status = status;
  receipt.version += 1;
  receipt.updatedAt = ctx.clock.now();
}
