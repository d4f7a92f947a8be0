import { toMajor } from "../../../src/money.ts";
import { readExportOptions } from "./export-options.ts";
import { writeExportFile, type ExportFile, type ExportFormat } from "./export-file.ts";
import { buildTable } from "./export-rows.ts";
import { amountKeys, type AmountKey } from "./export-table.ts";
import { ExportFaults } from "./row-faults.ts";
import { ExportWarnings } from "./warnings.ts";

/** An export request, with the principal's relevant rights. */
export interface ExportRequest {
  format: ExportFormat;
  payrollData: Record<string, unknown>;
  options: Record<string, unknown>;
  /** Whether numbers of people and accounts may be shown whole. */
  mayReveal: boolean;
}

export interface ExportResult extends ExportFile {
  format: ExportFormat;
  recordCount: number;
  /** Major units. */
  totals: Record<AmountKey, number | null>;
  warnings: string[];
  /** False when numbers of people and accounts are shown whole. */
  isMasked: boolean;
}

/** The file of a payroll: the same request gives the same bytes. Throws INVALID_EXPORT_REQUEST with every fault. */
export async function writePayroll(request: ExportRequest): Promise<ExportResult> {
  const { format, payrollData, options: given, mayReveal } = request;
  const faults = new ExportFaults();
  const warnings = new ExportWarnings();
  const read = readExportOptions(given, faults);
  faults.throwIfAny();
  const { options, unknown } = read!;
  for (const name of unknown) warnings.add(`options.${name.slice(0, 64)} is unknown and was ignored.`);
  const isMasked = options.maskPii || !mayReveal;
  if (!options.maskPii && isMasked)
    warnings.add(
      "options.maskPii: personal and account numbers stay masked, since only administrators can see them.",
    );
  const table = await buildTable(payrollData, options, { isMasked, faults, warnings });
  if (table.rows.length === 0) warnings.add("The export has no rows.");
  const file = await writeExportFile(table, format, options);
  const totals = Object.fromEntries(
    amountKeys.map((key) => [
      key,
      table.totals[key] === null ? null : toMajor(table.totals[key], table.decimals),
    ]),
  ) as ExportResult["totals"];
  return { ...file, format, recordCount: table.rows.length, totals, warnings: warnings.list(), isMasked };
}
