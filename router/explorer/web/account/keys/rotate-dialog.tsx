import { useState } from "preact/hooks";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import type { ApiKey } from "./keys.types.ts";

const overlaps: readonly [seconds: number, words: string][] = [
  [0, "not at all"],
  [3_600, "an hour"],
  [86_400, "a day"],
  [604_800, "a week"],
];

interface RotateDialogProps {
  apiKey: ApiKey;
  onAct(graceSeconds: number): void;
  onClose(): void;
}

/** Replaces a key; the old one works for as long as is said. */
export function RotateDialog({ apiKey: { name }, onAct, onClose }: RotateDialogProps) {
  const [seconds, setSeconds] = useState(86_400);
  return (
    <ConfirmDialog title={`Rotate ${name}`} action="Rotate" onAct={() => onAct(seconds)} onClose={onClose}>
      <p>A new key takes the place of this one, with the same name, scopes and limits.</p>
      <label>
        The old key still works
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
