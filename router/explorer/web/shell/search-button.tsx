import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

type Dialog = ComponentType<{ onClose(): void }>;

/** Opens the search, as does the key `/` outside text fields. The search is loaded on first use. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  const [Dialog, setDialog] = useState<{ component: Dialog } | null>(null);
  useEffect(() => {
    const openBySlash = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.metaKey || event.ctrlKey || event.altKey || isWriting(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", openBySlash);
    return () => document.removeEventListener("keydown", openBySlash);
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
        <span>Search</span> <kbd>/</kbd>
      </button>
      {isOpen && Dialog && <Dialog.component onClose={() => setOpen(false)} />}
    </>
  );
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
