import type { ComponentChildren } from "preact";
import { shareOf } from "./share.ts";
import { Table, type Column } from "../ui/table.tsx";
import "../styles/charts.css";

export interface Bar {
  key: string;
  name: ComponentChildren;
  value: number;
  /** Further cells, as the columns beside the bar name them. */
  more?: readonly ComponentChildren[];
}

interface BarTableProps {
  caption: string;
  /** Headings of the rows, the numbers and the further columns. */
  heads: readonly [name: string, value: string, ...more: string[]];
  bars: readonly Bar[];
  numberOf?(value: number): string;
  empty?: ComponentChildren;
}

/** Numbers side by side: each row's number as words, and its share of the sum as a bar. */
export function BarTable({
  caption,
  heads,
  bars,
  numberOf = (value) => value.toLocaleString("en"),
  empty,
}: BarTableProps) {
  const sum = bars.reduce((total, bar) => total + Math.max(0, bar.value), 0);
  const [name, value, ...more] = heads;
  const columns: Column<Bar>[] = [
    { name, cell: (bar) => bar.name },
    { name: value, isNumber: true, cell: (bar) => numberOf(bar.value) },
    {
      name: "Share",
      cell: (bar) => (
        <span class="share">
          <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect class="bar-whole" width="100" height="10" />
            <rect width={shareOf(bar.value, sum)} height="10" />
          </svg>
          {Math.round(shareOf(bar.value, sum))} %
        </span>
      ),
    },
    ...more.map((head, index) => ({
      name: head,
      isNumber: true,
      cell: (bar: Bar) => bar.more?.[index] ?? "",
    })),
  ];
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={bars}
      keyOf={({ key }) => key}
      empty={empty ?? <p class="muted">No data in this period.</p>}
    />
  );
}
