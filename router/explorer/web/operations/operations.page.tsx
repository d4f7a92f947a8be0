import { useEffect, useMemo, useState } from "preact/hooks";
import type { ListedArea, OperationDocs, ListedOperation, PersistedList } from "../../data/docs.types.ts";
import { useData } from "../data/load.ts";
import { Choice } from "../reference/list-filters.tsx";
import { LoadedView } from "../reference/loaded-view.tsx";
import { useAreas } from "../reference/use-areas.ts";
import { place } from "../shell/location.ts";
import { useSignal } from "../state/signal.ts";
import { useUrlState } from "../state/url-state.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { RowList } from "../ui/row-list.tsx";

type Row = ListedOperation & { hash: string; fields: number };

export function Page() {
  const areas = useAreas();
  const persisted = useData<PersistedList>("persisted-list.json");
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

function Operations({ areas, documents }: { areas: readonly ListedArea[]; documents: PersistedList }) {
  const { hash } = useSignal(place);
  const [kind, setKind] = useUrlState("kind");
  const groups = useMemo(() => groupsOf(areas, documents, kind), [areas, documents, kind]);
  // The list waits for the document above it that the address asks for, so that it does not move.
  const [isReady, setReady] = useState(hash === "");
  const chosen = areas.flatMap(({ operations }) => operations).find(({ name }) => `#${name}` === hash);
  return (
    <>
      {chosen && <StoredDocument key={chosen.name} name={chosen.name} onEnd={() => setReady(true)} />}
      {(isReady || !chosen) && (
        <RowList
          label="Stored operations"
          groups={groups}
          keyOf={({ name }) => name}
          textOf={({ name, summary, hash: id, rest, tool }) =>
            [name, summary, id, rest?.path, tool?.name].join(" ")
          }
          filters={<Choice label="Kind" value={kind} onChange={setKind} options={["query", "mutation"]} />}
        >
          {(row) => <StoredRow row={row} />}
        </RowList>
      )}
    </>
  );
}

function groupsOf(areas: readonly ListedArea[], { hashes, fields }: PersistedList, kind: string) {
  let at = 0;
  return areas.map(({ area, title, operations }) => {
    const rows = operations.map((operation): Row => {
      const index = at++;
      return { ...operation, hash: hashes[index]!, fields: fields[index]! };
    });
    return { id: area, title, rows: rows.filter((row) => kind === "" || row.kind === kind) };
  });
}

function StoredRow({ row: { name, kind, summary, fields, hash, subgraph } }: { row: Row }) {
  return (
    <a class="row" href={`/operations#${name}`}>
      <span class={`method method-${kind === "query" ? "READ" : "WRITE"}`}>{kind}</span>
      <code class="row-name">{name}</code>
      <span class="row-note">{summary}</span>
      <span class="row-facts">
        <code>{hash}…</code>
        <span>{fields} fields</span>
        <span class={`row-subgraph subgraph-${subgraph}`}>{subgraph}</span>
      </span>
    </a>
  );
}

/** The chosen operation's text. */
function StoredDocument({ name, onEnd }: { name: string; onEnd(): void }) {
  const loaded = useData<OperationDocs>(`operations/${name}.json`);
  useEffect(() => {
    if (loaded.state !== "loading") onEnd();
  }, [loaded.state]);
  useEffect(() => document.getElementById("chosen")?.scrollIntoView({ block: "nearest" }), []);
  return (
    <section id="chosen" class="card chosen" aria-labelledby="chosen-title">
      <h2 id="chosen-title">{name}</h2>
      <LoadedView loaded={loaded} label={name}>
        {({ description, document, hash }) => (
          <>
            <p>{description}</p>
            <p>
              Id: <code>sha256:{hash}</code> <CopyButton text={`sha256:${hash}`} />
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
