import type { ParameterDocs } from "../../data/docs.types.ts";
import { ruleWords, typeWords } from "../../schema-rows.ts";
import { Table, type Column } from "../ui/table.tsx";

const columns: readonly Column<ParameterDocs>[] = [
  {
    name: "Name",
    cell: ({ name, required }) => (
      <>
        <code>{name}</code>
        {required && <span class="required"> required</span>}
      </>
    ),
  },
  { name: "In", cell: (parameter) => parameter.in },
  { name: "Type", cell: ({ schema }) => typeWords(schema) },
  {
    name: "Meaning",
    cell: ({ name, description, schema }) => (
      <>
        {description === name ? "" : description} <span class="muted">{ruleWords(schema).join(", ")}</span>
      </>
    ),
  },
];

/** The parameters of a REST call. */
export function ParameterTable({ parameters }: { parameters: readonly ParameterDocs[] }) {
  return (
    <Table
      caption="Parameters"
      columns={columns}
      rows={parameters}
      keyOf={(parameter) => `${parameter.in} ${parameter.name}`}
      empty={<p class="muted">None.</p>}
    />
  );
}
