import { createHash } from "node:crypto";
import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { invoiceNotFound } from "../invoicing.errors.ts";
import { InvoiceEntity } from "../invoices/invoice.entity.ts";
import type { AccountFile } from "../../base/account-files.port.ts";
import { visibleRows } from "../visible-rows.ts";
import { deleteFile, filesOf, insertFile } from "./invoice-files.rows.ts";
import type * as types from "./invoice-files.types.ts";

const mostFiles = 10;
/** Mail servers accept messages of 10 MB; base64 adds a third, and the PDF is sent too. */
const mostBytes = 5 * 1024 * 1024;

/**
 * Copies an uploaded file to an invoice, whose next mails it is sent with. The same file is attached once. Throws
 * INVOICE_NOT_FOUND, INVALID_STATE for a cancelled invoice, FILE_NOT_FOUND, and BUSINESS_RULE above 10 files or 5 MiB.
 */
export async function attachInvoiceFile(
  ctx: InvoicingContext,
  input: types.AttachInvoiceFileInput,
): Promise<types.InvoiceAttachment> {
  const file = await readFile(ctx, input.fileId);
  return exactlyOnce(ctx, { operation: "attachInvoiceFile", input }, async (em) => {
    const invoice = await lockInvoice(em, ctx, input.invoiceId);
    if (invoice.status === "cancelled")
      throw invalidState("invoice", invoice.status, ["draft", "sent", "overdue", "paid"]);
    if (file instanceof DomainError) throw file;
    const sha256 = createHash("sha256").update(file.bytes).digest("hex");
    const others = await filesOf(em, invoice.id);
    const known = others.find((one) => one.sha256 === sha256 && one.filename === file.filename);
    if (known) return known;
    checkRoom(others, file.bytes.length);
    const row = {
      id: newId("ifl"),
      invoiceId: invoice.id,
      filename: file.filename,
      contentType: file.contentType,
      size: file.bytes.length,
      sha256,
      createdAt: ctx.clock.now(),
    };
    await insertFile(em, { ...row, ownerId: invoice.ownerId, bytes: file.bytes });
    return row;
  });
}

/** Files that are sent with an invoice. Throws INVOICE_NOT_FOUND. */
export function listInvoiceFiles(
  ctx: InvoicingContext,
  { invoiceId }: types.InvoiceFilesArgs,
): Promise<types.InvoiceAttachmentList> {
  const read = async (em: EntityManager) => {
    const invoice = await em.findOne(InvoiceEntity, { id: invoiceId, ...visibleRows(ctx) });
    if (!invoice) throw invoiceNotFound();
    return { attachments: await filesOf(em, invoice.id) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Removes a file from an invoice. Mails that were sent keep it. Throws INVOICE_NOT_FOUND, NOT_FOUND. */
export function removeInvoiceFile(
  ctx: InvoicingContext,
  input: types.RemoveInvoiceFileInput,
): Promise<types.InvoiceAttachmentList> {
  return exactlyOnce(ctx, { operation: "removeInvoiceFile", input }, async (em) => {
    const { id } = await lockInvoice(em, ctx, input.invoiceId);
    if (!(await deleteFile(em, id, input.attachmentId))) throw notFound("attachment");
    return { attachments: await filesOf(em, id) };
  });
}

/** Returns a refusal instead of throwing it: a replay gets its first response after the file was deleted. */
async function readFile(ctx: InvoicingContext, fileId: string): Promise<AccountFile | DomainError> {
  try {
    return await ctx.ports.accountFiles.read(ctx, fileId);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

function checkRoom(others: readonly { size: number }[], size: number): void {
  if (others.length >= mostFiles)
    throw businessRule("too_many_files", `An invoice has at most ${mostFiles} files. Remove one first.`);
  if (others.reduce((sum, one) => sum + one.size, size) > mostBytes)
    throw businessRule(
      "files_too_large",
      "Files of an invoice have at most 5 MiB together. Remove one first.",
    );
}

async function lockInvoice(em: EntityManager, ctx: InvoicingContext, id: string): Promise<InvoiceEntity> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const invoice = await em.findOne(InvoiceEntity, { id, ...visibleRows(ctx) }, { lockMode });
  if (!invoice) throw invoiceNotFound();
  return invoice;
}
