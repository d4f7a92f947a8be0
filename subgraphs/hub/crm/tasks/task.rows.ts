import type { EntityManager } from "@mikro-orm/postgresql";
import type { NewEvent } from "../../../../src/db/outbox.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import type { CrmTask } from "./task.types.ts";

const moments = ["dueAt", "remindAt", "remindedAt", "completedAt", "createdAt", "updatedAt"] as const;
type StoredTask = Omit<CrmTask, (typeof moments)[number]> & {
  [Name in (typeof moments)[number]]: string | null;
};

const columns = `t.id AS "taskId", t.title, t.notes, t.contact_id AS "contactId", t.deal_id AS "dealId", t.assignee, t.status,
  t.due_at AS "dueAt", t.remind_at AS "remindAt", t.reminded_at AS "remindedAt", t.completed_at AS "completedAt",
  t.completed_by AS "completedBy", t.created_at AS "createdAt", t.updated_at AS "updatedAt"`;

/** Tasks by a condition over `t` that the open transaction may see. */
export async function selectTasks(
  em: EntityManager,
  where: string,
  values: readonly unknown[],
): Promise<CrmTask[]> {
  const rows = await executeSql<StoredTask>(em, `SELECT ${columns} FROM crm_tasks t WHERE ${where}`, values);
  return rows.map((row) => {
    const times = moments.map((name) => [name, row[name] === null ? null : new Date(row[name])]);
    return { ...row, ...Object.fromEntries(times) } as CrmTask;
  });
}

/** The public event of a task, as it is after the change. */
export function taskEvent(name: "created" | "due" | "completed", ownerId: string, task: CrmTask): NewEvent {
  return {
    type: `crm.task.${name}`,
    objectId: task.taskId,
    appId: null,
    ownerId,
    payload: { object: task, previous: null },
  };
}
