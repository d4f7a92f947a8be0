import { useState } from "preact/hooks";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import type { ApiKey } from "./keys.types.ts";

const overlaps: readonly [seconds: number, words: string][] = [
  [0, "immediately"],
  [3_600, "after 1 hour"],
  [86_400, "after 1 day"],
  [604_800, "after 1 week"],
];

interface RotateDialogProps {
  apiKey: ApiKey;
  onAct(graceSeconds: number): void;
  onClose(): void;
}

/** Rotates a key. The old key works for the chosen overlap. */
export function RotateDialog({ apiKey: { name }, onAct, onClose }: RotateDialogProps) {
  const [seconds, setSeconds] = useState(86_400);
  return (
    <ConfirmDialog title={`Rotate ${name}`} action="Rotate" onAct={() => onAct(seconds)} onClose={onClose}>
      <p>Creates a new key with the same name, scopes and limits.</p>
      <label>
        The old key expires
        <select value={seconds} onChange={(event) => setSeconds(Number(event.currentTarget.value))}>
          {overlaps.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
    </ConfirmDialog>
  );
}
