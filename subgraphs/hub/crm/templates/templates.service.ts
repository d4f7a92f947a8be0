import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { templateNotFound } from "../crm.errors.ts";

/** A row of `crm_templates` that is not deleted. */
export interface TemplateRow {
  id: string;
  name: string;
  subject: string;
  htmlBody: string;
  textBody: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

type StoredRow = Omit<TemplateRow, "createdAt" | "updatedAt"> & { createdAt: string; updatedAt: string };

const columns = `id, name, subject, html_body AS "htmlBody", text_body AS "textBody", version, created_at AS "createdAt",
  updated_at AS "updatedAt"`;

/** Matching templates that are not deleted and that the open transaction may see. */
export async function selectTemplates(
  em: EntityManager,
  where: string,
  values: readonly unknown[],
): Promise<TemplateRow[]> {
  const sql = `SELECT ${columns} FROM crm_templates WHERE deleted_at IS NULL AND ${where}`;
  const rows = await executeSql<StoredRow>(em, sql, values);
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }));
}

/** A template of this owner, whose texts `renderTemplate` takes. Throws TEMPLATE_NOT_FOUND. */
export async function requireTemplate(
  em: EntityManager,
  { ownerId, templateId, forUpdate = false }: { ownerId: string; templateId: string; forUpdate?: boolean },
): Promise<TemplateRow> {
  const where = `owner_id = $1 AND id = $2${forUpdate ? " FOR UPDATE" : ""}`;
  const [row] = await selectTemplates(em, where, [ownerId, templateId]);
  if (!row) throw templateNotFound();
  return row;
}
