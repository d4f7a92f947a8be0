import { stringify } from "csv-stringify/sync";
import writeXlsxFile from "write-excel-file/node";
import { createCB } from "xmlbuilder2";
import { writePayroll } from "../../subgraphs/hub/exports/payroll-export.ts";
import type { ExportFormat } from "../../subgraphs/hub/exports/export-file.ts";
import { formats } from "./formats.ts";
import { employees, toCells } from "./payroll.ts";

/** Writes the payroll once and answers how many bytes or characters that were. */
export type Contender = () => Promise<number> | number;

const ours = (format: ExportFormat) => async () => {
  const payrollData = { company: { name: "Acme" }, currency: "USD", employees };
  return (await writePayroll({ format, payrollData, options: {}, mayReveal: false })).size;
};

/** The first is the baseline. The libraries get rows that are already validated and flat. */
export const contenders: Record<string, Contender> = {
  "JSON.stringify of the rows": () => JSON.stringify(employees).length,
  ...Object.fromEntries(formats.map((format) => [`export as ${format}`, ours(format)])),
  "csv-stringify alone": () => stringify(toCells(), { escape_formulas: true }).length,
  "write-excel-file alone": async () => {
    const cell = (value: string | number) =>
      typeof value === "string" ? { value, type: String } : { value, type: Number, format: "0.00" };
    const file = writeXlsxFile(toCells().map((row) => row.map(cell)) as never, { sheet: "Payroll" });
    return (await (file as unknown as { toBuffer(): Promise<Buffer> }).toBuffer()).length;
  },
  "xmlbuilder2 alone": () => {
    let length = 0;
    const builder = createCB({ data: (text: string) => (length += text.length) });
    builder.ele("payroll");
    for (const row of toCells()) {
      builder.ele("record");
      for (const [at, value] of row.entries()) builder.ele(`column${at}`).txt(String(value)).up();
      builder.up();
    }
    builder.end();
    return length;
  },
};
