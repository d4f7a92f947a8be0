import { useContext, useState } from "preact/hooks";
import type { Step } from "./edit-value.ts";
import { isLocalText, textOf, valueOf } from "./field-text.ts";
import { FormContext } from "./form-context.ts";
import type { FormField } from "./form-field.ts";

interface FieldInputProps {
  field: FormField;
  path: readonly Step[];
  value: unknown;
  id: string;
  /** Ids of the texts that describe the input. */
  described: string;
  isBad: boolean;
}

/** The input of a single value, by its control. */
export function FieldInput({ field, path, value, id, described, isBad }: FieldInputProps) {
  const { onChange } = useContext(FormContext);
  const [typed, setTyped] = useState(() => textOf(field, value));
  // What was typed stays as long as it means the value: "1." is the number 1 on its way to 1.5.
  const text = isSame(valueOf(field, typed), value) ? typed : textOf(field, value);
  const write = (next: string) => {
    setTyped(next);
    onChange(path, valueOf(field, next));
  };
  const shared = {
    id,
    "aria-describedby": described === "" ? undefined : described,
    "aria-invalid": isBad ? ("true" as const) : undefined,
    "aria-required": field.isRequired ? ("true" as const) : undefined,
    onInput: (event: Event) => write((event.currentTarget as HTMLInputElement).value),
  };
  if (field.control === "choice" || field.control === "boolean")
    return <ChoiceInput field={field} text={text} value={value} shared={shared} />;
  if (field.control === "longText" || field.control === "json") {
    const rows = Math.min(10, Math.max(3, text.split("\n").length));
    const isJson = field.control === "json";
    return (
      <textarea {...shared} class={isJson ? "try-json" : ""} rows={rows} spellcheck={!isJson} value={text} />
    );
  }
  return <LineInput field={field} text={text} value={value} shared={shared} />;
}

interface InputProps {
  field: FormField;
  text: string;
  value: unknown;
  shared: Record<string, unknown>;
}

function LineInput({ field: { control, schema }, text, value, shared }: InputProps) {
  const hint = value === null ? "null" : placeholderOf(schema["default"]);
  const line = { ...shared, value: text, placeholder: hint, autocomplete: "off" as const, spellcheck: false };
  if (control === "date") return <input {...line} type="date" />;
  if (control === "time") return <input {...line} type="time" />;
  if (control === "number")
    return <input {...line} inputMode={schema["type"] === "integer" ? "numeric" : "decimal"} />;
  // The browser's input knows no zones. A time in another zone is edited as text.
  if (control !== "dateTime" || !isLocalText(value)) return <input {...line} />;
  return (
    <span class="try-line">
      <input {...line} type="datetime-local" step={1} />
      <span class="muted">UTC</span>
    </span>
  );
}

/** Choices with their meanings. A value that is none of them is shown, so that the check can name it. */
function ChoiceInput({ field, text, shared }: InputProps) {
  const choices =
    field.control === "boolean" ? booleans : field.choices.map(({ value, meaning }) => ({ value, meaning }));
  const isKnown = text === "" || choices.some(({ value }) => value === text);
  const { default: preset } = field.schema;
  return (
    <select {...shared} value={text}>
      <option value="">{placeholderOf(preset) ?? (field.isRequired ? "Choose" : "Not set")}</option>
      {choices.map(({ value, meaning }) => (
        <option key={value} value={value}>
          {meaning === null ? value : `${value}: ${meaning.replace(/\.$/, "")}`}
        </option>
      ))}
      {!isKnown && <option value={text}>{text}</option>}
    </select>
  );
}

const booleans = [
  { value: "true", meaning: null },
  { value: "false", meaning: null },
];

function placeholderOf(preset: unknown): string | undefined {
  if (preset === undefined || preset === null) return undefined;
  return `Default: ${typeof preset === "string" ? preset : JSON.stringify(preset)}`;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
