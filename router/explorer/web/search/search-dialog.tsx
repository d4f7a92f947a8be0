import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Found } from "../../search-query.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { loadFinder, type Finder } from "./finder.ts";
import "./search.css";

const maxShown = 30;

/** Finds guides, pages, paths, tools, types, fields, errors and events. Arrow keys choose, Enter opens. */
export function SearchDialog({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [finder, setFinder] = useState<Finder | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    dialog.current!.showModal();
    loadFinder().then(setFinder, (error: Error) => setFault(error.message));
  }, []);
  const found = useMemo(() => finder?.find(words).slice(0, maxShown) ?? [], [finder, words]);
  useEffect(() => {
    document.getElementById(`found-${chosen}`)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((found.length + chosen + step) % Math.max(1, found.length));
    } else if (event.key === "Enter" && found[chosen]) {
      event.preventDefault();
      document.getElementById(`found-${chosen}`)?.click();
    }
  };
  return (
    <dialog
      ref={dialog}
      class="search-dialog"
      aria-label="Search"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <input
        type="search"
        role="combobox"
        list={undefined}
        aria-label="Search guides, pages, paths, tools, types, errors and events"
        aria-expanded={found.length > 0}
        aria-controls="found"
        aria-activedescendant={found.length > 0 ? `found-${chosen}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder="A question, path, tool, error …"
        autofocus
        value={words}
        onInput={(event) => {
          setWords(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      {fault !== null && <ErrorNote title="The search could not be loaded" message={fault} />}
      {!finder && fault === null && <Spinner label="Loading the search" />}
      <div id="found" role="listbox" aria-label="Search results">
        {found.map((item, index) => (
          <FoundItem
            key={item.kind + item.href}
            item={item}
            index={index}
            isChosen={index === chosen}
            onOpen={onClose}
            onPoint={() => setChosen(index)}
          />
        ))}
      </div>
      {finder && words.trim() !== "" && <SearchState count={found.length} onOpen={onClose} />}
    </dialog>
  );
}

/** The number of results, and where to look further if there are none. */
function SearchState({ count, onOpen }: { count: number; onOpen(): void }) {
  const words = count === 0 ? "Nothing found." : `${count === maxShown ? "The best " : ""}${count} found`;
  return (
    <p class="search-state">
      <span role="status">{words}</span>
      {count === 0 && (
        <>
          {" "}
          <a href="/guides" onClick={onOpen}>
            All guides
          </a>{" "}
          <a href="/errors" onClick={onOpen}>
            All errors
          </a>
        </>
      )}
    </p>
  );
}

interface FoundItemProps {
  item: Found;
  index: number;
  isChosen: boolean;
  onOpen(): void;
  onPoint(): void;
}

/** A link, so that it opens in a new tab like any other. */
function FoundItem({ item, index, isChosen, onOpen, onPoint }: FoundItemProps) {
  return (
    <a
      id={`found-${index}`}
      href={item.href}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onClick={(event) => {
        if (!event.metaKey && !event.ctrlKey && !event.shiftKey) onOpen();
      }}
      onMouseMove={onPoint}
    >
      <span class="found-kind">{item.kind}</span>
      <span class="found-title">{item.title}</span>
      <span class="found-note">{item.note}</span>
    </a>
  );
}
