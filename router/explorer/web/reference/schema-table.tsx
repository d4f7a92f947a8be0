import type { DocsSchema } from "../../data/docs.types.ts";
import { Table, type Column } from "../ui/table.tsx";
import { schemaRows, type SchemaRow } from "../../schema-rows.ts";

const columns: readonly Column<SchemaRow>[] = [
  {
    name: "Name",
    cell: ({ path, isRequired }) => (
      <>
        <code>{path}</code>
        {isRequired && (
          <span class="required" title="required">
            {" "}
            required
          </span>
        )}
      </>
    ),
  },
  { name: "Type", cell: ({ type }) => type },
  {
    name: "Meaning",
    cell: ({ description, rules }) => (
      <>
        {description} {rules !== "" && <span class="muted">{rules}</span>}
      </>
    ),
  },
];

/** The properties of a JSON Schema. In answers every property is there, so none is marked as required. */
export function SchemaTable({
  schema,
  caption,
  isAnswer = false,
}: {
  schema: DocsSchema;
  caption: string;
  isAnswer?: boolean;
}) {
  const rows = schemaRows(schema).map((row) => (isAnswer ? { ...row, isRequired: false } : row));
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={rows}
      keyOf={({ path }) => path}
      empty={<p class="muted">None.</p>}
    />
  );
}
