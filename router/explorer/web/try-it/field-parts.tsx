import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import type { Step } from "./edit-value.ts";
import { FormContext } from "./form-context.ts";
import type { FormField } from "./form-field.ts";

/** One field with its place and value. */
export interface FieldViewProps {
  field: FormField;
  path: readonly Step[];
  value: unknown;
  /** Name of the field on the page: its own, or "tags 2" for an item of a list. */
  label: string;
  /** Optional fields of a group that are shown at once, because its neighbours in a list have them. */
  shownNames?: ReadonlySet<string>;
}

/** Description and constraints of a field, which its input refers to. */
export function Hint({ id, field: { description, rules } }: { id: string; field: FormField }) {
  if (description === "" && rules === "") return null;
  return (
    <p class="try-hint" id={`${id}-hint`}>
      {description} {rules !== "" && <span class="try-rules">{rules}</span>}
    </p>
  );
}

/** Marks required fields. Items of a list have no name of their own, and no mark. */
export function Demand({ field }: { field: FormField }): ComponentChildren {
  return field.isRequired && field.name !== "" && <span class="required">required</span>;
}

/** Sends null in place of a value, in forms that change stored objects. */
export function NullChoice({ field, path, value, label }: FieldViewProps) {
  const { allowsNull, onChange } = useContext(FormContext);
  if (!field.isNullable || (!allowsNull && value !== null)) return null;
  return (
    <label class="try-null">
      <input
        type="checkbox"
        checked={value === null}
        aria-label={`Send null for ${label}`}
        onChange={(event) => onChange(path, event.currentTarget.checked ? null : undefined)}
      />{" "}
      null
    </label>
  );
}
