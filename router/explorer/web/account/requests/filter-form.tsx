import { useState } from "preact/hooks";
import type { RequestFilter } from "./requests.types.ts";

const statuses = [
  ["", "All"],
  ["2xx", "2xx: successful"],
  ["4xx", "4xx: rejected"],
  ["5xx", "5xx: failed"],
] as const;

const texts = [
  ["operation", "Operation"],
  ["key", "Key or user"],
  ["requestId", "Request ID"],
] as const;

const days = [
  ["from", "From day (UTC)"],
  ["to", "To day (UTC)"],
] as const;

interface FilterFormProps {
  filter: RequestFilter;
  onFilter(filter: RequestFilter): void;
}

const noFilter: RequestFilter = { status: "", operation: "", key: "", requestId: "", from: "", to: "" };

/** Fields by which requests are filtered. They apply when the form is sent. */
export function FilterForm({ filter: given, onFilter }: FilterFormProps) {
  const [filter, setFilter] = useState(given);
  const change =
    (name: keyof RequestFilter) =>
    ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
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
        <label>
          Status
          <select value={filter.status} onChange={change("status")}>
            {statuses.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {texts.map(([name, label]) => (
          <label key={name}>
            {label}
            <input type="text" maxLength={128} value={filter[name]} onInput={change(name)} />
          </label>
        ))}
        {days.map(([name, label]) => (
          <label key={name}>
            {label}
            <input type="date" value={filter[name]} onInput={change(name)} />
          </label>
        ))}
      </div>
      <div class="buttons">
        <button type="submit" class="primary">
          Filter
        </button>
        <button type="button" onClick={() => onFilter(noFilter)}>
          Clear
        </button>
      </div>
    </form>
  );
}
