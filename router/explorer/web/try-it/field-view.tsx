import { useContext, useState } from "preact/hooks";
import { isRecord, startValue, type Step } from "./edit-value.ts";
import { Demand, Hint, NullChoice, type FieldViewProps } from "./field-parts.tsx";
import { fieldId, FormContext } from "./form-context.ts";
import type { FormField } from "./form-field.ts";
import { LeafView } from "./leaf-view.tsx";

/** One field of a form: a labelled input, or a group or list of fields. */
function FieldView(props: FieldViewProps) {
  if (props.field.control === "group") return <GroupView {...props} />;
  if (props.field.control === "list") return <ListView {...props} />;
  return <LeafView {...props} />;
}

/** A nested object: its fields in a frame. An optional one is added and removed as a whole. */
function GroupView({ field, path, value, label, shownNames = none }: FieldViewProps) {
  const { idPrefix, faults, onChange } = useContext(FormContext);
  const id = fieldId(idPrefix, path);
  const fault = faults.get(path.join("."));
  const isThere = isRecord(value);
  return (
    <fieldset class="try-group" aria-describedby={field.description === "" ? undefined : `${id}-hint`}>
      <legend>
        <code>{label}</code> <Demand field={field} />
      </legend>
      <Hint id={id} field={field} />
      {fault !== undefined && (
        <p class="try-fault" id={id} tabIndex={-1}>
          {label} {fault}
        </p>
      )}
      {isThere && <GroupFields fields={field.fields} path={path} value={value} shownNames={shownNames} />}
      <div class="try-actions">
        {!isThere && (
          <button type="button" class="small-button" onClick={() => onChange(path, startValue(field))}>
            Add {label}
          </button>
        )}
        {isThere && !field.isRequired && (
          <button type="button" class="small-button" onClick={() => onChange(path, undefined)}>
            Remove {label}
          </button>
        )}
        <NullChoice field={field} path={path} value={value} label={label} />
      </div>
    </fieldset>
  );
}

interface GroupFieldsProps {
  fields: readonly FormField[];
  path: readonly Step[];
  value: Record<string, unknown>;
  shownNames?: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

/** Fields of an object: required and filled ones at once, the other optional ones on demand. */
export function GroupFields({ fields, path, value, shownNames = none }: GroupFieldsProps) {
  const { faults } = useContext(FormContext);
  // A field stays in its place while it is edited, also when it is cleared.
  const [shownFirst] = useState(() => {
    const isFirst = (field: FormField) => isShownFirst(field, fields, value) || shownNames.has(field.name);
    return new Set(fields.filter(isFirst).map(({ name }) => name));
  });
  const [isOpen, setOpen] = useState(false);
  const first = fields.filter(({ name }) => shownFirst.has(name));
  const others = fields.filter(({ name }) => !shownFirst.has(name));
  const hasHiddenFault = others.some(({ name }) => {
    const start = [...path, name].join(".");
    return [...faults.keys()].some((fault) => fault === start || fault.startsWith(`${start}.`));
  });
  const filled = others.filter(({ name }) => value[name] !== undefined).length;
  const isShown = isOpen || hasHiddenFault;
  const draw = (field: FormField) => (
    <FieldView
      key={field.name}
      field={field}
      path={[...path, field.name]}
      value={value[field.name]}
      label={field.name}
    />
  );
  return (
    <>
      {first.map(draw)}
      {others.length > 0 && (
        <details open={isShown} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>
            {others.length} optional {others.length === 1 ? "field" : "fields"}
            {filled > 0 && ` (${filled} set)`}
          </summary>
          {isShown && others.map(draw)}
        </details>
      )}
    </>
  );
}

/** Few fields need no second step. */
const fewFields = 4;

function isShownFirst(field: FormField, all: readonly FormField[], value: Record<string, unknown>): boolean {
  return field.isRequired || all.length <= fewFields || value[field.name] !== undefined;
}

/** More items than this are edited as JSON: a page of thousands of inputs helps nobody. */
const maxShown = 50;

/** A list: one field per item, with buttons that add and remove items. */
function ListView({ field, path, value, label }: FieldViewProps) {
  const { idPrefix, faults, onChange } = useContext(FormContext);
  const id = fieldId(idPrefix, path);
  const fault = faults.get(path.join("."));
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const item = field.item!;
  const itemLabel = (index: number) => `${label} ${index + 1}`;
  const usedNames = new Set(items.filter(isRecord).flatMap((each) => Object.keys(each)));
  const remove = (index: number) => {
    const rest = items.filter((_, position) => position !== index);
    onChange(path, rest.length === 0 && !field.isRequired ? undefined : rest);
  };
  const { maxItems = Infinity } = field.schema as { maxItems?: number };
  return (
    <fieldset class="try-group" aria-describedby={field.description === "" ? undefined : `${id}-hint`}>
      <legend>
        <code>{label}</code> <Demand field={field} />
      </legend>
      <Hint id={id} field={field} />
      {fault !== undefined && (
        <p class="try-fault" id={id} tabIndex={-1}>
          {label} {fault}
        </p>
      )}
      {items.slice(0, maxShown).map((each, index) => (
        <div class="try-item" key={index}>
          <FieldView
            field={item}
            path={[...path, index]}
            value={each}
            label={itemLabel(index)}
            shownNames={usedNames}
          />
          <button
            type="button"
            class="small-button"
            aria-label={`Remove ${itemLabel(index)}`}
            onClick={() => remove(index)}
          >
            Remove
          </button>
        </div>
      ))}
      {items.length > maxShown && (
        <p class="muted">{items.length - maxShown} more items. Use the JSON view to edit them.</p>
      )}
      <div class="try-actions">
        {items.length < Math.min(maxShown, maxItems) && (
          <button
            type="button"
            class="small-button"
            onClick={() => onChange(path, [...items, startValue(item)])}
          >
            Add {items.length === 0 ? label : `another ${label} item`}
          </button>
        )}
        <NullChoice field={field} path={path} value={value} label={label} />
      </div>
    </fieldset>
  );
}
