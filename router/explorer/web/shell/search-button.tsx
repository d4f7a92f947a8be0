import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../ui/icon.tsx";

type Dialog = ComponentType<{ onClose(): void }>;

/** Opens the search, as do Ctrl+K, and the key `/` outside text fields. The search is loaded on first use. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  const [Dialog, setDialog] = useState<{ component: Dialog } | null>(null);
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", openByKey);
    return () => document.removeEventListener("keydown", openByKey);
  }, []);
  useEffect(() => {
    if (!isOpen || Dialog) return;
    void import("../search/search-dialog.tsx").then(({ SearchDialog }) =>
      setDialog({ component: SearchDialog }),
    );
  }, [isOpen, Dialog]);
  return (
    <>
      <button type="button" class="search-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="search" />
        <span>Search</span> <kbd>Ctrl K</kbd>
      </button>
      {isOpen && Dialog && <Dialog.component onClose={() => setOpen(false)} />}
    </>
  );
}

function isSearchKey(event: KeyboardEvent): boolean {
  const hasControl = event.ctrlKey || event.metaKey;
  if (event.altKey) return false;
  return hasControl ? event.key.toLowerCase() === "k" : event.key === "/" && !isWriting(event);
}

/** True in text fields and in editors with shadow roots, where a slash is input. */
function isWriting(event: KeyboardEvent): boolean {
  return event
    .composedPath()
    .some((target) => target instanceof HTMLElement && (target.isContentEditable || isField(target)));
}

function isField(element: HTMLElement): boolean {
  return ["INPUT", "TEXTAREA", "SELECT"].includes(element.tagName);
}
