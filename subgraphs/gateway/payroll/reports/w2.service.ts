import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { findRows as findPayrollRows } from "../payroll.rows.ts";
import { settingsOf, type StateAccount } from "../schedules/settings.service.ts";
import { lockYears } from "../runs/calculate-run.service.ts";
import { findRows, insertAll, type W2Boxes, type W2Row, type W2StateBoxes } from "./w2.rows.ts";
import type * as types from "./w2.types.ts";
import { notFound } from "../../base/gateway.errors.ts";

/**
 * Generates wage statements of a year from its payslips. Unchanged statements are returned as they are. Changed figures
 * produce a new revision that shows what it corrects (Form W-2c). Throws NOT_FOUND for an employee.
 */
export function generateW2(ctx: GatewayContext, input: types.GenerateW2Input): Promise<types.W2List> {
  return exactlyOnce(ctx, { operation: "generateW2", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    const { year, employeeIds = null } = input;
    const where = "owner_id = $1 AND ($2::text[] IS NULL OR id = ANY ($2)) ORDER BY id";
    const employees = await findPayrollRows(em, "payroll_employees", where, [ownerId, employeeIds]);
    if (employeeIds !== null && employees.length < new Set(employeeIds).size) throw notFound("employee");
    const ids = employees.map(({ id }) => id);
    // Prevents concurrent requests from creating the same revision.
    await lockYears(em, { ownerId, employeeIds: ids, year });
    const boxesOf = await readBoxes(em, ids, year);
    const { stateAccounts: accounts } = await settingsOf(em, ownerId);
    const made = await findRows(em, "payroll_w2s", "employee_id = ANY ($1) AND year = $2 ORDER BY revision", [
      ids,
      year,
    ]);
    const revisions = Map.groupBy(made, ({ employeeId }) => employeeId);
    const w2s: types.W2[] = [];
    const fresh: W2Row[] = [];
    for (const { id: employeeId, firstName, lastName, ssnLast4 } of employees) {
      const earlier = revisions.get(employeeId) ?? [];
      const boxes = boxesOf.get(employeeId);
      // Never paid: no statement. Paid but fully reversed: a correction.
      if (!boxes || (earlier.length === 0 && isEmpty(boxes))) continue;
      const last = earlier.at(-1);
      const isSame = last !== undefined && sameBoxes(last.boxes, boxes);
      const row = isSame
        ? last
        : newRevision(ctx, { employeeId, year, revision: (last?.revision ?? 0) + 1, boxes });
      if (!isSame) fresh.push(row);
      const corrects = isSame ? earlier.at(-2) : last;
      w2s.push(
        presentW2(row, {
          name: `${firstName} ${lastName}`,
          ssnLast4,
          corrects: corrects?.boxes ?? null,
          accounts,
        }),
      );
    }
    if (fresh.length > 0) await insertAll(em, "payroll_w2s", fresh);
    return { year, w2s };
  });
}

function newRevision(
  ctx: GatewayContext,
  made: Pick<W2Row, "employeeId" | "year" | "revision" | "boxes">,
): W2Row {
  return { id: newId("w2s"), ownerId: ownerOf(ctx), ...made, createdAt: ctx.clock.now().toISOString() };
}

/** All boxes by employee. Code D of box 12 is pre-tax retirement deferral. */
export async function readBoxes(
  em: EntityManager,
  ids: readonly string[],
  year: number,
): Promise<Map<string, W2Boxes>> {
  const sql = `SELECT employee_id AS "employeeId", sum(taxable_cents)::float8 AS "box1Cents",
      sum(federal_income_cents)::float8 AS "box2Cents", sum(social_security_wages_cents)::float8 AS "box3Cents",
      sum(social_security_cents)::float8 AS "box4Cents", sum(medicare_wages_cents)::float8 AS "box5Cents",
      sum(medicare_cents + additional_medicare_cents)::float8 AS "box6Cents",
      coalesce(sum(retirement.cents), 0)::float8 AS "retirementCents"
    FROM payslips AS slip CROSS JOIN LATERAL (
      SELECT sum((part ->> 'amountCents')::bigint) AS cents FROM jsonb_array_elements(slip.deductions) AS part
      WHERE part ->> 'timing' = 'pretax_retirement') AS retirement
    WHERE employee_id = ANY ($1) AND year = $2 GROUP BY employee_id`;
  type Found = Omit<W2Boxes, "box12" | "box14" | "states"> & { employeeId: string; retirementCents: number };
  const rows = await executeSql<Found>(em, sql, [ids, year]);
  const ofStates = await readStateBoxes(em, ids, year);
  return new Map(
    rows.map(({ employeeId, retirementCents, ...boxes }) => {
      const box12 = retirementCents === 0 ? [] : [{ code: "D", amountCents: retirementCents }];
      return [employeeId, { ...boxes, box12, ...ofStates(employeeId) }];
    }),
  );
}

/** Box 14 and boxes 15 to 20 by employee, without amounts of zero. A locality taxes the wages that its state taxes. */
async function readStateBoxes(em: EntityManager, ids: readonly string[], year: number) {
  const bySlip = `SELECT employee_id AS "employeeId", tax_state AS state, sum(state_wages_cents)::float8 AS "box16Cents",
      sum(state_cents)::float8 AS "box17Cents",
      (CASE WHEN locality IS NULL THEN 0 ELSE sum(state_wages_cents) END)::float8 AS "box18Cents",
      sum(local_cents)::float8 AS "box19Cents", locality
    FROM payslips WHERE employee_id = ANY ($1) AND year = $2 GROUP BY 1, 2, locality
    HAVING sum(state_wages_cents) <> 0 OR sum(state_cents) <> 0 ORDER BY 1, 2, locality NULLS FIRST`;
  const byContribution = `SELECT employee_id AS "employeeId", part ->> 'label' AS label,
      sum((part ->> 'amountCents')::bigint)::float8 AS "amountCents"
    FROM payslips CROSS JOIN LATERAL jsonb_array_elements(contributions) AS part
    WHERE employee_id = ANY ($1) AND year = $2 GROUP BY 1, 2
    HAVING sum((part ->> 'amountCents')::bigint) <> 0 ORDER BY 1, 2`;
  type Of<T> = T & { employeeId: string };
  const states = await executeSql<Of<W2StateBoxes>>(em, bySlip, [ids, year]);
  const box14 = await executeSql<Of<NonNullable<W2Boxes["box14"]>[number]>>(em, byContribution, [ids, year]);
  const own = <T extends { employeeId: string }>(rows: readonly T[], id: string) =>
    rows.filter(({ employeeId }) => employeeId === id).map(({ employeeId: _, ...row }) => row);
  return (id: string) => ({ box14: own(box14, id), states: own(states, id) });
}

const amountsOf = ({ box12, box14 = [], states = [], ...boxes }: W2Boxes) => [
  ...(["box1Cents", "box2Cents", "box3Cents", "box4Cents", "box5Cents", "box6Cents"] as const).map(
    (name) => boxes[name],
  ),
  ...box12.map(({ code, amountCents }) => `${code} ${amountCents}`),
  ...box14.map(({ label, amountCents }) => `${label} ${amountCents}`),
  ...states.map(({ state, box16Cents, box17Cents, box18Cents = 0, box19Cents, locality }) =>
    [state, box16Cents, box17Cents, box18Cents, box19Cents, locality ?? ""].join(" "),
  ),
];

function isEmpty(boxes: W2Boxes): boolean {
  return amountsOf(boxes).every((amount) => amount === 0);
}

/** True when two statements have the same amounts. */
export function sameBoxes(a: W2Boxes, b: W2Boxes): boolean {
  return JSON.stringify(amountsOf(a)) === JSON.stringify(amountsOf(b));
}

interface Shown {
  name: string;
  ssnLast4: string | null;
  corrects: W2Boxes | null;
  accounts: readonly StateAccount[];
}

function presentW2(
  { id, employeeId, year, revision, boxes, createdAt }: W2Row,
  { name, ssnLast4, corrects, accounts }: Shown,
): types.W2 {
  const form = revision === 1 ? "W-2" : "W-2c";
  const ssn = ssnLast4 === null ? null : `***-**-${ssnLast4}`;
  const numberOf = (state: string) =>
    accounts.find((account) => account.state === state)?.withholdingNumber ?? null;
  const whole = (one: W2Boxes) => ({
    ...one,
    box14: one.box14 ?? [],
    states: (one.states ?? []).map((line) => ({
      ...line,
      employerStateId: numberOf(line.state),
      box18Cents: line.box18Cents ?? 0,
      locality: line.locality ?? null,
    })),
  });
  return {
    id,
    employeeId,
    employeeName: name,
    ssn,
    year,
    form,
    revision,
    boxes: whole(boxes),
    corrects: corrects && whole(corrects),
    createdAt,
  };
}
