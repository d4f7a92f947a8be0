import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { settingsOf } from "../schedules/settings.service.ts";
import { formW3Of } from "./form-w3.ts";
import type { FormW3, FormW3Args } from "./form-w3.types.ts";
import { findRows } from "./w2.rows.ts";
import { readBoxes, sameBoxes } from "./w2.service.ts";

/** Form W-3 of a year: the sums of its wage statements as payslips have them now. */
export function prepareFormW3(ctx: GatewayContext, { year }: FormW3Args): Promise<FormW3> {
  const read = async (em: EntityManager) => {
    const ownerId = ownerOf(ctx);
    const { legalName, ein } = await settingsOf(em, ownerId);
    const paid = `SELECT DISTINCT employee_id AS id FROM payslips WHERE owner_id = $1 AND year = $2 ORDER BY 1`;
    const ids = (await executeSql<{ id: string }>(em, paid, [ownerId, year])).map(({ id }) => id);
    const boxesOf = await readBoxes(em, ids, year);
    const made = await findRows(em, "payroll_w2s", "owner_id = $1 AND year = $2 ORDER BY revision", [
      ownerId,
      year,
    ]);
    const lastOf = new Map(made.map(({ employeeId, boxes }) => [employeeId, boxes]));
    const outdatedEmployeeIds = [...boxesOf].flatMap(([id, boxes]) => {
      const last = lastOf.get(id);
      return last && sameBoxes(last, boxes) ? [] : [id];
    });
    const sums = formW3Of([...boxesOf.values()]);
    const dueDate = `${year + 1}-01-31`;
    return { year, legalName, ein, dueDate, currency: "USD", ...sums, outdatedEmployeeIds };
  };
  return inTransaction(ctx, read, { readOnly: true });
}
