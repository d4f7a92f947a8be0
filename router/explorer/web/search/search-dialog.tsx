import { useEffect, useRef, useState } from "preact/hooks";
import { navigate } from "../shell/location.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { loadFinder, type Finder, type Found } from "./finder.ts";

const maxShown = 30;

/** Finds pages, paths, tools, types, fields and errors. Arrow keys choose, Enter opens. */
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
  const found = finder?.find(words).slice(0, maxShown) ?? [];
  useEffect(() => {
    document.getElementById(`found-${chosen}`)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const open = (item: Found) => {
    onClose();
    navigate(item.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((found.length + chosen + step) % Math.max(1, found.length));
    } else if (event.key === "Enter" && found[chosen]) {
      event.preventDefault();
      open(found[chosen]);
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
        aria-label="Search pages, paths, tools, types, fields and errors"
        aria-expanded={found.length > 0}
        aria-controls="found"
        aria-activedescendant={found.length > 0 ? `found-${chosen}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder="A path, tool, field, error …"
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
      <ul id="found" role="listbox" aria-label="Search results">
        {found.map((item, index) => (
          <FoundItem
            key={item.href + item.kind}
            item={item}
            index={index}
            isChosen={index === chosen}
            onOpen={() => open(item)}
            onPoint={() => setChosen(index)}
          />
        ))}
      </ul>
      <p class="search-state" role="status">
        {finder && words.trim() !== ""
          ? `${found.length === maxShown ? "The best " : ""}${found.length} found`
          : ""}
      </p>
    </dialog>
  );
}

interface FoundItemProps {
  item: Found;
  index: number;
  isChosen: boolean;
  onOpen(): void;
  onPoint(): void;
}

function FoundItem({ item, index, isChosen, onOpen, onPoint }: FoundItemProps) {
  return (
    <li id={`found-${index}`} role="option" aria-selected={isChosen} onClick={onOpen} onMouseMove={onPoint}>
      <span class="found-kind">{item.kind}</span>
      <span class="found-title">{item.title}</span>
      <span class="found-note">{item.note}</span>
    </li>
  );
}
