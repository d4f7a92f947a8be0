import type { ArgumentDocs } from "../../data/docs.types.ts";
import { TypeLink } from "../reference/coordinate-link.tsx";
import { ruleWords } from "../../schema-rows.ts";
import { Table, type Column } from "../ui/table.tsx";

const columns: readonly Column<ArgumentDocs>[] = [
  { name: "Argument", cell: ({ name }) => <code>{name}</code> },
  { name: "Type", cell: ({ type }) => <TypeLink type={type} /> },
  {
    name: "Meaning",
    cell: ({ description, constraint, defaultValue }) => (
      <>
        {description}{" "}
        <span class="muted">
          {[...ruleWords(constraint), ...(defaultValue === null ? [] : [`default ${defaultValue}`])].join(
            ", ",
          )}
        </span>
      </>
    ),
  },
];

/** The arguments of a field. */
export function ArgumentTable({ args }: { args: readonly ArgumentDocs[] }) {
  return <Table caption="Arguments" columns={columns} rows={args} keyOf={({ name }) => name} />;
}
