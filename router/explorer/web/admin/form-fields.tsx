import { valueAt, type FormField, type Row, type Values } from "./section.types.ts";

/** Texts of a form by the names of its fields. */
export type FormTexts = Readonly<Record<string, string>>;

/** The texts of a form before anything was typed. */
export function textsOf(fields: readonly FormField[], row: Row | null): FormTexts {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      row ? textOf(valueAt(row, field.from ?? field.name)) : (field.initial ?? ""),
    ]),
  );
}

/** The typed values, without empty fields; with `before`, only those that differ from it. */
export function valuesOf(fields: readonly FormField[], texts: FormTexts, before: FormTexts | null): Values {
  const changed = fields.filter(({ name }) => (before ? texts[name] !== before[name] : texts[name] !== ""));
  return Object.fromEntries(changed.map((field) => [field.name, valueOf(field, texts[field.name]!)]));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.join("\n") : String(value);
}

function valueOf({ kind }: FormField, text: string): unknown {
  if (kind === "lines")
    return text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
  if (text === "") return null;
  if (kind === "number") return Number(text);
  return kind === "yes-no" ? text === "true" : text;
}

interface FormFieldsProps {
  fields: readonly FormField[];
  texts: FormTexts;
  /** True for filters: a text counts when it is complete, at Enter or when the field is left. */
  isFilter?: boolean;
  onChange(texts: FormTexts): void;
}

/** The fields of a form or of a filter. */
export function FormFields({ fields, texts, isFilter = false, onChange }: FormFieldsProps) {
  return (
    <>
      {fields.map((field) => (
        <label key={field.name}>
          {field.label}{" "}
          <FieldInput
            field={field}
            text={texts[field.name] ?? ""}
            isFilter={isFilter}
            onText={(text) => onChange({ ...texts, [field.name]: text })}
          />
        </label>
      ))}
    </>
  );
}

interface FieldInputProps {
  field: FormField;
  text: string;
  isFilter: boolean;
  onText(text: string): void;
}

function FieldInput({ field, text, isFilter, onText }: FieldInputProps) {
  const { kind, choices, isRequired = false } = field;
  if (kind === "choice" || kind === "yes-no") {
    const options = kind === "choice" ? (choices ?? []) : ["true", "false"];
    return (
      <select value={text} required={isRequired} onChange={(event) => onText(event.currentTarget.value)}>
        {!options.includes(text) && <option value={text}>{text === "" ? "–" : text}</option>}
        {!isRequired && text !== "" && <option value="">–</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {kind === "choice" ? option : option === "true" ? "yes" : "no"}
          </option>
        ))}
      </select>
    );
  }
  if (kind === "lines")
    return <textarea value={text} rows={4} onInput={(event) => onText(event.currentTarget.value)} />;
  const onEvent = (event: { currentTarget: HTMLInputElement }) => onText(event.currentTarget.value);
  const handler = isFilter ? { onChange: onEvent } : { onInput: onEvent };
  if (kind === "number")
    return (
      <input type="number" step="any" value={text} required={isRequired} autocomplete="off" {...handler} />
    );
  return <input value={text} required={isRequired} autocomplete="off" {...handler} />;
}
