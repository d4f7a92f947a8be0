import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import type { AccountFile } from "../../base/account-files.port.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";
import { badInput } from "../finance.errors.ts";
import type { FinanceContext } from "../finance.context.ts";
import { lockTransactions } from "../transaction-changes/lock-transactions.service.ts";
import { entryOf } from "../transactions/book-entries.service.ts";
import type * as types from "./receipts.types.ts";

const mostFiles = 10;
const mostBytes = 10 * 1024 * 1024;
const fileTypes: readonly string[] = ["image/png", "image/jpeg", "application/pdf"];

const columns = `id, transaction_id AS "transactionId", filename, content_type AS "contentType", size, sha256,
  created_at AS "createdAt"`;

/**
 * Copies an uploaded receipt to a transaction, also to a reconciled one. The same file is attached once. Throws NOT_FOUND,
 * FILE_NOT_FOUND, VALIDATION_ERROR for what is no image or PDF, and BUSINESS_RULE above 10 files or 10 MiB.
 */
export async function attachReceipt(
  ctx: FinanceContext,
  input: types.AttachTransactionReceiptInput,
): Promise<types.TransactionReceipt> {
  const file = await readFile(ctx, input.fileId);
  return changeOnce(ctx, { operation: "attachTransactionReceipt", input }, async (em) => {
    const [transaction] = await lockTransactions(em, ctx, [input.transactionId]);
    if (file instanceof DomainError) throw file;
    if (!fileTypes.includes(file.contentType))
      throw badInput("fileId", "must be a PNG, a JPEG or a PDF file", "contentType");
    const sha256 = createHash("sha256").update(file.bytes).digest("hex");
    const others = await receiptsOf(em, transaction!.id);
    const known = others.find((one) => one.sha256 === sha256 && one.filename === file.filename);
    if (known) return known;
    checkRoom(others, file.bytes.length);
    const row = {
      id: newId("frc"),
      transactionId: transaction!.id,
      filename: file.filename,
      contentType: file.contentType,
      size: file.bytes.length,
      sha256,
      createdAt: ctx.clock.now(),
    };
    await executeSql(
      em,
      `INSERT INTO finance_receipts (id, owner_id, transaction_id, filename, content_type, size, sha256, bytes, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, decode($8, 'base64'), $9)`,
      [
        row.id,
        transaction!.ownerId,
        row.transactionId,
        row.filename,
        row.contentType,
        row.size,
        sha256,
        file.bytes.toString("base64"),
        row.createdAt,
      ],
    );
    return row;
  });
}

/** Receipts of a transaction, oldest first. Throws NOT_FOUND. */
export function listReceipts(
  ctx: FinanceContext,
  { transactionId }: types.TransactionReceiptsArgs,
): Promise<types.TransactionReceiptList> {
  const read = async (em: EntityManager) => {
    const { id } = await entryOf(em, ctx, transactionId);
    return { receipts: await receiptsOf(em, id) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** A receipt of a transaction with its bytes. Throws NOT_FOUND. */
export function readReceiptFile(
  ctx: FinanceContext,
  { transactionId, receiptId }: types.TransactionReceiptFileArgs,
): Promise<types.TransactionReceiptFile> {
  const read = async (em: EntityManager) => {
    const sql = `SELECT filename, content_type AS "contentType", size,
        translate(encode(bytes, 'base64'), E'\\n', '') AS content
      FROM finance_receipts WHERE owner_id = $1 AND transaction_id = $2 AND id = $3`;
    type Found = Omit<types.TransactionReceiptFile, "encoding">;
    const [file] = await executeSql<Found>(em, sql, [ownerOf(ctx), transactionId, receiptId]);
    if (!file) throw notFound("receipt");
    return { ...file, encoding: "base64" as const };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Removes a receipt from a transaction, and answers the others. Throws NOT_FOUND. */
export function removeReceipt(
  ctx: FinanceContext,
  input: types.RemoveTransactionReceiptInput,
): Promise<types.TransactionReceiptList> {
  return changeOnce(ctx, { operation: "removeTransactionReceipt", input }, async (em) => {
    const [transaction] = await lockTransactions(em, ctx, [input.transactionId]);
    const sql = "DELETE FROM finance_receipts WHERE transaction_id = $1 AND id = $2 RETURNING id";
    const gone = await executeSql(em, sql, [transaction!.id, input.receiptId]);
    if (gone.length === 0) throw notFound("receipt");
    return { receipts: await receiptsOf(em, transaction!.id) };
  });
}

/** Returns a refusal instead of throwing it: a replay gets its first response after the file was deleted. */
async function readFile(ctx: FinanceContext, fileId: string): Promise<AccountFile | DomainError> {
  try {
    return await ctx.ports.accountFiles.read(ctx, fileId);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

async function receiptsOf(em: EntityManager, transactionId: string): Promise<types.TransactionReceipt[]> {
  const sql = `SELECT ${columns} FROM finance_receipts WHERE transaction_id = $1 ORDER BY created_at, id`;
  const rows = await executeSql<types.TransactionReceipt>(em, sql, [transactionId]);
  return rows.map((row) => Object.assign(row, { createdAt: new Date(row.createdAt) }));
}

function checkRoom(others: readonly { size: number }[], size: number): void {
  if (others.length >= mostFiles)
    throw businessRule(
      "too_many_files",
      `A transaction has at most ${mostFiles} receipts. Remove one first.`,
    );
  if (others.reduce((sum, one) => sum + one.size, size) > mostBytes)
    throw businessRule(
      "files_too_large",
      "Receipts of a transaction have at most 10 MiB together. Remove one first.",
    );
}
