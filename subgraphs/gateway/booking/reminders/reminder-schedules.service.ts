import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import type * as types from "./reminders.types.ts";

type ScheduleRow = Omit<types.ReminderSchedule, "createdAt"> & { ownerId: string; createdAt: string };

const { pageRows } = plainRows<{ booking_reminder_schedules: ScheduleRow }>();

/** The account's reminder schedules, newest first. */
export function listReminderSchedules(
  ctx: GatewayContext,
  { serviceId = null, limit, after }: types.ReminderSchedulesArgs,
): Promise<types.ReminderSchedulePage> {
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageRows(em, ctx, "booking_reminder_schedules", {
      where: "($2::text IS NULL OR service_id = $2)",
      values: [serviceId],
      list: ["reminder schedules", serviceId],
      limit,
      after,
    });
    return { schedules: rows.map(presentSchedule), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Deletes a schedule and its planned reminders. Those that are being sent are not recalled. Throws NOT_FOUND. */
export function deleteReminderSchedule(
  ctx: GatewayContext,
  input: types.DeleteReminderScheduleInput,
): Promise<types.DeletedReminderSchedule> {
  return exactlyOnce(ctx, { operation: "deleteReminderSchedule", input }, async (em) => {
    const own = [input.scheduleId, ownerOf(ctx)];
    const deleting = "DELETE FROM booking_reminder_schedules WHERE id = $1 AND owner_id = $2 RETURNING 1";
    const [deleted] = await executeSql(em, deleting, own);
    if (!deleted) throw notFound("reminder schedule");
    const dropped = await executeSql(
      em,
      `DELETE FROM booking_notifications WHERE owner_id = $2 AND status = 'queued'
       AND split_part(schedule_key, ' ', 1) = $1 RETURNING 1`,
      own,
    );
    return { deleted: true, droppedReminders: dropped.length };
  });
}

function presentSchedule({ ownerId: _, createdAt, ...schedule }: ScheduleRow): types.ReminderSchedule {
  return { ...schedule, createdAt: new Date(createdAt) };
}
