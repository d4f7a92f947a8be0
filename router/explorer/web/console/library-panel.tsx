import { useEffect, useState } from "preact/hooks";
import { EmptyState } from "../ui/empty-state.tsx";
import { forgetSaved, listSaved, saveOperation, type SavedOperation } from "./saved-operations.ts";

/** A run that this page remembers, without credentials and headers. */
export interface HistoryEntry {
  id: number;
  title: string;
  at: string;
  as: string;
  status: number;
  document: string;
  variables: string;
}

interface Texts {
  document: string;
  variables: string;
}

/** The runs of this page, newest first. */
export function HistoryPanel({
  entries,
  onOpen,
}: {
  entries: readonly HistoryEntry[];
  onOpen(texts: Texts): void;
}) {
  if (entries.length === 0) return <EmptyState title="No history yet" />;
  return (
    <ul class="library">
      {entries.map((entry) => (
        <li key={entry.id}>
          <button type="button" class="library-title" onClick={() => onOpen(entry)}>
            {entry.title}
          </button>
          <span class="muted">
            {entry.status} · {entry.as} · <time dateTime={entry.at}>{entry.at.slice(11, 19)}</time>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Operations that a person keeps in this browser. */
export function SavedPanel({ current, onOpen }: { current: Texts; onOpen(texts: Texts): void }) {
  const [saved, setSaved] = useState<readonly SavedOperation[]>([]);
  const [name, setName] = useState("");
  const [said, setSaid] = useState("");
  const reload = () => listSaved().then(setSaved, () => setSaid("This browser does not allow storage."));
  useEffect(() => void reload(), []);
  const save = async (event: Event) => {
    event.preventDefault();
    const title = name.trim();
    if (title === "") return;
    // Nothing else from the editors is saved, especially no headers.
    const { document, variables } = current;
    await saveOperation({ document, variables, name: title, savedAt: new Date().toISOString() });
    setSaid(`Saved ${title}.`);
    setName("");
    await reload();
  };
  const forget = async (title: string) => {
    await forgetSaved(title);
    setSaid(`Deleted ${title}.`);
    await reload();
  };
  return (
    <>
      <form class="save-form" onSubmit={(event) => void save(event)}>
        <label>
          Save as{" "}
          <input
            value={name}
            maxLength={80}
            autocomplete="off"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Save</button>
        <span class="muted" role="status">
          {said}
        </span>
      </form>
      {saved.length === 0 ? (
        <p class="muted">Saves the document and variables in this browser, never headers or tokens.</p>
      ) : (
        <ul class="library">
          {saved.map((operation) => (
            <li key={operation.name}>
              <button type="button" class="library-title" onClick={() => onOpen(operation)}>
                {operation.name}
              </button>
              <button
                type="button"
                class="small-button"
                aria-label={`Delete ${operation.name}`}
                onClick={() => void forget(operation.name)}
              >
                Delete
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
