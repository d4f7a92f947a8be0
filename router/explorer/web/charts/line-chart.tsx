import { useEffect, useRef } from "preact/hooks";
import type uPlot from "uplot";
import { theme } from "../shell/theme.ts";
import { Table } from "../ui/table.tsx";
import "uplot/dist/uPlot.min.css";
import "../styles/charts.css";

export interface ChartSeries {
  label: string;
  values: readonly number[];
}

interface LineChartProps {
  /** Accessible name of the chart: "Credits spent by day". */
  label: string;
  /** Start of each point, in milliseconds. */
  at: readonly number[];
  series: readonly ChartSeries[];
  wordsOf(at: number): string;
  numberOf?(value: number): string;
}

/** One line of the table. */
interface Row {
  time: number;
  values: readonly number[];
}

const heightPx = 220;
const plain = (value: number) => value.toLocaleString("en");

/** Numbers over time as steps, drawn in the theme's colours, and the same numbers as a table. */
export function LineChart({ label, at, series, wordsOf, numberOf = plain }: LineChartProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chart = drawChart(place.current!, { at, series });
    return () => chart.end();
  }, [JSON.stringify([at, series])]);
  const rows = at.map((time, index): Row => ({ time, values: series.map(({ values }) => values[index]!) }));
  return (
    <figure class="chart">
      <div
        role="img"
        aria-label={`${label}. ${summary(series, numberOf)}`}
        ref={place}
        class="chart-canvas"
      />
      <ul class="chart-legend">
        {series.map(({ label: name }, index) => (
          <li key={name} class={`chart-key chart-key-${index + 1}`}>
            {name}
          </li>
        ))}
      </ul>
      <details>
        <summary>Table</summary>
        <Table
          caption={label}
          rows={rows.toReversed()}
          keyOf={({ time }) => String(time)}
          columns={[
            { name: "Time (UTC)", cell: ({ time }: Row) => wordsOf(time) },
            ...series.map(({ label: name }, index) => ({
              name,
              isNumber: true,
              cell: ({ values }: Row) => numberOf(values[index]!),
            })),
          ]}
        />
      </details>
    </figure>
  );
}

function summary(series: readonly ChartSeries[], numberOf: (value: number) => string): string {
  return series
    .map(({ label, values }) => {
      const total = values.reduce((sum, value) => sum + value, 0);
      return `${label}: ${numberOf(total)} in all, at most ${numberOf(Math.max(0, ...values))}`;
    })
    .join("; ");
}

interface Drawn {
  end(): void;
}

/** Draws now, and again when the colours or the width change. */
function drawChart(place: HTMLElement, data: Pick<LineChartProps, "at" | "series">): Drawn {
  let chart: uPlot | null = null;
  let isOver = false;
  const draw = async () => {
    const { default: UPlot } = await import("uplot");
    if (isOver) return;
    chart?.destroy();
    chart = new UPlot(optionsOf(place, data.series), alignedData(data), place);
  };
  const redraw = () => void draw();
  const size = new ResizeObserver(() => chart?.setSize({ width: place.clientWidth, height: heightPx }));
  size.observe(place);
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", redraw);
  // The attribute that changes the colours is set by a listener too; drawing waits for a module, so it comes later.
  const unsubscribe = theme.subscribe(redraw);
  redraw();
  return {
    end: () => {
      isOver = true;
      size.disconnect();
      system.removeEventListener("change", redraw);
      unsubscribe();
      chart?.destroy();
    },
  };
}

function alignedData({ at, series }: Pick<LineChartProps, "at" | "series">): uPlot.AlignedData {
  return [at.map((time) => time / 1000), ...series.map(({ values }) => [...values])];
}

function optionsOf(place: HTMLElement, series: readonly ChartSeries[]): uPlot.Options {
  const style = getComputedStyle(place);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colour("--muted"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false },
  };
  return {
    width: place.clientWidth,
    height: heightPx,
    legend: { show: false },
    cursor: { y: false, points: { size: 6 } },
    tzDate: (seconds) => utcDate(seconds),
    scales: { y: { range: (_chart, _min, max) => [0, Math.max(1, max * 1.1)] } },
    axes: [axis, { ...axis, size: 56 }],
    series: [
      {},
      ...series.map(({ label }, index) => {
        const stroke = colour(`--chart-${(index % 5) + 1}`);
        return {
          label,
          stroke,
          width: 2,
          points: { show: false },
          fill: `color-mix(in srgb, ${stroke} 12%, transparent)`,
        };
      }),
    ],
  };
}

/** A date whose local fields read as UTC, which is how uPlot words its axis. */
function utcDate(seconds: number): Date {
  const at = new Date(seconds * 1000);
  return new Date(at.getTime() + at.getTimezoneOffset() * 60_000);
}
