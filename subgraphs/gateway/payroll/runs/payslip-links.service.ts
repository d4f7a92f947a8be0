import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { hashToken } from "../../base/page-token.ts";
import { findOwn, findRows } from "../payroll.rows.ts";
import type { EmailedPayslip, EmailPayslipInput } from "./payslip-link.types.ts";
import type { PayslipFile } from "./payslip.types.ts";
import { employerOf, payslipFile, presentPayslip } from "./payslips.service.ts";
import { sendPayslipMailJob } from "./send-payslip-mail.job.ts";

/** E-mails the employee a link to a payslip: no figures travel by mail. Throws NOT_FOUND. */
export function emailPayslip(ctx: GatewayContext, input: EmailPayslipInput): Promise<EmailedPayslip> {
  return exactlyOnce(ctx, { operation: "emailPayslip", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    const { payslipId } = input;
    if (!(await findOwn(em, "payslips", { ownerId, id: payslipId }))) throw notFound("payslip");
    await enqueue(em, sendPayslipMailJob, { ownerId, payslipId, mailId: newId("mail") });
    return { payslipId, sent: 1 };
  });
}

/** The payslip of a link as a PDF. Throws NOT_FOUND for a link that does not work. */
export async function renderPayslipByLink(ctx: GatewayContext, token: string): Promise<PayslipFile> {
  // No principal here: the token authorizes access to exactly one payslip.
  const { payslip, employer } = await asSystem(
    ctx.em,
    async (em) => {
      const where = `id = (SELECT payslip_id FROM payslip_links WHERE token_hash = $1 AND expires_at > $2)`;
      const [row] = await findRows(em, "payslips", where, [hashToken(token), ctx.clock.now()]);
      if (!row) throw notFound("link");
      return { payslip: presentPayslip(row), employer: await employerOf(em, row.ownerId) };
    },
    { readOnly: true },
  );
  return payslipFile(payslip, employer);
}
