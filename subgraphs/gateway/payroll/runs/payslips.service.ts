import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { employeeOf } from "../people/employees.service.ts";
import { findOwn, findRows, pageRows } from "../payroll.rows.ts";
import type { PayslipRow } from "../payroll-tables.ts";
import { noAmounts, readYears } from "./people-to-pay.service.ts";
import type { PayslipArgs } from "./payslip-args.types.ts";
import type * as types from "./payslip.types.ts";
import { businessCardOf } from "../../base/business-card.rows.ts";
import { settingsOf } from "../schedules/settings.service.ts";
import { payslipPdf, type PayslipEmployer } from "./payslip-pdf.ts";
import { inForce } from "./payslips-in-force.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** One of the account's payslips. Throws NOT_FOUND. */
function readPayslip(ctx: GatewayContext, payslipId: string): Promise<types.Payslip> {
  const read = (em: EntityManager) => findOwn(em, "payslips", { ownerId: ownerOf(ctx), id: payslipId });
  return readOne(ctx, read);
}

/** One of the account's payslips, by its ID or by employee and run. Throws NOT_FOUND and VALIDATION_ERROR. */
export function findPayslip(
  ctx: GatewayContext,
  { payslipId = null, employeeId = null, runId = null }: PayslipArgs,
): Promise<types.Payslip> {
  if (payslipId !== null) return readPayslip(ctx, payslipId);
  if (employeeId === null || runId === null)
    throw validationError([
      { path: "payslipId", message: "is required unless employeeId and runId are set", rule: "required" },
    ]);
  return readOne(ctx, async (em) => {
    const where = `owner_id = $2 AND employee_id = $3 AND ${inForce}`;
    return (await findRows(em, "payslips", where, [runId, ownerOf(ctx), employeeId]))[0];
  });
}

function readOne(
  ctx: GatewayContext,
  find: (em: EntityManager) => Promise<PayslipRow | null | undefined>,
): Promise<types.Payslip> {
  const read = async (em: EntityManager) => {
    const row = await find(em);
    if (!row) throw notFound("payslip");
    return presentPayslip(row);
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** The account's payslips, newest first. */
export function listPayslips(
  ctx: GatewayContext,
  { employeeId = null, runId = null, year = null, limit, after }: types.PayslipsArgs,
): Promise<types.PayslipPage> {
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageRows(em, ctx, "payslips", {
      where: `($2::text IS NULL OR employee_id = $2) AND ($3::text IS NULL OR run_id = $3)
        AND ($4::int IS NULL OR year = $4)`,
      values: [employeeId, runId, year],
      list: ["payslips", employeeId, runId, year],
      limit,
      after,
    });
    return { payslips: rows.map(presentPayslip), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Sums of an employee's payslips of a year, by pay date. Throws NOT_FOUND. */
export function readYtd(
  ctx: GatewayContext,
  { employeeId, year, asOf = null }: types.YtdArgs,
): Promise<types.PayslipSums> {
  const read = async (em: EntityManager) => {
    const { id } = await employeeOf(em, ctx, employeeId);
    return (await readYears(em, [id], year, asOf)).get(id) ?? noAmounts;
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Renders a payslip as a PDF. Deterministic for a business that stays the same. Throws NOT_FOUND. */
export async function renderPayslipPdf(ctx: GatewayContext, payslipId: string): Promise<types.PayslipFile> {
  const ownerId = ownerOf(ctx);
  const payslip = await readPayslip(ctx, payslipId);
  const employer = await inTransaction(ctx, (em) => employerOf(em, ownerId), { readOnly: true });
  return payslipFile(payslip, employer);
}

/** The employer of an account's payslips, by the payroll's settings and the seller profile. */
export async function employerOf(em: EntityManager, ownerId: string): Promise<PayslipEmployer> {
  const { legalName } = await settingsOf(em, ownerId);
  const { name, addressLines, logo } = await businessCardOf(em, ownerId);
  return { name: legalName ?? name, addressLines, logo };
}

/** A payslip as a PDF file. */
export async function payslipFile(
  payslip: types.Payslip,
  employer: PayslipEmployer,
): Promise<types.PayslipFile> {
  const bytes = await payslipPdf(payslip, employer);
  return {
    payslipId: payslip.id,
    filename: `payslip-${payslip.payDate}.pdf`,
    contentType: "application/pdf",
    encoding: "base64",
    content: bytes.toString("base64"),
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}

export function presentPayslip(row: PayslipRow): types.Payslip {
  const earnings = row.earnings.map(({ code, hoursHundredths, amountCents }) => ({
    code,
    hours: hoursHundredths === null ? null : hoursHundredths / 100,
    amountCents,
  }));
  const deductions = row.deductions.map((one) => {
    return { ...one, employerMatchCents: one.employerMatchCents ?? 0 };
  });
  // Older payslips lack later amounts in the sums of their year.
  return { ...row, earnings, deductions, ytd: { ...noAmounts, ...row.ytd } };
}
