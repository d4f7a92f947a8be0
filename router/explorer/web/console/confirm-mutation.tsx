import { useEffect, useRef } from "preact/hooks";

interface ConfirmMutationProps {
  /** Names of the root fields that would run. */
  fields: readonly string[];
  as: string;
  onConfirm(): void;
  onCancel(): void;
}

/** Confirmation dialog before mutations on real data. */
export function ConfirmMutation({ fields, as, onConfirm, onCancel }: ConfirmMutationProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="small-dialog" aria-labelledby="confirm-title" onCancel={onCancel}>
      <h2 id="confirm-title">Change real data?</h2>
      <p>
        {fields.map((name) => (
          <code key={name}>{name}</code>
        ))}{" "}
        will run as {as}. This is not a demo: closing the page does not undo the change.
      </p>
      <p class="dialog-buttons">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" class="danger" onClick={onConfirm}>
          Run it
        </button>
      </p>
    </dialog>
  );
}
