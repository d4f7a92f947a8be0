import { IsOptional, MaxLength } from "class-validator";
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateScalar, JSONObjectScalar, MoneyScalar } from "../../../src/graphql/scalars.ts";

export const PayrollExportFormat = { csv: "csv", json: "json", xml: "xml", excel: "excel" } as const;
export type PayrollExportFormat = keyof typeof PayrollExportFormat;
registerEnumType(PayrollExportFormat, {
  name: "PayrollExportFormat",
  description: "File format of a payroll export.",
  valuesConfig: {
    csv: { description: "Comma-separated values." },
    json: { description: "JSON document." },
    xml: { description: "XML document." },
    excel: { description: "Excel workbook (XLSX)." },
  },
});

export const FileEncoding = { utf8: "utf8", base64: "base64" } as const;
export type FileEncoding = keyof typeof FileEncoding;
registerEnumType(FileEncoding, {
  name: "FileEncoding",
  description: "Encoding of a file's content.",
  valuesConfig: {
    utf8: { description: "Plain text in UTF-8." },
    base64: { description: "Bytes in base64, for binary files." },
  },
});

@InputType({
  description: "Payroll to export and the file format: a run, pay dates, or data from elsewhere.",
})
export class ExportPayrollInput {
  @Field(() => PayrollExportFormat, { description: "File format of the export." })
  format: PayrollExportFormat;
  @Field(() => ID, {
    nullable: true,
    description: "ID of a run of the payroll app to export, without payrollData, from and to.",
  })
  @IsOptional()
  @MaxLength(64)
  runId?: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "First pay date to export from the payroll app, with `to`.",
  })
  from?: string | null;
  @Field(() => DateScalar, {
    nullable: true,
    description: "Last pay date to export, at most 366 days after `from`.",
  })
  to?: string | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      "Payroll to export, required without runId and from. Either {company: {name, ein}, payPeriod: {startDate, endDate, payDate}, currency, employees: [{employeeId, firstName, lastName, email, department, payType, regularHours, overtimeHours, rate, grossPay, taxes: [{code, amount}], deductions: [{code, amount, preTax}], reimbursements, netPay}]}, or {records: [flat objects]}. At most 50,000 rows.",
  })
  payrollData?: Record<string, unknown> | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      "Export options with their defaults. Options: columns ([{key, header, type: text, number, date or money}]; all), includeHeader (true), delimiter (comma; or semicolon, tab), bom (true), lineEnding (CRLF; or LF), escapeFormulas (true), dateFormat (YYYY-MM-DD), sheetName (Payroll), rootElement (payroll), filename, totals (true), maskPii (true), strict (true), download (false).",
  })
  options?: Record<string, unknown> | null;
}

@ObjectType({ description: "Totals of a payroll. A total is null when no row has the amount." })
export class PayrollExportTotals {
  @Field(() => MoneyScalar, { nullable: true, description: "Sum of gross pay in the payroll's currency." })
  grossPay: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Sum of taxes in the payroll's currency." })
  taxes: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Sum of deductions in the payroll's currency." })
  deductions: number | null;
  @Field(() => MoneyScalar, {
    nullable: true,
    description: "Sum of reimbursements in the payroll's currency.",
  })
  reimbursements: number | null;
  @Field(() => MoneyScalar, { nullable: true, description: "Sum of net pay in the payroll's currency." })
  netPay: number | null;
}

@ObjectType({ description: "Payroll exported as a file." })
export class PayrollExport {
  @Field(() => PayrollExportFormat, { description: "File format of the export." })
  format: PayrollExportFormat;
  @Field(() => String, { description: "Suggested file name." })
  filename: string;
  @Field(() => String, { description: "Media type of the file." })
  contentType: string;
  @Field(() => FileEncoding, { description: "Encoding of `content`." })
  encoding: FileEncoding;
  @Field(() => String, { description: "Content of the file: plain text, or base64 for binary formats." })
  content: string;
  @Field(() => Int, { description: "Size of the file in bytes." })
  size: number;
  @Field(() => String, { description: "SHA-256 checksum of the file, in hexadecimal." })
  sha256: string;
  @Field(() => Int, { description: "Number of rows, without header and totals." })
  recordCount: number;
  @Field(() => PayrollExportTotals, { description: "Totals of the payroll's amounts." })
  totals: PayrollExportTotals;
  @Field(() => [String], {
    description: "Warnings about masked or omitted values and amounts that do not add up.",
  })
  warnings: string[];
}
