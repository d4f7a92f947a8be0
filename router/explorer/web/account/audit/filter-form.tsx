import { useState } from "preact/hooks";
import { noFilter, type AuditFilter } from "./audit.types.ts";

const fields: readonly { name: keyof AuditFilter; label: string; type: "text" | "date" }[] = [
  { name: "member", label: "Member or key", type: "text" },
  { name: "app", label: "App", type: "text" },
  { name: "action", label: "Action", type: "text" },
  { name: "object", label: "Object", type: "text" },
  { name: "from", label: "From day (UTC)", type: "date" },
  { name: "to", label: "To day (UTC)", type: "date" },
];

/** Fields by which entries are filtered. They apply when the form is sent. */
export function FilterForm({ onFilter }: { onFilter(filter: AuditFilter): void }) {
  const [filter, setFilter] = useState<AuditFilter>(noFilter);
  const change =
    (name: keyof AuditFilter) =>
    ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setFilter({ ...filter, [name]: currentTarget.value });
  return (
    <form
      class="form panel"
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        onFilter(filter);
      }}
    >
      <div class="row">
        {fields.map(({ name, label, type }) => (
          <label key={name}>
            {label}
            {type === "date" ? (
              <input type="date" value={filter[name]} onInput={change(name)} />
            ) : (
              <input type="text" maxLength={128} value={filter[name]} onInput={change(name)} />
            )}
          </label>
        ))}
      </div>
      <div class="buttons">
        <button type="submit" class="primary">
          Filter
        </button>
        <button
          type="button"
          onClick={() => {
            setFilter(noFilter);
            onFilter(noFilter);
          }}
        >
          Clear
        </button>
      </div>
    </form>
  );
}
