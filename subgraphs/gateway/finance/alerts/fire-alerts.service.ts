import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvents } from "../../../../src/db/outbox.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { findRows, insertAll } from "../finance.rows.ts";
import type { AlertEventRow, AlertRow } from "../wealth-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { subjectsOf, type AlertSubject } from "./alert-subjects.service.ts";
import { presentEvent } from "./alerts.service.ts";

/** Accounts per run; the others are first in the next one. */
const batchSize = 500;

/** Accounts with alerts, those that were checked longest ago first. */
export async function findWatchedAccounts(ctx: FinanceContext): Promise<string[]> {
  const sql = `SELECT owner_id AS "ownerId" FROM finance_alerts GROUP BY owner_id
    ORDER BY min(coalesce(checked_at, '-infinity')), owner_id LIMIT ${batchSize}`;
  const rows = await asSystem(ctx.em, (em) => executeSql<{ ownerId: string }>(em, sql, []));
  return rows.map(({ ownerId }) => ownerId);
}

/**
 * Fires the alerts of an account: once when something crosses a threshold, and again only after it was back. Processes that
 * run it at the same time wait for each other. Returns how many fired.
 */
export function fireAlerts(ctx: FinanceContext): Promise<number> {
  return inTransaction(ctx, async (em) => {
    const where = "owner_id = $1 ORDER BY id FOR UPDATE";
    const alerts = await findRows(em, "finance_alerts", where, [ownerOf(ctx)]);
    if (alerts.length === 0) return 0;
    const { today } = await daysOf(em, ctx);
    const events: AlertEventRow[] = [];
    for (const alert of alerts) {
      const subjects = await subjectsOf[alert.kind](em, ctx, alert, today);
      const crossed = await storeStates(em, alert, subjects);
      events.push(...crossed.map((subject) => eventOf(ctx, alert, subject)));
    }
    await executeSql(em, "UPDATE finance_alerts SET checked_at = $2 WHERE owner_id = $1", [
      ownerOf(ctx),
      ctx.clock.now(),
    ]);
    if (events.length === 0) return 0;
    await insertAll(em, "finance_alert_events", events);
    await emitEvents(em, events.map(outboxEvent));
    return events.length;
  });
}

/** Stores which subjects are beyond the threshold now; returns those that were not before. */
async function storeStates(
  em: EntityManager,
  { id, ownerId }: AlertRow,
  subjects: readonly AlertSubject[],
): Promise<AlertSubject[]> {
  const keys = subjects.map(({ key }) => key);
  const leaving = "DELETE FROM finance_alert_states WHERE alert_id = $1 AND NOT subject = ANY ($2)";
  await executeSql(em, leaving, [id, keys]);
  const entering = `INSERT INTO finance_alert_states (alert_id, subject, owner_id) SELECT $1, unnest($2::text[]), $3
    ON CONFLICT DO NOTHING RETURNING subject`;
  const rows = await executeSql<{ subject: string }>(em, entering, [id, keys, ownerId]);
  const entered = new Set(rows.map(({ subject }) => subject));
  return subjects.filter(({ key }) => entered.has(key));
}

function eventOf(ctx: FinanceContext, alert: AlertRow, subject: AlertSubject): AlertEventRow {
  const { id: alertId, ownerId, kind, channel } = alert;
  const { key: _, message, ...facts } = subject;
  const createdAt = ctx.clock.now().toISOString();
  return {
    id: newId("ale"),
    ownerId,
    alertId,
    kind,
    channel,
    message: message.slice(0, 1_000),
    ...facts,
    createdAt,
  };
}

/** Webhooks get one event, and the hub, which knows the addresses of accounts, another one for mail. */
function outboxEvent(row: AlertEventRow) {
  const { createdAt, ...object } = presentEvent(row);
  const payload = { object: { ...object, createdAt: createdAt.toISOString() }, previous: null };
  const type = row.channel === "webhook" ? "finance.alert.fired" : "finance.alert_mail";
  return { type, objectId: row.id, appId: "finance", ownerId: row.ownerId, payload };
}
