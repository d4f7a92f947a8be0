import { useState } from "preact/hooks";
import { accessLine } from "../../access-words.ts";
import type { AreaDocs, OperationSummary } from "../../data/docs.types.ts";
import { useData } from "../data/load.ts";
import { LoadedView } from "../reference/loaded-view.tsx";
import { missingWords } from "../session/identity.ts";
import { session } from "../session/session.ts";
import { useSignal } from "../state/signal.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { DataTable } from "../ui/data-table.tsx";
import type { Column } from "../ui/table.tsx";

type Row = OperationSummary & { tool: NonNullable<OperationSummary["tool"]> };

export function Page() {
  const areas = useData<readonly AreaDocs[]>("operations.json");
  const url = `${window.location.origin}/mcp`;
  return (
    <>
      <h1>Agent tools</h1>
      <p>
        Agents call these tools through the Model Context Protocol at <code>{url}</code>, where{" "}
        <code>search_tools</code> finds the right tool, or as plain JSON at{" "}
        <code>/tools/&#123;name&#125;/call</code>.
      </p>
      <CodeBlock
        label="Agent configuration"
        code={JSON.stringify({ mcpServers: { hub: { type: "http", url } } }, null, 2)}
      />
      <LoadedView loaded={areas} label="the tools">
        {(data) => <ToolTable areas={data} />}
      </LoadedView>
    </>
  );
}

const columns: readonly Column<Row>[] = [
  {
    name: "Tool",
    cell: ({ tool }) => (
      <a href={`/tools/${tool.name}`}>
        <code>{tool.name}</code>
      </a>
    ),
  },
  { name: "Description", cell: ({ summary }) => summary },
  { name: "App", cell: ({ tool }) => tool.app },
  { name: "Access", cell: ({ access }) => accessLine(access) },
  { name: "Credits", cell: ({ access }) => access.cost && <code>{access.cost}</code> },
  {
    name: "REST twin",
    cell: ({ name, rest }) =>
      rest && (
        <a href={`/rest/${name}`}>
          {rest.method} {rest.path}
        </a>
      ),
  },
];

function ToolTable({ areas }: { areas: readonly AreaDocs[] }) {
  const identity = useSignal(session.identity);
  const [app, setApp] = useState("");
  const [isMine, setMine] = useState(false);
  const tools = areas
    .flatMap(({ operations }) => operations)
    .filter((row): row is Row => row.tool !== null)
    .toSorted((a, b) => (a.tool.name < b.tool.name ? -1 : 1));
  const apps = [...new Set(tools.map(({ tool }) => tool.app))].toSorted();
  const rows = tools
    .filter(({ tool }) => app === "" || tool.app === app)
    .filter(({ access }) => !isMine || missingWords(identity, access) === null);
  return (
    <DataTable
      caption="Agent tools"
      columns={columns}
      rows={rows}
      keyOf={({ tool }) => tool.name}
      textOf={({ tool, summary, access }) =>
        [tool.name, tool.app, tool.group, summary, access.scope, access.cost].join(" ")
      }
      classOf={({ access }) => (missingWords(identity, access) === null ? undefined : "unreachable")}
      filters={
        <>
          <label>
            App{" "}
            <select value={app} onChange={(event) => setApp(event.currentTarget.value)}>
              <option value="">All</option>
              {apps.map((name) => (
                <option key={name}>{name}</option>
              ))}
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
