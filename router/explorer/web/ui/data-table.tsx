import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { EmptyState } from "./empty-state.tsx";
import { Table, type Column } from "./table.tsx";

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  classOf?(row: Row): string | undefined;
  /** Text of a row that the filter searches. */
  textOf(row: Row): string;
  /** Further filters beside the text. */
  filters?: ComponentChildren;
  empty?: ComponentChildren;
}

const step = 60;

/** A table of many rows: with a filter by text, and drawn in parts. */
export function DataTable<Row>({ rows, textOf, filters, caption, empty, ...table }: DataTableProps<Row>) {
  const [words, setWords] = useState("");
  const [count, setCount] = useState(step);
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = rows.filter((row) => {
    const text = textOf(row).toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  return (
    <div class="data-table">
      <div class="filters">
        <label>
          Filter{" "}
          <input
            type="search"
            value={words}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => {
              setWords(event.currentTarget.value);
              setCount(step);
            }}
          />
        </label>
        {filters}
        <span class="muted" role="status">
          {fitting.length === rows.length ? `${rows.length}` : `${fitting.length} of ${rows.length}`}
        </span>
      </div>
      <Table
        caption={caption}
        rows={fitting.slice(0, count)}
        empty={
          empty ?? (
            <EmptyState title={words === "" ? "No entries" : "No matches"}>
              {words !== "" && (
                <button type="button" onClick={() => setWords("")}>
                  Clear the filter
                </button>
              )}
            </EmptyState>
          )
        }
        {...table}
      />
      {fitting.length > count && (
        <button type="button" onClick={() => setCount(count + step)}>
          Show {Math.min(step, fitting.length - count)} more
        </button>
      )}
    </div>
  );
}
