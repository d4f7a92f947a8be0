import { useRef } from "preact/hooks";

interface SplitterProps {
  /** "Width of the docs pane". */
  label: string;
  /** Share of the width in percent. */
  value: number;
  onChange(value: number): void;
}

const min = 15;
const max = 80;
const step = 2;

/** A bar between two panes: dragged, or moved by the arrow keys. */
export function Splitter({ label, value, onChange }: SplitterProps) {
  const drag = useRef<{ x: number; value: number; width: number } | null>(null);
  const set = (next: number) => onChange(Math.round(Math.min(max, Math.max(min, next))));
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: value - step, ArrowRight: value + step, Home: min, End: max }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  };
  return (
    <div
      class="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        const bar = event.currentTarget;
        bar.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, value, width: bar.parentElement!.clientWidth };
      }}
      onPointerMove={(event) => {
        const { current } = drag;
        if (current) set(current.value + (100 * (event.clientX - current.x)) / current.width);
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
      onPointerCancel={() => {
        drag.current = null;
      }}
    />
  );
}
