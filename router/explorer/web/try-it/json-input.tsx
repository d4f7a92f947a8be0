import { useId, useState } from "preact/hooks";
import { readInput } from "./try-request.ts";

interface JsonInputProps {
  value: Record<string, unknown>;
  onChange(value: Record<string, unknown>): void;
}

/** The whole input as JSON. Text that is no JSON object is kept and named, and does not change the input. */
export function JsonInput({ value, onChange }: JsonInputProps) {
  const id = useId();
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const [fault, setFault] = useState<string | null>(null);
  // A reset changes the value from outside.
  const shown = fault === null && !isText(text, value) ? JSON.stringify(value, null, 2) : text;
  const write = (next: string) => {
    setText(next);
    try {
      const read = readInput(next);
      setFault(null);
      onChange(read);
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  return (
    <div class={`try-field${fault === null ? "" : " try-field-bad"}`}>
      <label for={id}>Input as JSON</label>
      <textarea
        id={id}
        class="try-json"
        rows={Math.min(20, Math.max(4, shown.split("\n").length + 1))}
        spellcheck={false}
        value={shown}
        aria-invalid={fault === null ? undefined : "true"}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        onInput={(event) => write(event.currentTarget.value)}
      />
      {fault !== null && (
        <p class="try-fault" id={`${id}-fault`}>
          {fault} The request uses the last valid input.
        </p>
      )}
    </div>
  );
}

function isText(text: string, value: Record<string, unknown>): boolean {
  try {
    return JSON.stringify(readInput(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}
