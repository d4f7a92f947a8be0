import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import type { PostalAddress } from "../people/address.types.ts";
import { findOwn, findRows as findPayrollRows } from "../payroll.rows.ts";
import { settingsOf } from "../schedules/settings.service.ts";
import { prepareForm940 } from "./form-940.service.ts";
import { prepareForm941 } from "./form-941.service.ts";
import * as boxes from "./form-boxes.ts";
import { drawForm, type PrintedPaper } from "./form-paper.ts";
import type { PayrollFormPdf, PayrollFormPdfArgs } from "./form-pdf.types.ts";
import { prepareFormW3 } from "./form-w3.service.ts";
import { findRows } from "./w2.rows.ts";

/**
 * Prints a form. Forms W-2 and 1099-NEC are the newest that were generated; the others are calculated. Throws NOT_FOUND for
 * a form that was not generated, and VALIDATION_ERROR without the quarter, employee or contractor of the form.
 */
export async function renderPayrollForm(
  ctx: GatewayContext,
  args: PayrollFormPdfArgs,
): Promise<PayrollFormPdf> {
  const paper = await paperOf(ctx, args);
  const bytes = await drawForm({ ...paper, date: `${args.year}-12-31` });
  const { form, year, quarter } = args;
  return {
    filename: `${form}-${year}${form === "941" ? `-q${quarter!}` : ""}.pdf`,
    contentType: "application/pdf",
    encoding: "base64",
    content: bytes.toString("base64"),
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}

type Paper = Omit<PrintedPaper, "date">;

async function paperOf(
  ctx: GatewayContext,
  { form, year, quarter = null, employeeId = null, contractorId = null }: PayrollFormPdfArgs,
): Promise<Paper> {
  if (form === "w3")
    return headed(ctx, `Form W-3 (${year})`, boxes.boxesOfW3(await prepareFormW3(ctx, { year })));
  if (form === "940")
    return headed(ctx, `Form 940 (${year})`, boxes.boxesOf940(await prepareForm940(ctx, { year })));
  if (form === "941") {
    const own = boxes.boxesOf941(await prepareForm941(ctx, { year, quarter: wanted("quarter", quarter) }));
    return headed(ctx, `Form 941 (quarter ${quarter} of ${year})`, own);
  }
  if (form === "w2") return paperOfW2(ctx, wanted("employeeId", employeeId), year);
  return paperOf1099(ctx, wanted("contractorId", contractorId), year);
}

function wanted<T>(path: string, value: T | null): T {
  if (value === null)
    throw validationError([{ path, message: "is required for this form", rule: "required" }]);
  return value;
}

function headed(ctx: GatewayContext, title: string, own: Paper["boxes"]): Promise<Paper> {
  const read = async (em: EntityManager) => ({ title, head: (await employerOf(em, ctx)).head, boxes: own });
  return inTransaction(ctx, read, { readOnly: true });
}

async function employerOf(em: EntityManager, ctx: GatewayContext) {
  const { legalName, ein, address, stateAccounts } = await settingsOf(em, ownerOf(ctx));
  const head = [`Employer: ${legalName ?? "not set"}, EIN ${ein ?? "not set"}`, ...linesOf(address)];
  return { head, stateAccounts };
}

function linesOf(address: PostalAddress | null): string[] {
  if (address === null) return [];
  const { line1, line2, city, state, postalCode } = address;
  return [`${line1}${line2 === null ? "" : `, ${line2}`}, ${city}, ${state} ${postalCode}`];
}

function paperOfW2(ctx: GatewayContext, id: string, year: number): Promise<Paper> {
  const read = async (em: EntityManager): Promise<Paper> => {
    const employee = await findOwn(em, "payroll_employees", { ownerId: ownerOf(ctx), id });
    if (!employee) throw notFound("employee");
    const where = "owner_id = $1 AND employee_id = $2 AND year = $3 ORDER BY revision DESC LIMIT 2";
    const [newest, earlier] = await findRows(em, "payroll_w2s", where, [ownerOf(ctx), id, year]);
    if (!newest) throw notFound("wage statement");
    const { head, stateAccounts } = await employerOf(em, ctx);
    const stateIdOf = (state: string) =>
      stateAccounts.find((account) => account.state === state)?.withholdingNumber ?? null;
    const now = boxes.boxesOfW2(newest.boxes, stateIdOf);
    const { firstName, lastName, ssnLast4, address } = employee;
    const number = ssnLast4 === null ? "not provided" : `***-**-${ssnLast4}`;
    return {
      title: `Form ${earlier ? "W-2c" : "W-2"} (${year})`,
      head: [...head, `Employee: ${firstName} ${lastName}, SSN ${number}`, ...linesOf(address)],
      boxes: earlier ? boxes.correctedBoxes(now, boxes.boxesOfW2(earlier.boxes, stateIdOf)) : now,
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function paperOf1099(ctx: GatewayContext, id: string, year: number): Promise<Paper> {
  const read = async (em: EntityManager): Promise<Paper> => {
    const contractor = await findOwn(em, "contractors", { ownerId: ownerOf(ctx), id });
    if (!contractor) throw notFound("contractor");
    const where = "owner_id = $1 AND contractor_id = $2 AND year = $3 ORDER BY revision DESC LIMIT 2";
    const values = [ownerOf(ctx), id, year];
    const [newest, earlier] = await findPayrollRows(em, "payroll_1099s", where, values);
    if (!newest) throw notFound("form");
    const { head } = await employerOf(em, ctx);
    const now = boxes.boxesOf1099(newest);
    const tin = contractor.tinLast4 === null ? "not provided" : `*****${contractor.tinLast4}`;
    return {
      title: `Form 1099-NEC (${year})${earlier ? ", corrected" : ""}`,
      head: [...head, `Recipient: ${contractor.name}, TIN ${tin}`],
      boxes: earlier ? boxes.correctedBoxes(now, boxes.boxesOf1099(earlier)) : now,
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}
