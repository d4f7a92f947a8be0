import { readFileSync, writeFileSync } from "node:fs";
import type pg from "pg";
import type { Json, Tools } from "./booking/call-tool.ts";

/** What a run of very many people takes. */
export interface LargePayroll {
  milliseconds: number;
  /** Resident memory of the platform at its most during the run, beyond that before it. */
  moreBytes: number;
}

const states = ["TX", "CA", "NY", "PA", "OH", "IL", "NJ", "GA", "MA", "WA"];

/**
 * Runs a payroll of `count` people in ten states, each with a deduction, a garnishment or neither, and a deposit split of
 * one account. The people are copies of one that was made by tools.
 */
export async function measureLargePayroll(
  tools: Tools,
  pool: pg.Pool,
  { count, pid, dateOf }: { count: number; pid: number; dateOf: (days: number) => string },
): Promise<LargePayroll> {
  const inPayroll = (tool: string, input: Json) => tools.act("payroll", tool, input);
  const schedule = await inPayroll("create_pay_schedule", {
    name: "Of many",
    frequency: "biweekly",
    anchorDate: dateOf(-7),
    payDateOffsetDays: 5,
    holidayRule: "before",
  });
  const { id } = await inPayroll("create_employee", {
    firstName: "Ana",
    lastName: "Alva",
    email: "many@staff.example",
    startDate: dateOf(-365),
    workState: "TX",
    payScheduleId: schedule["id"],
    employmentType: "full_time",
  });
  await inPayroll("set_compensation", {
    employeeId: id,
    kind: "salary",
    amount: 60_000,
    perUnit: "year",
    effectiveDate: dateOf(-365),
  });
  await inPayroll("create_deduction_type", { code: "health", name: "Health", timing: "pretax_section125" });
  await inPayroll("enroll_in_deduction", {
    employeeId: id,
    code: "health",
    amount: 80,
    from: dateOf(-365),
  });
  await copyEmployee(pool, id as string, count - 1);
  // Linux forgets the highest value so far.
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const before = memoryOf(pid, "VmRSS");
  const startedAt = performance.now();
  const run = await inPayroll("run_payroll", {
    periodStart: dateOf(-7),
    periodEnd: dateOf(6),
    type: "regular",
    scheduleId: schedule["id"],
  });
  const milliseconds = performance.now() - startedAt;
  if (run["employeeCount"] !== count) throw new Error(`The run paid ${JSON.stringify(run)}`);
  return { milliseconds, moreBytes: memoryOf(pid, "VmHWM") - before };
}

function memoryOf(pid: number, name: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) * 1024;
}

/** Copies of an employee with pay and deductions, each in another state and with another salary. */
async function copyEmployee(pool: pg.Pool, id: string, copies: number): Promise<void> {
  const copy = (table: string, own: string, changes: string) =>
    pool.query(
      `INSERT INTO gateway.${table}
       SELECT (jsonb_populate_record(t, jsonb_build_object(${changes}))).*
       FROM gateway.${table} AS t CROSS JOIN generate_series(1, $2::int) AS n WHERE t.${own} = $1`,
      [id, copies],
    );
  const state = `(ARRAY['${states.join("','")}'])[1 + n % ${states.length}]`;
  await copy(
    "payroll_employees",
    "id",
    `'id', $1 || n, 'email', 'many' || n || '@staff.example', 'work_state', ${state}`,
  );
  await copy(
    "payroll_compensations",
    "employee_id",
    `'id', t.id || n, 'employee_id', $1 || n, 'amount_cents', 3000000 + n * 1000`,
  );
  await copy("payroll_enrollments", "employee_id", `'id', t.id || n, 'employee_id', $1 || n`);
}
