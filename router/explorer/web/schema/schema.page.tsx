import { useState } from "preact/hooks";
import type { TypeSummary } from "../../data/docs.types.ts";
import { useData } from "../data/load.ts";
import { LoadedView } from "../reference/loaded-view.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Pill } from "../ui/pill.tsx";
import type { Column } from "../ui/table.tsx";

export function Page() {
  const types = useData<readonly TypeSummary[]>("schema.json");
  return (
    <>
      <h1>Schema</h1>
      <p>
        Roots: <a href="/schema/Query">Query</a>, <a href="/schema/Mutation">Mutation</a>,{" "}
        <a href="/schema/Subscription">Subscription</a>. Download the schema as{" "}
        <a href="/schema.graphql">SDL</a>.
      </p>
      <LoadedView loaded={types} label="the types">
        {(data) => <TypeTable types={data} />}
      </LoadedView>
    </>
  );
}

const columns: readonly Column<TypeSummary>[] = [
  {
    name: "Type",
    cell: ({ name }) => (
      <a href={`/schema/${name}`}>
        <code>{name}</code>
      </a>
    ),
  },
  { name: "Kind", cell: ({ kind, isEntity }) => (isEntity ? `${kind}, entity` : kind) },
  { name: "Description", cell: ({ summary }) => summary },
  {
    name: "Subgraphs",
    cell: ({ subgraphs }) =>
      subgraphs.map((name) => (
        <>
          <Pill key={name}>{name}</Pill>{" "}
        </>
      )),
  },
  { name: "Fields", cell: ({ fields }) => fields, isNumber: true },
];

function TypeTable({ types }: { types: readonly TypeSummary[] }) {
  const [subgraph, setSubgraph] = useState("");
  const [kind, setKind] = useState("");
  const subgraphs = [...new Set(types.flatMap((type) => type.subgraphs))].toSorted();
  const kinds = [...new Set(types.map((type) => type.kind))].toSorted();
  const rows = types.filter(
    (type) =>
      (subgraph === "" || type.subgraphs.includes(subgraph)) &&
      (kind === "" || type.kind === kind || (kind === "entity" && type.isEntity)),
  );
  return (
    <DataTable
      caption="Types"
      columns={columns}
      rows={rows}
      keyOf={({ name }) => name}
      textOf={({ name, summary, kind: one }) => `${name} ${summary} ${one}`}
      filters={
        <>
          <label>
            Subgraph{" "}
            <select value={subgraph} onChange={(event) => setSubgraph(event.currentTarget.value)}>
              <option value="">All</option>
              {subgraphs.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <label>
            Kind{" "}
            <select value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
              <option value="">All</option>
              <option value="entity">entity</option>
              {kinds.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        </>
      }
    />
  );
}
