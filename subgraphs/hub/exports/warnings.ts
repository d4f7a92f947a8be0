const maxRowWarnings = 100;

/** Warnings for the user of an export; those that may occur in many rows are counted. */
export class ExportWarnings {
  readonly #plain: string[] = [];
  readonly #ofRows: string[] = [];
  readonly #masked = new Map<string, number>();
  readonly #leftOut = new Map<string, number>();
  #rowCount = 0;

  add(message: string): void {
    this.#plain.push(message);
  }

  /** One of a row: the first hundred are listed. */
  addOfRow(message: string): void {
    this.#rowCount++;
    if (this.#ofRows.length < maxRowWarnings) this.#ofRows.push(message);
  }

  /** Counts a text of this column that contained a number of nine digits. */
  countMasked(column: string): void {
    this.#masked.set(column, (this.#masked.get(column) ?? 0) + 1);
  }

  /** A value of this column was no plain one. */
  countLeftOut(column: string): void {
    this.#leftOut.set(column, (this.#leftOut.get(column) ?? 0) + 1);
  }

  list(): string[] {
    const more = this.#rowCount - this.#ofRows.length;
    return [
      ...this.#plain,
      ...[...this.#masked].map(
        ([column, count]) =>
          `${column}: nine-digit numbers are masked to their last four digits in ${rows(count)}.`,
      ),
      ...[...this.#leftOut].map(
        ([column, count]) =>
          `${column}: lists and objects cannot be exported and were omitted in ${rows(count)}.`,
      ),
      ...this.#ofRows,
      ...(more > 0 ? [`The same applies to ${rows(more)} more.`] : []),
    ];
  }
}

function rows(count: number): string {
  return count === 1 ? "1 row" : `${count} rows`;
}
