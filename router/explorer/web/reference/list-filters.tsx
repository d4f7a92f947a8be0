interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (string | { value: string; label: string })[];
  onChange(value: string): void;
}

/** A choice beside the text filter of a list. The first entry shows everything. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label>
      {label}{" "}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">All</option>
        {options.map((option) => {
          const { value: one, label: name } =
            typeof option === "string" ? { value: option, label: option } : option;
          return (
            <option key={one} value={one}>
              {name}
            </option>
          );
        })}
      </select>
    </label>
  );
}

interface AllowedProps {
  name: string;
  value: string;
  onChange(value: string): void;
}

/** Leaves only what the current identity may use. */
export function AllowedOnly({ name, value, onChange }: AllowedProps) {
  return (
    <label>
      <input
        type="checkbox"
        checked={value === "mine"}
        onChange={(event) => onChange(event.currentTarget.checked ? "mine" : "")}
      />{" "}
      Allowed for {name}
    </label>
  );
}
