import { useContext } from "preact/hooks";
import { FieldInput } from "./field-input.tsx";
import { Demand, Hint, NullChoice, type FieldViewProps } from "./field-parts.tsx";
import { fieldId, FormContext } from "./form-context.ts";

/** A labelled input of a single value, with its description and fault. */
export function LeafView({ field, path, value, label }: FieldViewProps) {
  const { idPrefix, faults } = useContext(FormContext);
  const id = fieldId(idPrefix, path);
  const fault = faults.get(path.join(".")) ?? null;
  const hint = [field.description, field.rules].filter((text) => text !== "").join(" ");
  const described = [hint !== "" && `${id}-hint`, fault !== null && `${id}-fault`].filter(Boolean).join(" ");
  return (
    <div class={`try-field${fault === null ? "" : " try-field-bad"}`}>
      <label for={id}>
        <code>{label}</code> <Demand field={field} />
      </label>
      <FieldInput
        field={field}
        path={path}
        value={value}
        id={id}
        described={described}
        isBad={fault !== null}
      />
      <NullChoice field={field} path={path} value={value} label={label} />
      <Hint id={id} field={field} />
      {fault !== null && (
        <p class="try-fault" id={`${id}-fault`}>
          {label} {fault}
        </p>
      )}
    </div>
  );
}
