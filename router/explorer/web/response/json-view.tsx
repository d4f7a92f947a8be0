import { useMemo, useRef, useState } from "preact/hooks";
import { CopyButton } from "../ui/copy-button.tsx";
import { foldedBelow, jsonLines, shownLines, type JsonLine } from "./json-lines.ts";
import { useLineWindow } from "./line-window.ts";
import "../styles/response.css";

interface JsonViewProps {
  value: unknown;
  /** Accessible name. */
  label: string;
}

const nothing: ReadonlySet<number> = new Set();

/**
 * JSON that folds. Long values draw only the lines on screen. One fold button is in the tab order; up and down move
 * between them.
 */
export function JsonView({ value, label }: JsonViewProps) {
  const lines = useMemo(() => jsonLines(value), [value]);
  const printed = useMemo(() => JSON.stringify(value, null, 2) ?? "", [value]);
  const [fold, setFold] = useState<{ lines: readonly JsonLine[]; at: ReadonlySet<number> }>();
  const folded = fold?.lines === lines ? fold.at : nothing;
  const shown = useMemo(() => shownLines(lines, folded), [lines, folded]);
  const frame = useRef<HTMLDivElement>(null);
  const view = useLineWindow(frame, shown.length);
  const { from, to } = view ?? { from: 0, to: shown.length };
  const drawn = shown.slice(from, to);
  const firstFold = drawn.find((index) => lines[index]!.end !== null);
  const toggle = (index: number) => {
    const at = new Set(folded);
    if (!at.delete(index)) at.add(index);
    setFold({ lines, at });
  };
  const canFold = lines.some(({ end, depth }) => end !== null && depth > 0);
  return (
    <figure class="code-block json-view">
      <figcaption>
        <span>JSON</span>
        <span class="json-tools">
          {canFold && (
            <button
              type="button"
              class="small-button"
              onClick={() => setFold({ lines, at: folded.size > 0 ? nothing : foldedBelow(lines, 1) })}
            >
              {folded.size > 0 ? "Unfold all" : "Fold all"}
            </button>
          )}
          <CopyButton text={printed} />
        </span>
      </figcaption>
      <div
        class={view ? "json-frame json-long" : "json-frame"}
        ref={frame}
        tabIndex={0}
        role="region"
        aria-label={label}
        onKeyDown={moveFocus}
      >
        {view && <div style={{ height: `${from * view.rowHeight}px` }} />}
        {drawn.map((index) => (
          <Line
            key={index}
            line={lines[index]!}
            isFolded={folded.has(index)}
            isInTabOrder={index === firstFold}
            onToggle={() => toggle(index)}
          />
        ))}
        {view && <div style={{ height: `${(shown.length - to) * view.rowHeight}px` }} />}
      </div>
    </figure>
  );
}

interface LineProps {
  line: JsonLine;
  isFolded: boolean;
  isInTabOrder: boolean;
  onToggle(): void;
}

const indents = 12;

function Line({ line, isFolded, isInTabOrder, onToggle }: LineProps) {
  const { depth, key, text, kind, hasComma, end, size } = line;
  const comma = hasComma ? "," : "";
  const closing = text === "[" ? "]" : "}";
  return (
    <div class={`json-line json-depth-${Math.min(depth, indents)}`}>
      {end !== null && (
        <button
          type="button"
          class="json-fold"
          tabIndex={isInTabOrder ? 0 : -1}
          aria-expanded={!isFolded}
          aria-label={`${key ?? (text === "[" ? "List" : "Object")}, ${size} ${size === 1 ? "entry" : "entries"}`}
          onClick={onToggle}
        >
          <span aria-hidden="true">{isFolded ? "▸" : "▾"}</span>
        </button>
      )}
      <code>
        {key !== null && <span class="json-key">{JSON.stringify(key)}</span>}
        {key !== null && ": "}
        <span class={`json-${kind}`}>{text}</span>
        {isFolded && (
          <span class="muted">
            {" "}
            {size} {size === 1 ? "entry" : "entries"} {closing}
          </span>
        )}
        {end === null && comma}
      </code>
    </div>
  );
}

/** Up and down move the focus from one fold button to the next. */
function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const from = event.target as HTMLElement;
  if (step === undefined || !from.matches(".json-fold")) return;
  const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>(".json-fold")];
  const next = all[all.indexOf(from) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
