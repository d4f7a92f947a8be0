import type { EntityManager } from "@mikro-orm/postgresql";
import { rowCursors } from "../../../../src/db/cursor.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { cutPage } from "../../../../src/db/page.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import { taskNotFound } from "../crm.errors.ts";
import { requireDeal, requireNamed, requirePerson } from "../deals/deal-links.service.ts";
import { selectTasks, taskEvent } from "./task.rows.ts";
import type { CompleteTaskInput, CreateTaskInput, CrmTask, CrmTaskPage, TasksArgs } from "./task.types.ts";

/**
 * Creates a task. Its reminder is sent once, at `remindAt` or else at `dueAt`. Throws CONTACT_NOT_FOUND, DEAL_NOT_FOUND, and
 * VALIDATION_ERROR for an assignee who is not of the account. Idempotent by the key.
 */
export function createTask(ctx: HubContext, input: CreateTaskInput): Promise<CrmTask> {
  const { principal } = ctx;
  const ownerId = principal.ownerId ?? "";
  const now = ctx.clock.now();
  return exactlyOnce(ctx, { operation: "createTask", input }, async (em) => {
    await requireNamed(em, ownerId, { contactId: input.contactId });
    await requireDeal(em, ownerId, input.dealId);
    await requirePerson(em, ownerId, { path: "assignee", userId: input.assignee });
    const caller = principal.kind === "user" ? principal.id : null;
    const assignee = input.assignee === undefined ? caller : input.assignee;
    const remindAt = input.remindAt === undefined ? input.dueAt : input.remindAt;
    const id = newId("tsk");
    await executeSql(
      em,
      `INSERT INTO crm_tasks (id, owner_id, title, notes, contact_id, deal_id, assignee, due_at, remind_at, created_at,
         updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
      [
        id,
        ownerId,
        input.title.trim(),
        input.notes ?? null,
        input.contactId ?? null,
        input.dealId ?? null,
        assignee,
        input.dueAt ?? null,
        remindAt ?? null,
        now,
      ],
    );
    const task = await requireTask(em, ownerId, { taskId: id });
    await emitEvent(em, taskEvent("created", ownerId, task));
    return task;
  });
}

/** Completes a task; its reminder is not sent any more. Completing it again changes nothing. Throws TASK_NOT_FOUND. */
export function completeTask(ctx: HubContext, input: CompleteTaskInput): Promise<CrmTask> {
  const ownerId = ctx.principal.ownerId ?? "";
  const { taskId } = input;
  return exactlyOnce(ctx, { operation: "completeTask", input }, async (em) => {
    const before = await requireTask(em, ownerId, { taskId, lock: true });
    if (before.status === "completed") return before;
    await executeSql(
      em,
      `UPDATE crm_tasks SET status = 'completed', completed_at = $2, completed_by = $3, updated_at = $2 WHERE id = $1`,
      [taskId, ctx.clock.now(), ctx.principal.id],
    );
    const task = await requireTask(em, ownerId, { taskId });
    await emitEvent(em, taskEvent("completed", ownerId, task));
    return task;
  });
}

/** The account's tasks, newest first. Throws INVALID_CURSOR. */
export function listTasks(ctx: HubContext, args: TasksArgs): Promise<CrmTaskPage> {
  const { limit, status = null, dueBefore = null, contactId = null, dealId = null, assignee = null } = args;
  const filters = [status, dueBefore, contactId, dealId, assignee];
  const cursors = rowCursors(ctx, ["tasks", ...filters]);
  const after = cursors.decode(args.cursor);
  const filter = `t.owner_id = $1 AND ($2::text IS NULL OR t.status = $2) AND ($3::timestamptz IS NULL OR t.due_at < $3)
    AND ($4::text IS NULL OR t.contact_id = $4) AND ($5::text IS NULL OR t.deal_id = $5)
    AND ($6::text IS NULL OR t.assignee = $6)`;
  const values = [ctx.principal.ownerId, ...filters];
  const read = async (em: EntityManager) => {
    const count = `SELECT count(*)::int AS total FROM crm_tasks t WHERE ${filter}`;
    const [counted] = await executeSql<{ total: number }>(em, count, values);
    const found = await selectTasks(
      em,
      `${filter} AND ($7::timestamptz IS NULL OR (t.created_at, t.id) < ($7, $8))
       ORDER BY t.created_at DESC, t.id DESC LIMIT $9`,
      [...values, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
    );
    const { rows, nextCursor } = cutPage(found, limit, cursors, ({ createdAt, taskId }) => [
      createdAt.toISOString(),
      taskId,
    ]);
    return { tasks: rows, nextCursor, total: counted?.total ?? 0 };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

async function requireTask(
  em: EntityManager,
  ownerId: string,
  { taskId, lock = false }: { taskId: string; lock?: boolean },
): Promise<CrmTask> {
  const where = `t.owner_id = $1 AND t.id = $2${lock ? " FOR UPDATE OF t" : ""}`;
  const [task] = await selectTasks(em, where, [ownerId, taskId]);
  if (!task) throw taskNotFound();
  return task;
}
