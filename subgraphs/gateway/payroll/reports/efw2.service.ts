import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import { fileOnce } from "../ach/ach-originator.service.ts";
import { findRows as findPayrollRows } from "../payroll.rows.ts";
import type { EmployeeRow } from "../payroll-tables.ts";
import { secretPlace } from "../people/secrets.service.ts";
import { settingsOf, type StateAccount } from "../schedules/settings.service.ts";
import { unplacedCodes, writeEfw2, type Efw2Employee, type Efw2Employer } from "./efw2.ts";
import type { CreateW2FileInput, W2File } from "./efw2.types.ts";
import { hasAmounts } from "./form-w3.ts";
import { findRows, type W2Boxes, type W2Row } from "./w2.rows.ts";

/**
 * Writes the newest wage statements of a year as a file for the Social Security Administration. No part of it is stored; a replay
 * writes it again from what is stored then. Throws BUSINESS_RULE without statements, or where the employer or an employee lacks
 * what the form needs.
 */
export function createW2File(ctx: GatewayContext, input: CreateW2FileInput): Promise<W2File> {
  const { download: _, ...request } = input;
  return fileOnce(ctx, { operation: "createW2File", input: request }, async (em) => {
    const { employer, accounts } = await employerOf(em, ctx);
    const statements = await newestStatements(em, ctx, input.year);
    const employees = await employeesOf(em, ctx, { statements, accounts });
    const { year, ssaUser: userId, contactName, contactPhone, contactEmail, resubmits = null } = input;
    const submitter = { userId, contactName, contactPhone, contactEmail, resubmits };
    const content = writeEfw2({ year, submitter, employer, employees });
    const sumOf = (box: number) => employees.reduce((sum, { boxes }) => sum + boxes[box]!, 0);
    return {
      year,
      filename: `w2-${year}.txt`,
      contentType: "text/plain",
      encoding: "utf8",
      content,
      size: Buffer.byteLength(content),
      sha256: createHash("sha256").update(content).digest("hex"),
      statementCount: employees.length,
      wagesCents: sumOf(0),
      federalTaxCents: sumOf(1),
      correctedEmployeeIds: statements.flatMap(({ revision, employeeId }) =>
        revision > 1 ? [employeeId] : [],
      ),
    };
  });
}

/** Throws BUSINESS_RULE where the employer lacks what a form needs. */
export async function employerOf(em: EntityManager, ctx: GatewayContext) {
  const { legalName, ein, address, stateAccounts } = await settingsOf(em, ownerOf(ctx));
  if (legalName === null || ein === null || address === null)
    throw businessRule(
      "employer_unknown",
      "The form names the employer. Set legalName, ein and address with update_payroll_settings.",
    );
  const employer: Efw2Employer = { ein: ein.replaceAll("-", ""), name: legalName, address };
  return { employer, accounts: stateAccounts };
}

/** The last revision of each employee, without statements whose amounts were all taken back. */
async function newestStatements(em: EntityManager, ctx: GatewayContext, year: number): Promise<W2Row[]> {
  const where = "owner_id = $1 AND year = $2 ORDER BY employee_id, revision";
  const rows = await findRows(em, "payroll_w2s", where, [ownerOf(ctx), year]);
  const newest = [...new Map(rows.map((row) => [row.employeeId, row])).values()];
  const statements = newest.filter(({ boxes }) => hasAmounts(boxes));
  if (statements.length === 0)
    throw businessRule("no_statements", `There is no Form W-2 of ${year}. Make them with generate_w2 first.`);
  const unplaced = unplacedCodes(statements.flatMap(({ boxes }) => boxes.box12.map(({ code }) => code)));
  if (unplaced.length > 0)
    throw businessRule(
      "code_not_supported",
      `The file has no field for box 12 codes ${unplaced.join(", ")}. Enter these statements at the SSA by hand.`,
    );
  return statements;
}

async function employeesOf(
  em: EntityManager,
  ctx: GatewayContext,
  { statements, accounts }: { statements: readonly W2Row[]; accounts: readonly StateAccount[] },
): Promise<Efw2Employee[]> {
  const ids = statements.map(({ employeeId }) => employeeId);
  const people = await findPayrollRows(em, "payroll_employees", "id = ANY ($1)", [ids]);
  const personOf = new Map(people.map((person) => [person.id, person]));
  const ssnOf = await readSsns(em, ctx, people);
  const missing = people.filter(({ id, address }) => address === null || !ssnOf.has(id));
  if (missing.length > 0)
    throw businessRule(
      "employee_incomplete",
      `${missing.length} employees lack an address or a Social Security number. Add both with update_employee and POST /payroll/secure-numbers.`,
      { employeeIds: missing.slice(0, 100).map(({ id }) => id) },
    );
  return statements.map(({ employeeId, boxes }) => {
    const { firstName, lastName, address } = personOf.get(employeeId)!;
    return {
      ssn: ssnOf.get(employeeId)!,
      firstName,
      lastName,
      address: address!,
      boxes: [
        boxes.box1Cents,
        boxes.box2Cents,
        boxes.box3Cents,
        boxes.box4Cents,
        boxes.box5Cents,
        boxes.box6Cents,
      ],
      coded: new Map(boxes.box12.map(({ code, amountCents }) => [code, amountCents])),
      isInRetirementPlan: boxes.box12.some(({ code }) => code === "D"),
      states: statesOf(boxes, accounts),
    };
  });
}

function statesOf({ states = [] }: W2Boxes, accounts: readonly StateAccount[]): Efw2Employee["states"] {
  return states.map((one) => ({
    state: one.state,
    accountNumber: accounts.find(({ state }) => state === one.state)?.withholdingNumber ?? null,
    wagesCents: one.box16Cents,
    taxCents: one.box17Cents,
    localWagesCents: one.box18Cents ?? 0,
    localTaxCents: one.box19Cents,
  }));
}

/** Social Security numbers by employee, of those who have one. */
export async function readSsns(
  em: EntityManager,
  ctx: GatewayContext,
  people: readonly EmployeeRow[],
): Promise<Map<string, string>> {
  const secretIds = people.flatMap(({ ssnSecretId }) => ssnSecretId ?? []);
  const secrets = await findPayrollRows(em, "payroll_secrets", "id = ANY ($1)", [secretIds]);
  const numberOf = new Map(
    secrets.map(({ id, sealed }) => {
      const plain = ctx.ports.keyRing.open(sealed, secretPlace(id));
      return [id, (JSON.parse(plain) as { number: string }).number];
    }),
  );
  return new Map(
    people.flatMap(({ id, ssnSecretId }) => {
      const number = ssnSecretId === null ? undefined : numberOf.get(ssnSecretId);
      return number === undefined ? [] : [[id, number] as const];
    }),
  );
}
