import type { ArgumentDocs, FieldDocs } from "../../data/docs.types.ts";
import { TypeLink } from "../reference/coordinate-link.tsx";
import { PropertyItem } from "../reference/property-list.tsx";
import { ruleWords } from "../../schema-rows.ts";

interface InputListProps {
  label: string;
  inputs: readonly (ArgumentDocs | FieldDocs)[];
  /** Type whose fields these are. Arguments have no page of their own. */
  typeName?: string;
}

/** Arguments of a field, or fields of an input type, with their constraints. */
export function InputList({ label, inputs, typeName }: InputListProps) {
  return (
    <ul class="properties" aria-label={label}>
      {inputs.map(({ name, type, description, constraint = {}, defaultValue, deprecation }) => (
        <PropertyItem
          key={name}
          name={
            typeName === undefined ? (
              <code>{name}</code>
            ) : (
              <a href={`/schema/${typeName}/${name}`}>
                <code>{name}</code>
              </a>
            )
          }
          type={<TypeLink type={type} />}
          isRequired={type.endsWith("!") && (defaultValue ?? null) === null}
          description={description}
          rules={[
            ...ruleWords(constraint),
            ...((defaultValue ?? null) === null ? [] : [`default ${defaultValue}`]),
            ...(deprecation === null ? [] : [`deprecated: ${deprecation}`]),
          ].join(", ")}
        />
      ))}
    </ul>
  );
}
