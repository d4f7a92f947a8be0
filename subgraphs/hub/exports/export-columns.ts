import { cleanText } from "./cell-values.ts";
import type { ExportOptions } from "./export-options.ts";
import { tableLimits, type Column } from "./export-table.ts";
import { maskNineDigits, namesPrivateNumber } from "./private-numbers.ts";
import type { ExportFaults } from "./row-faults.ts";
import type { ExportWarnings } from "./warnings.ts";

/** A column that a payload has. */
export interface FoundColumn {
  /** Name in the payload. */
  name: string;
  type: Column["type"];
  /**
   * Source of its values: one of the five sums, an amount under its code, the payroll's head, or a field of the row.
   */
  source: "amount" | "code" | "head" | "field";
  /** True for a column of amounts that are added up. */
  isTotalled: boolean;
}

/** A column as it is exported, and where its values come from. */
export interface ChosenColumn extends Column, Pick<FoundColumn, "name" | "source"> {
  /** Its values show their last four characters. */
  isPrivate: boolean;
}

interface ColumnScope {
  found: readonly FoundColumn[];
  /** Columns that are exported only on request. */
  extras: readonly FoundColumn[];
  options: Pick<ExportOptions, "columns" | "includeHeader">;
  isMasked: boolean;
  faults: ExportFaults;
  warnings: ExportWarnings;
}

/** The requested columns, or all that were found. */
export function chooseColumns(scope: ColumnScope, rowCount: number): ChosenColumn[] {
  const { found, extras, options, faults, warnings } = scope;
  const byName = new Map([...extras, ...found].map((column) => [column.name, column]));
  const asked =
    options.columns ?? found.map(({ name }) => ({ key: name, header: undefined, type: undefined }));
  const place = options.columns ? "options.columns" : "payrollData";
  if (asked.length > tableLimits.columns)
    faults.addField(
      place,
      `must have at most ${tableLimits.columns} columns; list the ones to export`,
      "maxItems",
    );
  else if (asked.length * rowCount > tableLimits.cells)
    faults.addField(place, `must have at most ${tableLimits.cells} cells`, "maxItems");
  if (faults.fields.length > 0) return [];
  const columns = asked.map(({ key, header, type }): ChosenColumn => {
    const known = byName.get(key);
    if (!known)
      warnings.add(`options.columns: no row has the field ${show(key, scope)}; its column is empty.`);
    return chooseColumn(known ?? { name: key, type: "mixed", source: "field", isTotalled: false }, scope, {
      header,
      type,
    });
  });
  refuseEqualKeys(columns, place, faults);
  const hidden = columns.filter(({ isPrivate }) => isPrivate).map(({ key }) => key);
  if (hidden.length > 0)
    warnings.add(`${hidden.join(", ")}: values are masked to their last four characters.`);
  return columns;
}

function chooseColumn(
  { name, source, isTotalled, type: foundType }: FoundColumn,
  scope: ColumnScope,
  asked: { header: string | undefined; type: Exclude<Column["type"], "mixed"> | undefined },
): ChosenColumn {
  const key = show(name, scope);
  const header = asked.header === undefined ? key : show(asked.header, scope);
  const isPrivate = scope.isMasked && (namesPrivateNumber(name) || namesPrivateNumber(asked.header ?? ""));
  const type = isPrivate ? "text" : (asked.type ?? foundType);
  return {
    name,
    source,
    key,
    header,
    type,
    isPrivate,
    // A rate is money too, but a sum of rates is meaningless.
    isTotalled: type === "money" && (isTotalled || (source === "field" && foundType === "mixed")),
  };
}

/** A name for display: names come from the payload too. */
function show(name: string, { isMasked }: ColumnScope): string {
  const text = cleanText(name);
  return isMasked ? maskNineDigits(text) : text;
}

const maxKeyLength = 128;

function refuseEqualKeys(columns: readonly Column[], place: string, faults: ExportFaults): void {
  const keys = new Set<string>();
  for (const { key } of columns) {
    if (key.length > maxKeyLength)
      faults.addField(place, `must have names of at most ${maxKeyLength} characters`, "maxLength");
    if (keys.has(key))
      faults.addField(place, "must have distinct column names, also after masking", "unique");
    keys.add(key);
  }
}
