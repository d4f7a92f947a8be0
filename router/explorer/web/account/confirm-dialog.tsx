import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import "../styles/account.css";

interface AskDialogProps {
  title: string;
  /** Label of the confirm button. */
  action: string;
  isDangerous?: boolean;
  /** False while the action is not allowed yet. */
  isReady?: boolean;
  onAct(): void;
  onClose(): void;
  children: ComponentChildren;
}

/** Confirmation dialog. Escape and Cancel close it without the action. */
export function ConfirmDialog({
  title,
  action,
  isDangerous,
  isReady = true,
  onAct,
  onClose,
  children,
}: AskDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog ref={dialog} class="ask-dialog" aria-label={title} onClose={onClose}>
      <form
        method="dialog"
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onAct();
        }}
      >
        <h2>{title}</h2>
        {children}
        <div class="buttons">
          <button type="submit" class={isDangerous ? "danger" : "primary"} disabled={!isReady}>
            {action}
          </button>
          <button type="button" onClick={() => dialog.current!.close()}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}
