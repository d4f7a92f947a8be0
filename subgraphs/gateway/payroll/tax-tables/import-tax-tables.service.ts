import { createHash } from "node:crypto";
import { recordEntry } from "../../../../src/access/audit-entry.ts";
import type { RequestContext } from "../../../../src/context.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { shippedTables } from "./shipped-tables.ts";
import { taxTablesSchema } from "./tax-tables.schema.ts";

/** What an import did. */
export interface TaxTablesImport {
  year: number;
  version: string;
  sha256: string;
  states: number;
  /** False where the same file was imported before. */
  isNew: boolean;
}

/** The tables are not what they must be; the message says where. Nothing was imported. */
export class TaxTablesFault extends Error {}

/**
 * Takes tax tables of a year into use, in every process, for payrolls calculated from now on. Payslips and approved runs
 * keep their figures. Importing the same file again changes nothing. Throws TaxTablesFault.
 */
export async function importTaxTables(
  ctx: RequestContext,
  { text, importedBy }: { text: string; importedBy: string },
): Promise<TaxTablesImport> {
  const parsed = taxTablesSchema.safeParse(readJson(text));
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new TaxTablesFault(`${path.join(".") || "file"}: ${message}`);
  }
  const { year, version, states } = parsed.data;
  if (shippedTables(year)?.version === version)
    throw new TaxTablesFault(
      `version: ${version} is the one of this release. Give the file another version.`,
    );
  const sha256 = createHash("sha256").update(text).digest("hex");
  const isNew = await inTransaction(ctx, async (em) => {
    const id = newId("ptt");
    const written = await executeSql(
      em,
      `INSERT INTO payroll_tax_tables (id, year, version, sha256, body, imported_by, imported_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (version) DO NOTHING RETURNING 1`,
      [id, year, version, sha256, JSON.stringify(parsed.data), importedBy, ctx.clock.now()],
    );
    if (written.length === 0) {
      const sql = "SELECT sha256 FROM payroll_tax_tables WHERE version = $1";
      const [known] = await executeSql<{ sha256: string }>(em, sql, [version]);
      if (known!.sha256 !== sha256)
        throw new TaxTablesFault(
          `version: ${version} was imported with other figures. Give the file another version.`,
        );
      return false;
    }
    await recordEntry(ctx, {
      id,
      action: "payroll.importTaxTables",
      appId: "payroll",
      targetType: "taxTables",
      targetId: version,
      outcome: "ok",
      code: null,
      changes: { year, version, sha256, importedBy },
    });
    return true;
  });
  return { year, version, sha256, states: Object.keys(states).length, isNew };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TaxTablesFault("file: must be JSON");
  }
}
