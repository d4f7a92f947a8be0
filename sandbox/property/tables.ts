/** One published table: rows of text in the order of its columns. */
export interface PublishedTable {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** The tables of the stand-ins, by the publishers' file names. */
export interface PublishedTables {
  files: Readonly<Record<string, PublishedTable>>;
  /** True when the rows are invented. */
  isSynthetic: boolean;
}

/** A row of the stand-ins: its cells, and system columns. */
export interface LiveRow {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  cells: Record<string, string>;
}

/** A table that tests may change; every change is dated. */
export class LiveTable {
  readonly columns: readonly string[];
  readonly rows: LiveRow[];
  changedAt: Date;

  constructor({ columns, rows }: PublishedTable, loadedAt: Date) {
    this.columns = columns;
    this.changedAt = loadedAt;
    this.rows = rows.map((texts, index) => ({
      id: `row-${String(index + 1).padStart(6, "0")}`,
      createdAt: loadedAt,
      updatedAt: loadedAt,
      cells: Object.fromEntries(
        columns.flatMap((column, place) => (texts[place] ? [[column, texts[place]] as const] : [])),
      ),
    }));
  }

  /** Changes the rows whose cells match `where`; returns their number. An empty text blanks a cell. */
  change(where: Readonly<Record<string, string>>, set: Readonly<Record<string, string>>, now: Date): number {
    const found = this.find(where);
    for (const row of found) {
      row.updatedAt = now;
      for (const [column, text] of Object.entries(set)) {
        if (text === "") delete row.cells[column];
        else row.cells[column] = text;
      }
    }
    if (found.length > 0) this.changedAt = now;
    return found.length;
  }

  add(cells: Record<string, string>, now: Date): void {
    const id = `row-${String(this.rows.length + 1).padStart(6, "0")}-${now.getTime()}`;
    this.rows.push({ id, createdAt: now, updatedAt: now, cells });
    this.changedAt = now;
  }

  remove(where: Readonly<Record<string, string>>, now: Date): number {
    const found = new Set(this.find(where));
    const kept = this.rows.filter((row) => !found.has(row));
    this.rows.splice(0, this.rows.length, ...kept);
    if (found.size > 0) this.changedAt = now;
    return found.size;
  }

  find(where: Readonly<Record<string, string>>): LiveRow[] {
    const wanted = Object.entries(where);
    return this.rows.filter(({ cells }) => wanted.every(([column, text]) => cells[column] === text));
  }
}

/** A table as the CSV file that a publisher offers. */
export function toCsv({ columns, rows }: LiveTable): string {
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = rows.map(({ cells }) => columns.map((column) => quoted(cells[column] ?? "")).join(","));
  return `${[columns.map(quoted).join(","), ...lines].join("\n")}\n`;
}
