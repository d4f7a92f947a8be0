import { useState } from "preact/hooks";
import { Table } from "../ui/table.tsx";
import { cellText, type ListTable } from "./list-tables.ts";
import "../styles/response.css";

const step = 100;

interface Row {
  row: Record<string, unknown>;
  index: number;
}

/** The lists of a response as tables, one at a time. */
export function ListTables({ tables }: { tables: readonly ListTable[] }) {
  const [chosen, setChosen] = useState("");
  const [count, setCount] = useState(step);
  const table = tables.find(({ path }) => path === chosen) ?? tables[0];
  if (!table) return null;
  return (
    <div class="list-tables">
      <p class="filters">
        {tables.length > 1 && (
          <label>
            List{" "}
            <select
              value={table.path}
              onChange={(event) => {
                setChosen(event.currentTarget.value);
                setCount(step);
              }}
            >
              {tables.map(({ path, rows }) => (
                <option key={path} value={path}>
                  {path} ({rows.length})
                </option>
              ))}
            </select>
          </label>
        )}
        <span class="muted">
          <code>{table.path}</code>, {table.rows.length} {table.rows.length === 1 ? "row" : "rows"}
        </span>
      </p>
      <Table<Row>
        caption={`Rows of ${table.path}`}
        columns={table.columns.map((name) => ({
          name,
          isNumber: typeof table.rows[0]?.[name] === "number",
          cell: ({ row }) => cellText(row[name]),
        }))}
        rows={table.rows.slice(0, count).map((row, index) => ({ row, index }))}
        keyOf={({ index }) => String(index)}
      />
      {table.rows.length > count && (
        <button type="button" onClick={() => setCount(count + step)}>
          Show {Math.min(step, table.rows.length - count)} more
        </button>
      )}
    </div>
  );
}
