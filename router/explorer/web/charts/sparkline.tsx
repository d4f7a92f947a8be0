import "../styles/charts.css";

interface SparklineProps {
  values: readonly number[];
  /** Bars for amounts per day, a line for a level. */
  shape: "bars" | "line";
}

const width = 120;
const height = 28;

/** The course of a number, without axes. A chart with the same numbers and its table are on the page. */
export function Sparkline({ values, shape }: SparklineProps) {
  const top = Math.max(...values, 0);
  if (values.length < 2 || top === 0) return null;
  const step = width / values.length;
  const heightOf = (value: number) => (Math.max(0, value) / top) * (height - 2);
  return (
    <svg
      class={`sparkline sparkline-${shape}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {shape === "line" ? (
        <polyline
          points={values
            .map(
              (value, index) => `${rounded((index + 0.5) * step)},${rounded(height - 1 - heightOf(value))}`,
            )
            .join(" ")}
        />
      ) : (
        values.map((value, index) => (
          <rect
            key={index}
            x={rounded(index * step + step * 0.15)}
            y={rounded(height - heightOf(value))}
            width={rounded(step * 0.7)}
            height={rounded(heightOf(value))}
          />
        ))
      )}
    </svg>
  );
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
