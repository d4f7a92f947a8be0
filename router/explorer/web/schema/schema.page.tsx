import { useMemo } from "preact/hooks";
import type { TypeSummary } from "../../data/docs.types.ts";
import { useData } from "../data/load.ts";
import { Choice } from "../reference/list-filters.tsx";
import { LoadedView } from "../reference/loaded-view.tsx";
import { useUrlState } from "../state/url-state.ts";
import { RowList } from "../ui/row-list.tsx";

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
        {(data) => <TypeList types={data} />}
      </LoadedView>
    </>
  );
}

/** Groups of the list, in its order. A type belongs to the first that fits. */
const sections: readonly { id: string; title: string; holds(type: TypeSummary): boolean }[] = [
  { id: "roots", title: "Roots", holds: ({ name }) => roots.has(name) },
  { id: "entities", title: "Entities", holds: ({ isEntity }) => isEntity },
  { id: "objects", title: "Objects", holds: ({ kind }) => kind === "object" },
  { id: "interfaces", title: "Interfaces", holds: ({ kind }) => kind === "interface" },
  { id: "unions", title: "Unions", holds: ({ kind }) => kind === "union" },
  { id: "inputs", title: "Inputs", holds: ({ kind }) => kind === "input" },
  { id: "enums", title: "Enums", holds: ({ kind }) => kind === "enum" },
  { id: "scalars", title: "Scalars", holds: ({ kind }) => kind === "scalar" },
];

const roots = new Set(["Query", "Mutation", "Subscription"]);

function TypeList({ types }: { types: readonly TypeSummary[] }) {
  const [subgraph, setSubgraph] = useUrlState("subgraph");
  const subgraphs = [...new Set(types.flatMap((type) => type.subgraphs))].toSorted();
  const groups = useMemo(() => {
    const shown = types.filter((type) => subgraph === "" || type.subgraphs.includes(subgraph));
    const sectionOf = (type: TypeSummary) => sections.find(({ holds }) => holds(type))?.id;
    const bySection = Map.groupBy(shown, sectionOf);
    return sections.map(({ id, title }) => ({ id, title, rows: bySection.get(id) ?? [] }));
  }, [types, subgraph]);
  return (
    <RowList
      label="Types"
      groups={groups}
      keyOf={({ name }) => name}
      textOf={({ name, summary, kind }) => `${name} ${summary} ${kind}`}
      filters={<Choice label="Subgraph" value={subgraph} onChange={setSubgraph} options={subgraphs} />}
    >
      {(type) => <TypeRow type={type} />}
    </RowList>
  );
}

function TypeRow({ type: { name, kind, summary, fields, subgraphs } }: { type: TypeSummary }) {
  return (
    <a class="row" href={`/schema/${name}`}>
      <span class="method method-kind">{kind}</span>
      <code class="row-name">{name}</code>
      <span class="row-note">{summary}</span>
      <span class="row-facts">
        <span>{subgraphs.join(", ")}</span>
        <span>{fields > 0 && `${fields} fields`}</span>
      </span>
    </a>
  );
}
