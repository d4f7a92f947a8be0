import { useState } from "preact/hooks";
import { accessLine } from "../../access-words.ts";
import type { AreaDocs, OperationSummary } from "../../data/docs.types.ts";
import { useData } from "../data/load.ts";
import { LoadedView } from "../reference/loaded-view.tsx";
import { missingWords } from "../session/identity.ts";
import { session } from "../session/session.ts";
import { useSignal } from "../state/signal.ts";
import { DataTable } from "../ui/data-table.tsx";
import type { Column } from "../ui/table.tsx";

type Row = OperationSummary & { areaTitle: string };

export function Page() {
  const areas = useData<readonly AreaDocs[]>("operations.json");
  return (
    <>
      <h1>REST reference</h1>
      <p>
        Every path runs a stored operation, the same as GraphQL and the agent tool. Download the whole API as{" "}
        <a href="/openapi.json">OpenAPI 3.1</a>.
      </p>
      <LoadedView loaded={areas} label="the paths">
        {(data) => <RestTable areas={data} />}
      </LoadedView>
    </>
  );
}

const columns: readonly Column<Row>[] = [
  {
    name: "Path",
    cell: ({ name, rest }) => (
      <a href={`/rest/${name}`} class="route">
        <span class={`method method-${rest!.method}`}>{rest!.method}</span>
        <code>{rest!.path}</code>
      </a>
    ),
  },
  { name: "Description", cell: ({ summary }) => summary },
  { name: "Access", cell: ({ access }) => accessLine(access) },
  {
    name: "Tool",
    cell: ({ tool }) => tool && <a href={`/tools/${tool.name}`}>{tool.name}</a>,
  },
  { name: "Area", cell: ({ areaTitle }) => areaTitle },
];

function RestTable({ areas }: { areas: readonly AreaDocs[] }) {
  const identity = useSignal(session.identity);
  const [area, setArea] = useState("");
  const [origin, setOrigin] = useState("");
  const [isMine, setMine] = useState(false);
  const rows = areas
    .filter((one) => area === "" || one.area === area)
    .flatMap(({ title, operations }) => operations.map((operation) => ({ ...operation, areaTitle: title })))
    .filter(({ rest }) => rest !== null)
    .filter(({ documented }) => origin === "" || documented === (origin === "documented"))
    .filter(({ access }) => !isMine || missingWords(identity, access) === null);
  return (
    <DataTable
      caption="REST paths"
      columns={columns}
      rows={rows}
      keyOf={({ name }) => name}
      textOf={({ name, rest, summary, tool }) =>
        [rest!.method, rest!.path, ...rest!.others, name, summary, tool?.name].join(" ")
      }
      classOf={({ access }) => (missingWords(identity, access) === null ? undefined : "unreachable")}
      filters={
        <>
          <label>
            Area{" "}
            <select value={area} onChange={(event) => setArea(event.currentTarget.value)}>
              <option value="">All</option>
              {areas.map((one) => (
                <option key={one.area} value={one.area}>
                  {one.title}
                </option>
              ))}
            </select>
          </label>
          <label>
            Origin{" "}
            <select value={origin} onChange={(event) => setOrigin(event.currentTarget.value)}>
              <option value="">All</option>
              <option value="documented">Documented</option>
              <option value="extension">Extension</option>
            </select>
          </label>
          <label>
            <input
              type="checkbox"
              checked={isMine}
              onChange={(event) => setMine(event.currentTarget.checked)}
            />{" "}
            Allowed for {identity.name}
          </label>
        </>
      }
    />
  );
}
