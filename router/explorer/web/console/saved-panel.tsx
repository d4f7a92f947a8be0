import { useEffect, useState } from "preact/hooks";
import { download } from "../account/usage/csv.ts";
import { forgetSaved, listSaved, saveOperation, type SavedOperation } from "./saved-operations.ts";
import {
  exportCollection,
  importCollection,
  maxFileLength,
  maxName,
  NotCollection,
} from "./workspace/collection-file.ts";

interface Texts {
  document: string;
  variables: string;
}

interface SavedPanelProps {
  current: Texts;
  onOpen(texts: Texts): void;
}

/** Operations that a person keeps in this browser, by collection, with export and import. */
export function SavedPanel({ current, onOpen }: SavedPanelProps) {
  const [saved, setSaved] = useState<readonly SavedOperation[]>([]);
  const [said, setSaid] = useState("");
  const reload = () => listSaved().then(setSaved, () => setSaid("This browser does not allow storage."));
  useEffect(() => void reload(), []);
  const save = async (name: string, collection: string) => {
    // Nothing else from the editors is saved, especially no headers.
    const { document, variables } = current;
    await saveOperation({ document, variables, name, collection, savedAt: new Date().toISOString() });
    setSaid(`Saved ${name}.`);
    await reload();
  };
  const forget = async (name: string) => {
    await forgetSaved(name);
    setSaid(`Deleted ${name}.`);
    await reload();
  };
  const read = async (file: File) => {
    try {
      if (file.size > maxFileLength) throw new NotCollection("The file is larger than 2 MB.");
      const added = importCollection(await file.text(), saved, new Date().toISOString());
      for (const operation of added) await saveOperation(operation);
      setSaid(`Imported ${added.length} ${added.length === 1 ? "operation" : "operations"}.`);
    } catch (error) {
      if (!(error instanceof NotCollection)) throw error;
      setSaid(error.message);
    }
    await reload();
  };
  return (
    <>
      <SaveForm collections={collectionsOf(saved)} onSave={(name, group) => void save(name, group)} />
      <div class="filters">
        <button
          type="button"
          class="small-button"
          disabled={saved.length === 0}
          onClick={() => download("collection.json", exportCollection(saved), "application/json")}
        >
          Export
        </button>
        <label class="import-label">
          Import{" "}
          <input
            type="file"
            accept="application/json,.json"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              if (file) void read(file);
              event.currentTarget.value = "";
            }}
          />
        </label>
        <span class="muted" role="status">
          {said}
        </span>
      </div>
      {saved.length === 0 && (
        <p class="muted">Saves the document and variables in this browser, never headers or tokens.</p>
      )}
      {collectionsOf(saved).map((collection) => (
        <section key={collection}>
          {collection !== "" && <h3>{collection}</h3>}
          <ul class="library">
            {saved
              .filter((operation) => (operation.collection ?? "") === collection)
              .map((operation) => (
                <SavedRow
                  key={operation.name}
                  name={operation.name}
                  onOpen={() => onOpen(operation)}
                  onForget={() => void forget(operation.name)}
                />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

interface SaveFormProps {
  collections: readonly string[];
  onSave(name: string, collection: string): void;
}

function SaveForm({ collections, onSave }: SaveFormProps) {
  const [name, setName] = useState("");
  const [collection, setCollection] = useState("");
  return (
    <form
      class="save-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === "") return;
        onSave(name.trim(), collection.trim());
        setName("");
      }}
    >
      <label>
        Save as{" "}
        <input
          value={name}
          maxLength={maxName}
          autocomplete="off"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <label>
        Collection{" "}
        <input
          value={collection}
          maxLength={maxName}
          autocomplete="off"
          list="console-collections"
          onInput={(event) => setCollection(event.currentTarget.value)}
        />
      </label>
      <datalist id="console-collections">
        {collections.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <button type="submit">Save</button>
    </form>
  );
}

function SavedRow({ name, onOpen, onForget }: { name: string; onOpen(): void; onForget(): void }) {
  return (
    <li>
      <button type="button" class="library-title" onClick={onOpen}>
        {name}
      </button>
      <button type="button" class="small-button" aria-label={`Delete ${name}`} onClick={onForget}>
        Delete
      </button>
    </li>
  );
}

/** Names of the collections, operations without one first. */
function collectionsOf(saved: readonly SavedOperation[]): string[] {
  return [...new Set(saved.map(({ collection = "" }) => collection))].toSorted();
}
