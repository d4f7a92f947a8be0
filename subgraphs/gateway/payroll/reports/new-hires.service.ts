import { createHash } from "node:crypto";
import { validationError } from "../../../../src/errors.ts";
import { writeCsv } from "../../../../src/text/csv.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { fileOnce } from "../ach/ach-originator.service.ts";
import type { PostalAddress } from "../people/address.types.ts";
import { findRows } from "../payroll.rows.ts";
import { employerOf, readSsns } from "./efw2.service.ts";
import type { CreateNewHireFileInput, NewHireFile } from "./new-hires.types.ts";

/** Days in which a new hire is reported (42 USC 653a(b)(2)(A)). */
const daysToReport = 20;

/** What federal law asks for (42 USC 653a(b)(1)(A)), besides the state and the due date. */
const header = [
  "employee_first_name",
  "employee_last_name",
  "employee_ssn",
  ...addressHeader("employee"),
  "start_date",
  "work_state",
  "report_due",
  "employer_name",
  "employer_ein",
  ...addressHeader("employer"),
];

/**
 * Writes the employees who began work in a span of days, for the report to the state's directory of new hires. No part of it is
 * stored. Throws VALIDATION_ERROR for the span, and BUSINESS_RULE where the employer lacks what the report needs.
 */
export function createNewHireFile(ctx: GatewayContext, input: CreateNewHireFileInput): Promise<NewHireFile> {
  const { download: _, ...request } = input;
  const { from, to } = input;
  if (to < from || to > addDays(from, 366))
    throw validationError([
      { path: "to", message: "must not be before from, and at most a year after it", rule: "range" },
    ]);
  return fileOnce(ctx, { operation: "createNewHireFile", input: request }, async (em) => {
    const { employer } = await employerOf(em, ctx);
    const where = "owner_id = $1 AND start_date BETWEEN $2 AND $3 ORDER BY start_date, id";
    const hired = await findRows(em, "payroll_employees", where, [ownerOf(ctx), from, to]);
    const ssnOf = await readSsns(em, ctx, hired);
    const isComplete = ({ id, address }: (typeof hired)[number]) => address !== null && ssnOf.has(id);
    const complete = hired.filter(isComplete);
    const records = complete.map(({ id, firstName, lastName, address, startDate, workState }) => [
      firstName,
      lastName,
      ssnOf.get(id)!,
      ...addressValues(address!),
      startDate,
      workState,
      addDays(startDate, daysToReport),
      employer.name,
      employer.ein,
      ...addressValues(employer.address),
    ]);
    const content = writeCsv([header, ...records]);
    return {
      filename: `new-hires-${from}-${to}.csv`,
      contentType: "text/csv",
      encoding: "utf8",
      content,
      size: Buffer.byteLength(content),
      sha256: createHash("sha256").update(content).digest("hex"),
      employeeCount: complete.length,
      firstDueDate: hired[0] ? addDays(hired[0].startDate, daysToReport) : null,
      incompleteEmployeeIds: hired.filter((one) => !isComplete(one)).map(({ id }) => id),
    };
  });
}

function addressHeader(whose: string): string[] {
  return ["line1", "line2", "city", "state", "postal_code"].map((part) => `${whose}_${part}`);
}

function addressValues({ line1, line2, city, state, postalCode }: PostalAddress): string[] {
  return [line1, line2 ?? "", city, state, postalCode];
}
