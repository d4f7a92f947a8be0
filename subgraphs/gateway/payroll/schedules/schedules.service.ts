import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { parseDecimal, toMinor } from "../../../../src/money.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { anchorFault, periodsOfYear } from "./pay-periods.ts";
import { findOwn, findRows, insertAll, updateRow } from "../payroll.rows.ts";
import type { ScheduleRow } from "../payroll-tables.ts";
import type * as types from "./schedule.types.ts";
import { businessRule, notFound, versionConflict } from "../../base/gateway.errors.ts";

/** Creates a pay schedule. Throws VALIDATION_ERROR for an anchor date that does not fit the frequency. */
export function createPaySchedule(
  ctx: GatewayContext,
  input: types.CreatePayScheduleInput,
): Promise<types.PaySchedule> {
  const fault = anchorFault(input.frequency, input.anchorDate);
  if (fault) throw validationError([{ path: "anchorDate", message: fault, rule: "format" }]);
  return exactlyOnce(ctx, { operation: "createPaySchedule", input }, async (em) => {
    const now = ctx.clock.now().toISOString();
    const kept = { id: newId("psc"), ownerId: ownerOf(ctx), version: 1, createdAt: now, updatedAt: now };
    const row: ScheduleRow = Object.assign({}, input, kept, { status: "active" as const, earlierRules: [] });
    await insertAll(em, "pay_schedules", [row]);
    return row;
  });
}

/** Archives a pay schedule, which takes no more employees or runs. Throws NOT_FOUND, and BUSINESS_RULE while it has employees. */
export function archivePaySchedule(
  ctx: GatewayContext,
  input: types.ArchivePayScheduleInput,
): Promise<types.PaySchedule> {
  return exactlyOnce(ctx, { operation: "archivePaySchedule", input }, async (em) => {
    const own = { ownerId: ownerOf(ctx), id: input.scheduleId, lock: true };
    const row = await findOwn(em, "pay_schedules", own);
    if (!row) throw notFound("pay schedule");
    if (row.status === "archived") return row;
    const [used] = await executeSql<{ employees: number }>(
      em,
      `SELECT count(*)::int AS employees FROM payroll_employees
       WHERE owner_id = $1 AND pay_schedule_id = $2 AND status <> 'terminated'`,
      [row.ownerId, row.id],
    );
    const { employees } = used!;
    if (employees > 0)
      throw businessRule(
        "schedule_has_employees",
        "Employees are paid on this schedule. Archive it when they are terminated.",
        { employees },
      );
    const changes = {
      status: "archived",
      version: row.version + 1,
      updatedAt: ctx.clock.now().toISOString(),
    } as const;
    await updateRow(em, "pay_schedules", row.id, changes);
    return { ...row, ...changes };
  });
}

/** The account's pay schedules, newest first. */
export function listPaySchedules(
  ctx: GatewayContext,
  { status = null }: types.PaySchedulesArgs,
): Promise<types.PayScheduleList> {
  const where =
    "owner_id = $1 AND ($2::text IS NULL OR status = $2) ORDER BY created_at DESC, id DESC LIMIT 500";
  const read = (em: EntityManager) => findRows(em, "pay_schedules", where, [ownerOf(ctx), status]);
  return inTransaction(ctx, async (em) => ({ schedules: await read(em) }), { readOnly: true });
}

/** Periods of a schedule that begin in a year, with their runs. Throws NOT_FOUND. */
export function listPayPeriods(
  ctx: GatewayContext,
  { scheduleId, year }: types.PayPeriodsArgs,
): Promise<types.PayPeriodList> {
  const read = async (em: EntityManager) => {
    const schedule = await findOwn(em, "pay_schedules", { ownerId: ownerOf(ctx), id: scheduleId });
    if (!schedule) throw notFound("pay schedule");
    const where = "owner_id = $1 AND schedule_id = $2 AND type = 'regular' AND status <> 'cancelled'";
    const runs = await findRows(em, "payroll_runs", where, [ownerOf(ctx), scheduleId]);
    const runOf = new Map(runs.map((run) => [run.periodStart, run]));
    const skips = await findRows(em, "payroll_skipped_periods", "schedule_id = $1", [scheduleId]);
    const reasonOf = new Map(skips.map((skip) => [skip.periodStart, skip.reason]));
    const periods = periodsOfYear(schedule, year).map((period) => {
      const run = runOf.get(period.start);
      return {
        periodId: `${scheduleId}.${period.start}`,
        ...period,
        status: run?.status ?? (reasonOf.has(period.start) ? "skipped" : "open"),
        skipReason: reasonOf.get(period.start) ?? null,
        runId: run?.id ?? null,
      };
    });
    return { periods };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

interface StoredSettings {
  legalName: string | null;
  ein: string | null;
  state: string | null;
  sutaRate: number;
  sutaBaseCents: number;
  depositSchedule: string;
  passedOnContributions: string[];
  roundingPolicy: "cent" | "dollar";
  /** Number of the account that runs are paid from. */
  fundingSecretId: string | null;
  fundingLast4: string | null;
  version: number;
}

const unset: StoredSettings = {
  legalName: null,
  ein: null,
  state: null,
  sutaRate: 0,
  sutaBaseCents: 700_000,
  depositSchedule: "monthly",
  passedOnContributions: [],
  roundingPolicy: "cent",
  fundingSecretId: null,
  fundingLast4: null,
  version: 0,
};

/** The account's payroll settings, in the open transaction. */
export async function settingsOf(em: EntityManager, ownerId: string): Promise<StoredSettings> {
  const sql = `SELECT legal_name AS "legalName", ein, state, suta_rate AS "sutaRate",
      suta_base_cents::float8 AS "sutaBaseCents", deposit_schedule AS "depositSchedule",
      passed_on_contributions AS "passedOnContributions", rounding_policy AS "roundingPolicy",
      funding_secret_id AS "fundingSecretId", funding_last4 AS "fundingLast4", version
    FROM payroll_settings WHERE owner_id = $1`;
  return (await executeSql<StoredSettings>(em, sql, [ownerId]))[0] ?? unset;
}

/** The account's payroll settings. */
export function readPayrollSettings(ctx: GatewayContext): Promise<types.PayrollSettings> {
  const read = async (em: EntityManager) => presentSettings(await settingsOf(em, ownerOf(ctx)));
  return inTransaction(ctx, read, { readOnly: true });
}

/** Updates settings for future runs. Throws VERSION_CONFLICT and VALIDATION_ERROR. */
export function updatePayrollSettings(
  ctx: GatewayContext,
  input: types.UpdatePayrollSettingsInput,
): Promise<types.PayrollSettings> {
  if (typeof input.sutaRate === "number" && parseDecimal(input.sutaRate).scale > 4)
    throw validationError([{ path: "sutaRate", message: "must have at most 4 decimals", rule: "decimals" }]);
  return exactlyOnce(ctx, { operation: "updatePayrollSettings", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    const before = await settingsOf(em, ownerId);
    if ((input.version ?? before.version) !== before.version) throw versionConflict(before.version);
    const after: StoredSettings = {
      legalName: input.legalName ?? before.legalName,
      ein: input.ein ?? before.ein,
      state: input.state ?? before.state,
      sutaRate: typeof input.sutaRate === "number" ? toMinor(input.sutaRate, 4) : before.sutaRate,
      sutaBaseCents: input.sutaWageBase ?? before.sutaBaseCents,
      depositSchedule: input.depositSchedule ?? before.depositSchedule,
      passedOnContributions: input.passedOnContributions ?? before.passedOnContributions,
      roundingPolicy: input.roundingPolicy ?? before.roundingPolicy,
      fundingSecretId: before.fundingSecretId,
      fundingLast4: before.fundingLast4,
      version: before.version,
    };
    if (JSON.stringify(after) === JSON.stringify(before)) return presentSettings(before);
    after.version += 1;
    await writeSettings(em, ctx, after);
    return presentSettings(after);
  });
}

/** Throws VERSION_CONFLICT when somebody else wrote this version. */
export async function writeSettings(
  em: EntityManager,
  ctx: GatewayContext,
  after: StoredSettings,
): Promise<void> {
  const {
    legalName,
    ein,
    state,
    sutaRate,
    sutaBaseCents,
    depositSchedule,
    version,
    passedOnContributions,
    roundingPolicy,
    fundingSecretId,
    fundingLast4,
  } = after;
  const written = await executeSql(
    em,
    `INSERT INTO payroll_settings
       (owner_id, legal_name, ein, state, suta_rate, suta_base_cents, deposit_schedule, version, updated_at,
        passed_on_contributions, rounding_policy, funding_secret_id, funding_last4)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT (owner_id) DO UPDATE SET legal_name = $2, ein = $3, state = $4, suta_rate = $5,
       suta_base_cents = $6, deposit_schedule = $7, version = $8, updated_at = $9, passed_on_contributions = $10, rounding_policy = $11,
       funding_secret_id = $12, funding_last4 = $13
     WHERE payroll_settings.version = $8 - 1 RETURNING 1`,
    [
      ownerOf(ctx),
      legalName,
      ein,
      state,
      sutaRate,
      sutaBaseCents,
      depositSchedule,
      version,
      ctx.clock.now(),
      passedOnContributions,
      roundingPolicy,
      fundingSecretId,
      fundingLast4,
    ],
  );
  if (written.length === 0) throw versionConflict(version);
}

function presentSettings({
  sutaRate,
  fundingSecretId: _,
  ...settings
}: StoredSettings): types.PayrollSettings {
  return { ...settings, sutaPercent: sutaRate / 10_000 };
}
