import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId, newToken } from "../../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { hashToken } from "../../base/page-token.ts";
import { findOwn } from "../payroll.rows.ts";
import { businessCardOf } from "../../base/business-card.rows.ts";
import { settingsOf } from "../schedules/settings.service.ts";

/** Days for which the link in an e-mail works. */
const linkDays = 14;
const dayMs = 86_400_000;

export interface PayslipMail {
  to: string;
  firstName: string;
  /** Name of the employer; null until the account has stated it. */
  employer: string | null;
  /** Address of the business for replies; null without one. */
  replyTo: string | null;
  payDate: string;
  url: string;
  expiresAt: Date;
}

/**
 * Creates a link to a payslip and reads what its e-mail says. Nothing but the e-mail ever has the token. Links of the payslip
 * that have expired go.
 */
export function openPayslipLink(ctx: GatewayContext, payslipId: string): Promise<PayslipMail> {
  return inTransaction(ctx, async (em) => {
    const ownerId = ownerOf(ctx);
    const payslip = await findOwn(em, "payslips", { ownerId, id: payslipId });
    if (!payslip) throw notFound("payslip");
    const employee = await findOwn(em, "payroll_employees", { ownerId, id: payslip.employeeId });
    if (!employee) throw notFound("employee");
    const { legalName } = await settingsOf(em, ownerId);
    const { name, email: replyTo } = await businessCardOf(em, ownerId);
    const now = ctx.clock.now();
    const expiresAt = new Date(now.getTime() + linkDays * dayMs);
    const token = newToken();
    await executeSql(em, "DELETE FROM payslip_links WHERE payslip_id = $1 AND expires_at <= $2", [
      payslipId,
      now,
    ]);
    await executeSql(
      em,
      `INSERT INTO payslip_links (id, owner_id, payslip_id, token_hash, expires_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [newId("psl"), ownerId, payslipId, hashToken(token), expiresAt, now],
    );
    const { email: to, firstName } = employee;
    const url = `${ctx.publicUrl}/payroll/payslip-links/${token}`;
    return { to, firstName, employer: legalName ?? name, replyTo, payDate: payslip.payDate, url, expiresAt };
  });
}
