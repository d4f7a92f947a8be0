import type { ParameterDocs } from "../../data/docs.types.ts";
import { ruleWords, typeWords } from "../../schema-rows.ts";
import { PropertyItem } from "../reference/property-list.tsx";

/** The parameters of a REST request: path, query and headers. */
export function ParameterList({ parameters }: { parameters: readonly ParameterDocs[] }) {
  if (parameters.length === 0) return <p class="muted">None.</p>;
  return (
    <ul class="properties" aria-label="Parameters">
      {parameters.map(({ name, in: place, required, description, schema }) => (
        <PropertyItem
          key={`${place} ${name}`}
          name={<code>{name}</code>}
          type={typeWords(schema)}
          isRequired={required}
          marks={<span class="property-mark">{place}</span>}
          description={description === name ? "" : description}
          rules={ruleWords(schema).join(", ")}
        />
      ))}
    </ul>
  );
}
