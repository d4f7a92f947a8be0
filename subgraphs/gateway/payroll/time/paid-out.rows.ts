import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";

/** Hours that payslips in force have paid out, by policy: of periods that end from a day on, or paid by a day. */
export async function readPaidOut(
  em: EntityManager,
  employeeId: string,
  { from = null, by = null }: { from?: string | null; by?: string | null },
): Promise<Map<string, number>> {
  const sql = `SELECT e ->> 'policyId' AS "policyId", sum((e ->> 'hoursHundredths')::int)::int AS hundredths
    FROM payslips AS p CROSS JOIN jsonb_array_elements(p.earnings) AS e
    WHERE p.employee_id = $1 AND e ->> 'code' = 'pto_payout' AND p.reversal_of IS NULL
      AND ($2::date IS NULL OR p.period_end >= $2) AND ($3::date IS NULL OR p.pay_date <= $3)
      AND NOT EXISTS (SELECT 1 FROM payslips AS v WHERE v.reversal_of = p.id) GROUP BY 1`;
  const rows = await executeSql<{ policyId: string; hundredths: number }>(em, sql, [employeeId, from, by]);
  return new Map(rows.map(({ policyId, hundredths }) => [policyId, hundredths]));
}
