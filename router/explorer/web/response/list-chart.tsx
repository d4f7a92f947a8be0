import { useMemo, useState } from "preact/hooks";
import { BarTable } from "../charts/bar-table.tsx";
import { TimeChart } from "../charts/time-chart.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { listCharts, timeOf, type ListChart } from "./list-charts.ts";
import type { ListTable } from "./list-tables.ts";
import "../styles/response.css";

/** Beyond this number of points a line is clearer than bars. */
const maxTimeBars = 40;

/** The lists of a response as charts: one list and one of its numbers at a time. */
export function ListCharts({ tables }: { tables: readonly ListTable[] }) {
  const charts = useMemo(() => listCharts(tables), [tables]);
  const [path, setPath] = useState("");
  const [number, setNumber] = useState("");
  const chart = charts.find((one) => one.path === path) ?? charts[0];
  if (!chart) return <EmptyState title="No list has numbers to draw" />;
  const shown = chart.numbers.includes(number) ? number : chart.numbers[0]!;
  return (
    <div class="list-charts">
      <p class="filters">
        {charts.length > 1 && (
          <label>
            List{" "}
            <select value={chart.path} onChange={(event) => setPath(event.currentTarget.value)}>
              {charts.map((one) => (
                <option key={one.path} value={one.path}>
                  {one.path} ({one.rows.length})
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          Number{" "}
          <select value={shown} onChange={(event) => setNumber(event.currentTarget.value)}>
            {chart.numbers.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </p>
      <Drawing chart={chart} number={shown} />
    </div>
  );
}

function Drawing({ chart: { by, isOverTime, path, rows }, number }: { chart: ListChart; number: string }) {
  const valueOf = (row: Record<string, unknown>) => (row[number] as number | null | undefined) ?? 0;
  const label = `${number} of ${path} by ${by}`;
  if (!isOverTime)
    return (
      <BarTable
        caption={label}
        heads={[by, number]}
        bars={rows.map((row) => ({ key: String(row[by]), name: String(row[by]), value: valueOf(row) }))}
      />
    );
  const wordsAt = new Map(rows.map((row) => [timeOf(row[by]), String(row[by])]));
  return (
    <TimeChart
      label={label}
      at={[...wordsAt.keys()]}
      series={[{ label: number, values: rows.map(valueOf) }]}
      wordsOf={(at) => wordsAt.get(at)!}
      shape={rows.length > maxTimeBars ? "line" : "bars"}
      isSum={false}
    />
  );
}
