import type { EntityManager } from "@mikro-orm/postgresql";
import { ofOpenAccount } from "../../../src/access/open-account.ts";
import { executeSql } from "../../../src/db/sql.ts";
import type { RuleState } from "./reload-rules.ts";

/** Saved settings of a rule. Fields are null only when it is disabled and they were never set. */
export interface RuleSettings {
  enabled: boolean;
  threshold: number | null;
  packageId: string | null;
  monthlyCapCents: number | null;
  webhookUrl: string | null;
}

/** Auto-reload rule of an account for an app. Credits in hundredths. */
export interface RuleRow extends RuleSettings, RuleState {
  ownerId: string;
  appId: string;
  lastAttemptAt: Date | null;
  isLow: boolean;
}

/** Enabled rule: all settings are present. */
export type EnabledRule = RuleRow & { threshold: number; packageId: string; monthlyCapCents: number };

const ruleColumns = `owner_id AS "ownerId", app_id AS "appId", enabled, threshold::float8 AS threshold,
  package_id AS "packageId", monthly_cap_cents::float8 AS "monthlyCapCents", webhook_url AS "webhookUrl",
  suspended_reason AS "suspendedReason", consecutive_failures AS "consecutiveFailures",
  do_not_honor_failures AS "doNotHonorFailures", next_attempt_at AS "nextAttemptAt", cooling_until AS "coolingUntil",
  last_attempt_at AS "lastAttemptAt", is_low AS "isLow"`;

/** Reads the account's rule for an app, or null. With `forUpdate` it is locked, before any other row of a reload. */
export async function findRule(
  em: EntityManager,
  ownerId: string,
  appId: string,
  options: { forUpdate?: boolean } = {},
): Promise<RuleRow | null> {
  const sql = `SELECT ${ruleColumns} FROM auto_reload_rules WHERE owner_id = $1 AND app_id = $2`;
  const rows = await executeSql<RuleRow>(em, options.forUpdate ? `${sql} FOR UPDATE` : sql, [ownerId, appId]);
  return rows[0] ? dated(rows[0]) : null;
}

/** Whether the account has a rule that is on, in any app. */
export async function hasEnabledRule(em: EntityManager, ownerId: string): Promise<boolean> {
  const sql = "SELECT 1 FROM auto_reload_rules WHERE owner_id = $1 AND enabled LIMIT 1";
  return (await executeSql(em, sql, [ownerId])).length > 0;
}

/**
 * Locks all rules of the account in a fixed order. Rules of several apps may check the same credits, so evaluations of
 * one shortage are serialized.
 */
export async function lockRules(em: EntityManager, ownerId: string): Promise<RuleRow[]> {
  const sql = `SELECT ${ruleColumns} FROM auto_reload_rules WHERE owner_id = $1 ORDER BY app_id FOR UPDATE`;
  return (await executeSql<RuleRow>(em, sql, [ownerId])).map(dated);
}

/** Number of settled reloads of the account. A balance read at another count may miss their credits. */
export async function countSettlements(em: EntityManager, ownerId: string): Promise<number> {
  const [row] = await executeSql<{ count: number }>(
    em,
    "SELECT COALESCE(sum(settlements), 0)::float8 AS count FROM auto_reload_rules WHERE owner_id = $1",
    [ownerId],
  );
  return row!.count;
}

/** Creates or updates the rule's settings and resets its state. */
export async function saveRule(
  em: EntityManager,
  key: { ownerId: string; appId: string },
  settings: RuleSettings,
  now: Date,
): Promise<void> {
  const { enabled, threshold, packageId, monthlyCapCents, webhookUrl } = settings;
  await executeSql(
    em,
    `INSERT INTO auto_reload_rules (owner_id, app_id, enabled, threshold, package_id, monthly_cap_cents, webhook_url,
       created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     ON CONFLICT (owner_id, app_id) DO UPDATE SET enabled = EXCLUDED.enabled, threshold = EXCLUDED.threshold,
       package_id = EXCLUDED.package_id, monthly_cap_cents = EXCLUDED.monthly_cap_cents,
       webhook_url = EXCLUDED.webhook_url, updated_at = EXCLUDED.updated_at, suspended_reason = NULL,
       consecutive_failures = 0, do_not_honor_failures = 0, next_attempt_at = NULL, cooling_until = NULL`,
    [key.ownerId, key.appId, enabled, threshold, packageId, monthlyCapCents, webhookUrl, now],
  );
}

/** Updates the state of a locked rule. */
export async function updateState(
  em: EntityManager,
  { ownerId, appId }: Pick<RuleRow, "ownerId" | "appId">,
  state: RuleState,
): Promise<void> {
  await executeSql(
    em,
    `UPDATE auto_reload_rules SET suspended_reason = $3, consecutive_failures = $4, do_not_honor_failures = $5,
       next_attempt_at = $6, cooling_until = $7 WHERE owner_id = $1 AND app_id = $2`,
    [
      ownerId,
      appId,
      state.suspendedReason,
      state.consecutiveFailures,
      state.doNotHonorFailures,
      state.nextAttemptAt,
      state.coolingUntil,
    ],
  );
}

/** Records whether the credits are below the threshold. */
export async function updateLow(em: EntityManager, rule: RuleRow, isLow: boolean): Promise<void> {
  await executeSql(em, "UPDATE auto_reload_rules SET is_low = $3 WHERE owner_id = $1 AND app_id = $2", [
    rule.ownerId,
    rule.appId,
    isLow,
  ]);
}

/** Records the time of a reload attempt. */
export async function recordAttempt(em: EntityManager, rule: RuleRow, now: Date): Promise<void> {
  const sql = "UPDATE auto_reload_rules SET last_attempt_at = $3 WHERE owner_id = $1 AND app_id = $2";
  await executeSql(em, sql, [rule.ownerId, rule.appId, now]);
}

/** Counts a settled reload. */
export async function recordSettlement(em: EntityManager, rule: RuleRow): Promise<void> {
  const sql =
    "UPDATE auto_reload_rules SET settlements = settlements + 1 WHERE owner_id = $1 AND app_id = $2";
  await executeSql(em, sql, [rule.ownerId, rule.appId]);
}

/** Page of enabled rules of all open accounts, sorted by account and app. */
export async function listEnabledRules(
  em: EntityManager,
  after: { ownerId: string; appId: string },
  limit: number,
): Promise<EnabledRule[]> {
  const rows = await executeSql<EnabledRule>(
    em,
    `SELECT ${ruleColumns} FROM auto_reload_rules WHERE enabled AND (owner_id, app_id) > ($1, $2) AND ${ofOpenAccount()}
     ORDER BY owner_id, app_id LIMIT $3`,
    [after.ownerId, after.appId, limit],
  );
  return rows.map((row) => dated(row));
}

/** True for an enabled rule. */
export function isEnabled(rule: RuleRow | null): rule is EnabledRule {
  return rule !== null && rule.enabled;
}

function dated<Row extends RuleRow>(row: Row): Row {
  const date = (value: Date | null) => (value === null ? null : new Date(value));
  return {
    ...row,
    nextAttemptAt: date(row.nextAttemptAt),
    coolingUntil: date(row.coolingUntil),
    lastAttemptAt: date(row.lastAttemptAt),
  };
}
