import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";
import { FilingEntity } from "../filings/filing.entity.ts";
import type { HvutContext } from "../hvut.context.ts";
import { notAccepted } from "../hvut.errors.ts";
import { ScheduleEntity } from "./schedule.entity.ts";
import type { EmailedSchedule, EmailScheduleInput } from "./schedule.types.ts";
import { sendScheduleMailJob } from "./send-schedule-mail.job.ts";

/**
 * E-mails the stamped Schedule 1 of a return as a PDF, to each recipient once per call. Throws NOT_FOUND, NOT_ACCEPTED before
 * acceptance, and INVALID_STATE for a voided copy.
 */
export function emailSchedule(ctx: HvutContext, input: EmailScheduleInput): Promise<EmailedSchedule> {
  return exactlyOnce(ctx, { operation: "emailSchedule1", input }, async (em) => {
    const { filingId } = input;
    const ownerId = ownerOf(ctx);
    const filing = await em.findOne(FilingEntity, { id: filingId, ownerId });
    if (!filing) throw notFound("filing");
    const schedule = await em.findOne(ScheduleEntity, { filingId });
    if (!schedule) throw notAccepted(filing.status);
    if (schedule.status !== "stamped") throw invalidState("Schedule 1", schedule.status, ["stamped"]);
    const recipients = new Map(input.to.map((address) => [address.toLowerCase(), address]));
    for (const to of recipients.values())
      await enqueue(em, sendScheduleMailJob, { ownerId, filingId, mailId: newId("mail"), to });
    return { filingId, sent: recipients.size };
  });
}
