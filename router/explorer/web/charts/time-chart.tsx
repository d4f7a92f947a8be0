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

interface TimeChartProps {
  /** Accessible name of the chart: "Credits spent by day". */
  label: string;
  /** Start of each point, in milliseconds. */
  at: readonly number[];
  series: readonly ChartSeries[];
  wordsOf(at: number): string;
  numberOf?(value: number): string;
  /** Bars for counts per period, lines for rates. */
  shape?: "bars" | "line";
  /** False for numbers that are not added up, such as balances. */
  isSum?: boolean;
}

/** One line of the table. */
interface Row {
  time: number;
  values: readonly number[];
}

const heightPx = 220;
/** Distances of the lines of the vertical axis, which are whole numbers. */
const wholeSteps = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power));
const dayWords = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const hourWords = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
const daySeconds = 86_400;
const plain = (value: number) => value.toLocaleString("en");

/** Numbers over time as bars or lines, drawn in the theme's colours, and the same numbers as a table. */
export function TimeChart({
  label,
  at,
  series,
  wordsOf,
  numberOf = plain,
  shape = "bars",
  isSum = true,
}: TimeChartProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chart = drawChart(place.current!, { at, series, shape });
    return () => chart.end();
  }, [JSON.stringify([at, series])]);
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0));
  const rows = at.map((time, index): Row => ({ time, values: series.map(({ values }) => values[index]!) }));
  return (
    <figure class="chart">
      <div
        role="img"
        aria-label={`${label}. ${summary(series, numberOf, isSum)}`}
        ref={place}
        class={isEmpty ? "chart-canvas empty-chart" : "chart-canvas"}
      />
      {series.length > 1 && (
        <ul class="chart-legend">
          {series.map(({ label: name, values }, index) => (
            <li key={name} class={`chart-key chart-key-${index + 1}`}>
              {name} <strong>{numberOf(values.reduce((sum, value) => sum + value, 0))}</strong>
            </li>
          ))}
        </ul>
      )}
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

function summary(
  series: readonly ChartSeries[],
  numberOf: (value: number) => string,
  isSum: boolean,
): string {
  return series
    .map(({ label, values }) => {
      const total = values.reduce((sum, value) => sum + value, 0);
      const most = numberOf(Math.max(...(isSum ? [0] : []), ...values));
      return isSum
        ? `${label}: ${numberOf(total)} in all, at most ${most}`
        : `${label}: at least ${numberOf(Math.min(...values))}, at most ${most}`;
    })
    .join("; ");
}

interface Drawn {
  end(): void;
}

/** Draws now, and again when the colours or the width change. */
function drawChart(place: HTMLElement, data: Pick<TimeChartProps, "at" | "series" | "shape">): Drawn {
  let chart: uPlot | null = null;
  let isOver = false;
  const draw = async () => {
    const { default: UPlot } = await import("uplot");
    if (isOver) return;
    chart?.destroy();
    const paths = data.shape === "bars" ? UPlot.paths.bars!({ size: [0.72, 28], radius: [0.2, 0] }) : null;
    chart = new UPlot(optionsOf(place, data.series, paths), alignedData(data), place);
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

function alignedData({ at, series }: Pick<TimeChartProps, "at" | "series" | "shape">): uPlot.AlignedData {
  return [at.map((time) => time / 1000), ...series.map(({ values }) => [...values])];
}

function optionsOf(
  place: HTMLElement,
  series: readonly ChartSeries[],
  paths: uPlot.Series.PathBuilder | null,
): uPlot.Options {
  const style = getComputedStyle(place);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis = {
    font: `12px ${style.fontFamily}`,
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
    scales: {
      // Half a period at both ends, so that no bar is cut.
      x: { range: (chart, min, max) => padded(chart.data[0], min, max, paths !== null) },
      y: { range: (_chart, min, max) => [Math.min(0, min * 1.1), max > 0 ? max * 1.1 : 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: (_chart, at, _axis, _space, step) => at.map(timeWords(step)),
      },
      { ...axis, size: 56, ...(isSmall(series) ? {} : { incrs: wholeSteps }) },
    ],
    series: [
      {},
      ...series.map(({ label }, index) => {
        const stroke = colour(`--chart-${(index % 5) + 1}`);
        const base = { label, stroke, points: { show: false } };
        if (paths) return { ...base, width: 0, fill: stroke, paths };
        return { ...base, width: 2, fill: `color-mix(in srgb, ${stroke} 12%, transparent)` };
      }),
    ],
  };
}

/** Whether all numbers are parts of one, so that the axis needs parts as well. */
function isSmall(series: readonly ChartSeries[]): boolean {
  return series.every(({ values }) => values.every((value) => Math.abs(value) < 1));
}

/** Words of a place on the axis of time: days, or hours where the places are closer than that. */
function timeWords(step: number): (seconds: number) => string {
  const words = step < daySeconds ? hourWords : dayWords;
  return (seconds) => words.format(seconds * 1000);
}

function padded(at: ArrayLike<number>, min: number, max: number, isBars: boolean): uPlot.Range.MinMax {
  const half = isBars && at.length > 1 ? (at[1]! - at[0]!) / 2 : 0;
  return [min - half, max + half];
}

/** A date whose local fields read as UTC, which is how uPlot words its axis. */
function utcDate(seconds: number): Date {
  const at = new Date(seconds * 1000);
  return new Date(at.getTime() + at.getTimezoneOffset() * 60_000);
}
