import type { ComponentChildren } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { useUrlState } from "../state/url-state.ts";
import { EmptyState } from "./empty-state.tsx";
import { RowNavigation } from "./row-navigation.tsx";
import "../styles/rows.css";

/** Rows under one heading. */
export interface RowGroup<Row> {
  id: string;
  title: string;
  rows: readonly Row[];
}

interface RowListProps<Row> {
  /** Accessible name of the whole list. */
  label: string;
  groups: readonly RowGroup<Row>[];
  keyOf(row: Row): string;
  /** Text of a row that the filter searches. */
  textOf(row: Row): string;
  /** The content of a row: a `Row`, or anything with a link or a summary. */
  children(row: Row): ComponentChildren;
  /** Further filters beside the text. */
  filters?: ComponentChildren;
}

/** A reference list: groups of rows with a filter that the address keeps. Arrow keys move between rows. */
export function RowList<Row>({ label, groups, keyOf, textOf, children, filters }: RowListProps<Row>) {
  const [words, setWords] = useUrlState("q");
  const isGrouped = groups.length > 1;
  const list = useRef<HTMLDivElement>(null);
  const texts = useMemo(
    () => new Map(groups.flatMap(({ rows }) => rows.map((row) => [row, textOf(row).toLowerCase()]))),
    [groups],
  );
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (row: Row) => wanted.every((word) => texts.get(row)!.includes(word));
  const fitting = groups
    .map((group) => ({ ...group, rows: wanted.length === 0 ? group.rows : group.rows.filter(fits) }))
    .filter(({ rows }) => rows.length > 0);
  const [all, shown] = [countOf(groups), countOf(fitting)];
  return (
    <div
      class={isGrouped ? "row-page grouped" : "row-page"}
      onKeyDown={(event) => moveByKey(event, list.current!)}
    >
      {isGrouped && <RowNavigation label={label} groups={fitting} />}
      <div class="row-main">
        <div class="filters">
          <label>
            Filter{" "}
            <input
              type="search"
              value={words}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => setWords(event.currentTarget.value)}
            />
          </label>
          {filters}
          <span class="muted" role="status">
            {shown === all ? `${all}` : `${shown} of ${all}`}
          </span>
        </div>
        <div ref={list}>
          {fitting.map(({ id, title, rows }) => (
            <section
              key={id}
              id={`area-${id}`}
              class="row-group"
              aria-labelledby={`area-title-${id}`}
              // Its height before it is drawn, so that the page keeps its length.
              style={{ "--rows": rows.length }}
            >
              <h2 id={`area-title-${id}`}>
                {title} <span class="muted">{rows.length}</span>
              </h2>
              <ul class="rows">
                {rows.map((row) => (
                  <li key={keyOf(row)}>{children(row)}</li>
                ))}
              </ul>
            </section>
          ))}
          {shown === 0 && (
            <EmptyState title="No matches">
              {words !== "" && (
                <button type="button" onClick={() => setWords("")}>
                  Clear the filter
                </button>
              )}
            </EmptyState>
          )}
        </div>
      </div>
    </div>
  );
}

function countOf(groups: readonly RowGroup<unknown>[]): number {
  return groups.reduce((sum, { rows }) => sum + rows.length, 0);
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Down from the filter reaches the first row, up and down move between rows. */
function moveByKey(event: KeyboardEvent, list: HTMLElement): void {
  const step = steps[event.key];
  const from = event.target as HTMLElement;
  const isFilter = from instanceof HTMLInputElement && from.type === "search";
  if (step === undefined || (!isFilter && !from.matches(".row"))) return;
  const rows = [...list.querySelectorAll<HTMLElement>(".row")];
  const next = isFilter ? rows[0] : rows[rows.indexOf(from) + step];
  if (!next || (isFilter && step < 0)) return;
  event.preventDefault();
  next.focus();
}
