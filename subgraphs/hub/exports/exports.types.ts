import { Field, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { JSONObjectScalar, MoneyScalar } from "../../../src/graphql/scalars.ts";

export const PayrollExportFormat = { csv: "csv", json: "json", xml: "xml", excel: "excel" } as const;
export type PayrollExportFormat = keyof typeof PayrollExportFormat;
registerEnumType(PayrollExportFormat, { name: "PayrollExportFormat", description: "The kind of file." });

export const FileEncoding = { utf8: "utf8", base64: "base64" } as const;
export type FileEncoding = keyof typeof FileEncoding;
registerEnumType(FileEncoding, {
  name: "FileEncoding",
  description: "How a file's content is written: as its text, or its bytes in base64.",
});

@InputType()
export class ExportPayrollInput {
  @Field(() => PayrollExportFormat)
  format: PayrollExportFormat;
  @Field(() => JSONObjectScalar, {
    description:
      "The payroll: {company: {name, ein}, payPeriod: {startDate, endDate, payDate}, currency, employees: [{employeeId, " +
      "firstName, lastName, email, department, payType, regularHours, overtimeHours, rate, grossPay, taxes: [{code, " +
      "amount}], deductions: [{code, amount, preTax}], reimbursements, netPay}]}, or {records: [flat objects]}. At most " +
      "50,000 rows.",
  })
  payrollData: Record<string, unknown>;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      "columns ([{key, header, type: text, number, date or money}]; all when left out), includeHeader (true), delimiter " +
      "(comma, semicolon or tab), bom (true), lineEnding (CRLF or LF), escapeFormulas (true), dateFormat (YYYY-MM-DD), " +
      "sheetName (Payroll), rootElement (payroll), filename, totals (true), maskPii (true), strict (true), download (false).",
  })
  options?: Record<string, unknown> | null;
}

@ObjectType({ description: "The sums of a payroll; null where no row has such an amount." })
export class PayrollExportTotals {
  @Field(() => MoneyScalar, { nullable: true })
  grossPay: number | null;
  @Field(() => MoneyScalar, { nullable: true })
  taxes: number | null;
  @Field(() => MoneyScalar, { nullable: true })
  deductions: number | null;
  @Field(() => MoneyScalar, { nullable: true })
  reimbursements: number | null;
  @Field(() => MoneyScalar, { nullable: true })
  netPay: number | null;
}

@ObjectType({ description: "A payroll as a file." })
export class PayrollExport {
  @Field(() => PayrollExportFormat)
  format: PayrollExportFormat;
  @Field(() => String)
  filename: string;
  @Field(() => String, { description: "Media type of the file." })
  contentType: string;
  @Field(() => FileEncoding)
  encoding: FileEncoding;
  @Field(() => String, { description: "The file: its text, or its bytes in base64." })
  content: string;
  @Field(() => Int, { description: "Bytes of the file." })
  size: number;
  @Field(() => String, { description: "SHA-256 of the file's bytes, hexadecimal." })
  sha256: string;
  @Field(() => Int, { description: "Rows, without header and totals." })
  recordCount: number;
  @Field(() => PayrollExportTotals)
  totals: PayrollExportTotals;
  @Field(() => [String], { description: "What was masked, left out or does not add up." })
  warnings: string[];
}
