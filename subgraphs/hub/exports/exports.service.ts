import { createHash } from "node:crypto";
import { writeOwnEntry } from "../../../src/access/audit-entry.ts";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../hub.context.ts";
import type { ExportPayrollInput, PayrollExport } from "./exports.types.ts";
import { writePayroll } from "./payroll-export.ts";

/**
 * Writes a payroll as a file. Nothing of it is kept: under an `Idempotency-Key` only a digest of the request is stored, and
 * a replay makes the same bytes again from the same request. Numbers of people and accounts are shown whole to
 * administrators alone, who leave a row of their own in the audit trail. Throws INVALID_EXPORT_REQUEST.
 */
export async function exportPayroll(
  ctx: HubContext,
  { format, payrollData, options }: ExportPayrollInput,
): Promise<PayrollExport> {
  const mayReveal = ctx.principal.isAdmin;
  const { isMasked, ...file } = await writePayroll({
    format,
    payrollData,
    options: options ?? {},
    mayReveal,
  });
  const input = ctx.idempotencyKey === null ? null : digestOf([format, payrollData, options ?? null]);
  await exactlyOnce(ctx, { operation: "exportPayroll", input }, async (em) => {
    if (!isMasked)
      await writeOwnEntry(em, ctx, {
        id: newId("aud"),
        action: "revealPayrollNumbers",
        appId: ctx.appId,
        targetType: "PayrollExport",
        targetId: null,
        outcome: "ok",
        code: null,
        changes: { format, maskPii: false, recordCount: file.recordCount },
      });
    return { size: file.size };
  });
  return file;
}

function digestOf(request: unknown): string {
  return createHash("sha256").update(JSON.stringify(request)).digest("hex");
}
