import { useState } from "preact/hooks";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import type { ApiKey } from "./keys.types.ts";

interface RevokeDialogProps {
  apiKey: ApiKey;
  onAct(): void;
  onClose(): void;
}

/** A key is ended for good only by who writes its name. */
export function RevokeDialog({ apiKey: { name }, onAct, onClose }: RevokeDialogProps) {
  const [typed, setTyped] = useState("");
  return (
    <ConfirmDialog
      title={`Revoke ${name}`}
      action="Revoke it for good"
      isDangerous
      isReady={typed === name}
      onAct={onAct}
      onClose={onClose}
    >
      <p>Every call with this key is refused from the next one on. This cannot be undone.</p>
      <label>
        Write the key's name, {name}
        <input value={typed} autocomplete="off" onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
    </ConfirmDialog>
  );
}
