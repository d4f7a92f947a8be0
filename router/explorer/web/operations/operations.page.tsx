import { useEffect, useState } from "preact/hooks";
import type { AreaDocs, OperationDocs, OperationSummary, PersistedDocs } from "../../data/docs.types.ts";
import { useData } from "../data/load.ts";
import { LoadedView } from "../reference/loaded-view.tsx";
import { place } from "../shell/location.ts";
import { useSignal } from "../state/signal.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import type { Column } from "../ui/table.tsx";

type Row = OperationSummary & PersistedDocs;

export function Page() {
  const areas = useData<readonly AreaDocs[]>("operations.json");
  const persisted = useData<readonly PersistedDocs[]>("persisted.json");
  return (
    <>
      <h1>Stored operations</h1>
      <p>
        The GraphQL documents of every REST path and agent tool. With trusted documents, a client can send the
        ID instead of the text.
      </p>
      <LoadedView loaded={areas} label="the operations">
        {(data) => (
          <LoadedView loaded={persisted} label="the documents">
            {(documents) => <Operations areas={data} documents={documents} />}
          </LoadedView>
        )}
      </LoadedView>
    </>
  );
}

const columns: readonly Column<Row>[] = [
  {
    name: "Operation",
    cell: ({ name }) => (
      <a href={`/operations#${name}`}>
        <code>{name}</code>
      </a>
    ),
  },
  { name: "Kind", cell: ({ kind }) => kind },
  {
    name: "Used by",
    cell: ({ name, rest, tool }) => (
      <>
        {rest && (
          <div>
            <a href={`/rest/${name}`}>
              {rest.method} {rest.path}
            </a>
          </div>
        )}
        {tool && (
          <div>
            <a href={`/tools/${tool.name}`}>{tool.name}</a>
          </div>
        )}
      </>
    ),
  },
  { name: "Subgraph", cell: ({ subgraph }) => subgraph },
  { name: "Fields", cell: ({ fields }) => fields, isNumber: true },
  {
    name: "Id",
    cell: ({ hash }) => (
      <>
        <code title={hash}>{hash.slice(0, 10)}…</code> <CopyButton text={`sha256:${hash}`} />
      </>
    ),
  },
];

function Operations({
  areas,
  documents,
}: {
  areas: readonly AreaDocs[];
  documents: readonly PersistedDocs[];
}) {
  const { hash } = useSignal(place);
  const [kind, setKind] = useState("");
  const byName = new Map(documents.map((document) => [document.name, document]));
  const rows = areas
    .flatMap(({ operations }) => operations)
    .map((operation): Row => ({ ...operation, ...byName.get(operation.name)! }))
    .filter((row) => kind === "" || row.kind === kind);
  const chosen = rows.find(({ name }) => `#${name}` === hash);
  return (
    <>
      {chosen && <StoredDocument key={chosen.name} name={chosen.name} />}
      <DataTable
        caption="Stored operations"
        columns={columns}
        rows={rows}
        keyOf={({ name }) => name}
        textOf={({ name, summary, hash: id, rest, tool }) =>
          [name, summary, id, rest?.path, tool?.name].join(" ")
        }
        filters={
          <label>
            Kind{" "}
            <select value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
              <option value="">All</option>
              <option>query</option>
              <option>mutation</option>
            </select>
          </label>
        }
      />
    </>
  );
}

/** The chosen operation's text. */
function StoredDocument({ name }: { name: string }) {
  const loaded = useData<OperationDocs>(`operations/${name}.json`);
  useEffect(() => document.getElementById("chosen")?.scrollIntoView({ block: "nearest" }), []);
  return (
    <section id="chosen" aria-labelledby="chosen-title">
      <h2 id="chosen-title">{name}</h2>
      <LoadedView loaded={loaded} label={name}>
        {({ description, document, hash }) => (
          <>
            <p>{description}</p>
            <p>
              Id: <code>sha256:{hash}</code>
            </p>
            <CodeBlock label={`Document of ${name}`} language="GraphQL" code={document} />
            <p>
              <a class="button" href={`/console?op=${name}`}>
                Open in the console
              </a>
            </p>
          </>
        )}
      </LoadedView>
    </section>
  );
}
