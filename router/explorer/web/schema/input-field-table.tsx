import type { FieldDocs } from "../../data/docs.types.ts";
import { TypeLink } from "../reference/coordinate-link.tsx";
import { ruleWords } from "../../schema-rows.ts";
import { Table } from "../ui/table.tsx";

/** Fields of an input type with their constraints. */
export function InputFieldTable({ typeName, fields }: { typeName: string; fields: readonly FieldDocs[] }) {
  return (
    <Table
      caption={`Fields of ${typeName}`}
      rows={fields}
      keyOf={({ name }) => name}
      columns={[
        {
          name: "Field",
          cell: ({ name }) => (
            <a href={`/schema/${typeName}/${name}`}>
              <code>{name}</code>
            </a>
          ),
        },
        { name: "Type", cell: ({ type }) => <TypeLink type={type} /> },
        {
          name: "Meaning",
          cell: ({ description, constraint = {}, defaultValue = null, deprecation }) => (
            <>
              {description}{" "}
              <span class="muted">
                {[
                  ...ruleWords(constraint),
                  ...(defaultValue === null ? [] : [`default ${defaultValue}`]),
                  ...(deprecation === null ? [] : [`deprecated: ${deprecation}`]),
                ].join(", ")}
              </span>
            </>
          ),
        },
      ]}
    />
  );
}
