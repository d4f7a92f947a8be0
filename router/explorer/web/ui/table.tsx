import type { ComponentChildren } from "preact";

/** One column: its heading and the cell of a row. */
export interface Column<Row> {
  name: string;
  cell(row: Row): ComponentChildren;
  /** Aligns numbers to the right. */
  isNumber?: boolean;
}

interface TableProps<Row> {
  /** Accessible name of the table. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  classOf?(row: Row): string | undefined;
  /** Shown in place of rows. */
  empty?: ComponentChildren;
}

/** Tables with up to this many columns fit a phone. */
const fittingColumns = 2;

/** Table whose rows are cards on phones, with the headings beside the values. The first column is the row header. */
export function Table<Row>({ caption, columns, rows, keyOf, classOf, empty }: TableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>;
  return (
    <div
      class={columns.length > fittingColumns ? "table-frame stacks" : "table-frame"}
      tabIndex={0}
      role="region"
      aria-label={`Table: ${caption}`}
    >
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" class={isNumber ? "number" : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} class={classOf?.(row)}>
              {columns.map(({ name, cell, isNumber }, index) =>
                index === 0 ? (
                  <th key={name} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={name} class={isNumber ? "number" : undefined} data-label={name}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
