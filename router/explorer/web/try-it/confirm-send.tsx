import { useEffect, useRef } from "preact/hooks";

interface ConfirmSendProps {
  /** Operation or tool that would run. */
  name: string;
  as: string;
  risks: readonly string[];
  /** Price in words; null where it is free or not known. */
  price: string | null;
  onConfirm(): void;
  onCancel(): void;
}

/** Confirmation before a request that spends, sends or deletes. Escape and Cancel send nothing. */
export function ConfirmSend({ name, as, risks, price, onConfirm, onCancel }: ConfirmSendProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="small-dialog" aria-labelledby="try-confirm-title" onCancel={onCancel}>
      <h2 id="try-confirm-title">Send this request?</h2>
      <p>
        <code>{name}</code> will run as {as}
        {price !== null && ` and costs ${price}`}.
      </p>
      <ul>
        {risks.map((risk) => (
          <li key={risk}>{risk}</li>
        ))}
      </ul>
      <p class="dialog-buttons">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" class="danger" onClick={onConfirm}>
          Send it
        </button>
      </p>
    </dialog>
  );
}
