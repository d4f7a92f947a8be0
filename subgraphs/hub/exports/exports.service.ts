import { createHash } from "node:crypto";
import { writeOwnEntry } from "../../../src/access/audit-entry.ts";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { validationError } from "../../../src/errors.ts";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../hub.context.ts";
import type { ExportPayrollInput, PayrollExport } from "./exports.types.ts";
import { writePayroll } from "./payroll-export.ts";

const dayMs = 86_400_000;
const maxDays = 366;

/**
 * Writes a payroll as a file. Nothing of it is kept: under an `Idempotency-Key` only a digest of the request is stored, and
 * a replay makes the same bytes again from the same request. Numbers of people and accounts are shown whole to
 * administrators alone, who leave a row of their own in the audit trail. Throws INVALID_EXPORT_REQUEST, VALIDATION_ERROR and what
 * the payroll app says of a run.
 */
export async function exportPayroll(
  ctx: HubContext,
  { format, options, ...source }: ExportPayrollInput,
): Promise<PayrollExport> {
  const payrollData = await payrollOf(ctx, source);
  const mayReveal = ctx.principal.isAdmin;
  const { isMasked, ...file } = await writePayroll({
    format,
    payrollData,
    options: options ?? {},
    mayReveal,
  });
  const input = ctx.idempotencyKey === null ? null : digestOf([format, source, options ?? null]);
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

/** The payroll that was sent, or that the payroll app has. Throws VALIDATION_ERROR unless exactly one is asked for. */
function payrollOf(
  ctx: HubContext,
  {
    payrollData = null,
    runId = null,
    from = null,
    to = null,
  }: Omit<ExportPayrollInput, "format" | "options">,
): Promise<Record<string, unknown>> | Record<string, unknown> {
  const refuse = (path: string, message: string, rule: string) => validationError([{ path, message, rule }]);
  const sources = [payrollData, runId, from ?? to].filter((one) => one !== null);
  if (sources.length === 0) throw refuse("payrollData", "is required without runId and from", "required");
  if (sources.length > 1)
    throw refuse("payrollData", "must stand alone: send payrollData, runId, or from and to", "single");
  if (payrollData !== null) return payrollData;
  if (runId === null) {
    if (from === null || to === null)
      throw refuse(from === null ? "from" : "to", "is required: send from and to together", "required");
    const days = (Date.parse(to) - Date.parse(from)) / dayMs;
    if (days < 0 || days > maxDays)
      throw refuse("to", `must be from ${from} to ${maxDays} days later`, "maximum");
  }
  return ctx.ports.payrollSource.readPayroll(ctx, { runId, from, to });
}

function digestOf(request: unknown): string {
  return createHash("sha256").update(JSON.stringify(request)).digest("hex");
}
