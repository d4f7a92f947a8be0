import { DomainError, type FieldFault } from "../../../src/errors.ts";

/** A fault of one row. Rows count from 1. */
export interface RowFault extends FieldFault {
  row: number;
  employeeId: string | null;
  /** Amounts as text, where two of them disagree. */
  expected?: string;
  actual?: string;
}

const maxListed = 100;

/** Collects the faults of an export: the first hundred row faults are listed, all are counted. */
export class ExportFaults {
  readonly fields: FieldFault[] = [];
  readonly rows: RowFault[] = [];
  #rowFaults = 0;
  readonly #paths = new Set<string>();

  addField(path: string, message: string, rule: string): void {
    if (this.fields.length < maxListed) this.fields.push({ path, message, rule });
  }

  /** Of several faults of one value the first counts. */
  addRow(fault: RowFault): void {
    if (this.#paths.has(fault.path)) return;
    this.#paths.add(fault.path);
    this.#rowFaults++;
    if (this.rows.length < maxListed) this.rows.push(fault);
  }

  /** Throws INVALID_EXPORT_REQUEST with `details.fields`, `details.rows` and `details.faultCount`, if there is a fault. */
  throwIfAny(): void {
    const faultCount = this.fields.length + this.#rowFaults;
    const first = this.fields[0] ?? this.rows[0];
    if (!first) return;
    const place = "row" in first ? `row ${String(first.row)}, ${first.path}` : first.path;
    const more = faultCount > 1 ? ` (and ${faultCount - 1} more)` : "";
    throw new DomainError("INVALID_EXPORT_REQUEST", `${place}: ${first.message}${more}`, {
      fields: this.fields,
      rows: this.rows,
      faultCount,
    });
  }
}
