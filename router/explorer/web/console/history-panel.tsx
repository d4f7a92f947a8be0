import { useState } from "preact/hooks";
import { EmptyState } from "../ui/empty-state.tsx";
import { clearRuns } from "./console-state.ts";
import { searchRuns, type HistoryEntry } from "./workspace/history.ts";

interface HistoryPanelProps {
  entries: readonly HistoryEntry[];
  onOpen(texts: Pick<HistoryEntry, "document" | "variables">): void;
}

/** The runs of this browser, newest first, with a search. */
export function HistoryPanel({ entries, onOpen }: HistoryPanelProps) {
  const [search, setSearch] = useState("");
  if (entries.length === 0) return <EmptyState title="No history yet" />;
  const found = searchRuns(entries, search);
  return (
    <>
      <div class="filters">
        <label>
          Search the history{" "}
          <input
            type="search"
            value={search}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
        </label>
        <span class="muted" role="status">
          {found.length === entries.length ? found.length : `${found.length} of ${entries.length}`}
        </span>
        <button type="button" class="small-button" onClick={clearRuns}>
          Clear
        </button>
      </div>
      <ul class="library">
        {found.map((entry) => (
          <li key={entry.id}>
            <button type="button" class="library-title" onClick={() => onOpen(entry)}>
              {entry.title}
            </button>
            <span class="muted">
              {entry.status} · {entry.as} ·{" "}
              <time dateTime={entry.at} title={entry.at}>
                {entry.at.slice(0, 10)} {entry.at.slice(11, 19)}
              </time>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
