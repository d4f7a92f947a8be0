import { useState } from "preact/hooks";
import type { GraphDocs, GraphEdge, GraphView } from "../../graph/graph.types.ts";
import { useData } from "../data/load.ts";
import { DataTable } from "../ui/data-table.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Pill } from "../ui/pill.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { GraphDrawing } from "./graph-drawing.tsx";
import "../styles/graph.css";

type ViewName = Exclude<keyof GraphDocs, "nodeHeight">;

const views: readonly { name: ViewName; label: string; note: string }[] = [
  {
    name: "entities",
    label: "Only entities",
    note: "Entities (types with a @key) and the fields that connect them.",
  },
  {
    name: "crossing",
    label: "Only cross-subgraph",
    note: "Types with fields that lead from one subgraph to another.",
  },
  { name: "all", label: "All types", note: "All object types. Select one to see its fields." },
];

/** The graph of types, as a drawing and as a list. */
export function Page() {
  const loaded = useData<GraphDocs>("graph.json");
  const [name, setName] = useState<ViewName>("entities");
  return (
    <>
      <h1>Graph</h1>
      {loaded.state === "loading" && <Spinner label="Loading the graph" />}
      {loaded.state === "failed" && (
        <ErrorNote title="The graph could not be loaded" message={loaded.message} />
      )}
      {loaded.state === "ready" && (
        <>
          <fieldset class="graph-choice">
            <legend>Show</legend>
            {views.map((view) => (
              <label key={view.name}>
                <input
                  type="radio"
                  name="view"
                  checked={view.name === name}
                  onChange={() => setName(view.name)}
                />{" "}
                {view.label}
              </label>
            ))}
          </fieldset>
          <p>{views.find((view) => view.name === name)!.note}</p>
          <GraphDrawing view={loaded.data[name]} nodeHeight={loaded.data.nodeHeight} />
          <Joins view={loaded.data[name]} />
        </>
      )}
    </>
  );
}

/** The graph as text, for screen readers and for searching in the page. */
function Joins({ view }: { view: GraphView }) {
  return (
    <>
      <h2>List</h2>
      <DataTable<GraphEdge>
        caption="Fields that connect types"
        columns={[
          { name: "From", cell: ({ from }) => <a href={`/schema/${from}`}>{from}</a> },
          { name: "By", cell: ({ fields }) => <code>{fields.join(", ")}</code> },
          { name: "To", cell: ({ to }) => <a href={`/schema/${to}`}>{to}</a> },
          { name: "Resolved by", cell: ({ subgraph }) => subgraph ?? "several" },
          {
            name: "Crosses",
            cell: ({ isCrossing }) => (isCrossing ? <Pill tone="accent">crosses</Pill> : ""),
          },
        ]}
        rows={view.edges}
        keyOf={({ from, to }) => `${from} ${to}`}
        textOf={({ from, fields, to, subgraph }) => `${from} ${fields.join(" ")} ${to} ${subgraph ?? ""}`}
      />
    </>
  );
}
