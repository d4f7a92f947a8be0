import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { InvoiceAttachment } from "./invoice-files.types.ts";

const columns = `id, invoice_id AS "invoiceId", filename, content_type AS "contentType", size, sha256,
  created_at AS "createdAt"`;

/** The files of an invoice, oldest first. */
export async function filesOf(em: EntityManager, invoiceId: string): Promise<InvoiceAttachment[]> {
  const sql = `SELECT ${columns} FROM invoice_files WHERE invoice_id = $1 ORDER BY created_at, id`;
  const rows = await executeSql<InvoiceAttachment>(em, sql, [invoiceId]);
  return rows.map((row) => Object.assign(row, { createdAt: new Date(row.createdAt) }));
}

export async function insertFile(
  em: EntityManager,
  file: InvoiceAttachment & { ownerId: string; bytes: Buffer },
): Promise<void> {
  const { id, ownerId, invoiceId, filename, contentType, size, sha256, bytes, createdAt } = file;
  await executeSql(
    em,
    `INSERT INTO invoice_files (id, owner_id, invoice_id, filename, content_type, size, sha256, bytes, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, decode($8, 'base64'), $9)`,
    [id, ownerId, invoiceId, filename, contentType, size, sha256, bytes.toString("base64"), createdAt],
  );
}

/** Deletes a file of an invoice; false when there is none with this ID. */
export async function deleteFile(em: EntityManager, invoiceId: string, fileId: string): Promise<boolean> {
  const sql = "DELETE FROM invoice_files WHERE invoice_id = $1 AND id = $2 RETURNING id";
  return (await executeSql(em, sql, [invoiceId, fileId])).length > 0;
}

/** The files of invoices with their bytes, as their mails attach them, by the ID of the invoice. */
export async function mailedFiles(
  em: EntityManager,
  invoiceIds: readonly string[],
): Promise<Map<string, { filename: string; contentType: string; content: Buffer }[]>> {
  const rows = await executeSql<{
    invoiceId: string;
    filename: string;
    contentType: string;
    content: string;
  }>(
    em,
    `SELECT invoice_id AS "invoiceId", filename, content_type AS "contentType",
       encode(bytes, 'base64') AS content
     FROM invoice_files WHERE invoice_id = ANY($1) ORDER BY created_at, id`,
    [invoiceIds],
  );
  const files = rows.map(({ content, ...file }) => ({ ...file, content: Buffer.from(content, "base64") }));
  const byInvoice = Map.groupBy(files, ({ invoiceId }) => invoiceId);
  return new Map([...byInvoice].map(([id, own]) => [id, own.map(({ invoiceId: _, ...file }) => file)]));
}
