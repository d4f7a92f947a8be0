import { useState } from "preact/hooks";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import type { ApiKey } from "./keys.types.ts";

interface RevokeDialogProps {
  apiKey: ApiKey;
  onAct(): void;
  onClose(): void;
}

/** Revokes a key permanently, after its name was typed. */
export function RevokeDialog({ apiKey: { name }, onAct, onClose }: RevokeDialogProps) {
  const [typed, setTyped] = useState("");
  return (
    <ConfirmDialog
      title={`Revoke ${name}`}
      action="Revoke key"
      isDangerous
      isReady={typed === name}
      onAct={onAct}
      onClose={onClose}
    >
      <p>All requests with this key will fail immediately. You cannot undo this.</p>
      <label>
        Type the key's name to confirm: {name}
        <input value={typed} autocomplete="off" onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
    </ConfirmDialog>
  );
}
