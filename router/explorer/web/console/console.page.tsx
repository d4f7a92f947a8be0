import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { OperationDocs } from "../../data/docs.types.ts";
import { loadData } from "../data/load.ts";
import { ExampleIdentity } from "../reference/example-identity.tsx";
import { signedNow } from "../samples/sign-example.ts";
import { samplesOf, samplesOfDocument, type Sample } from "../samples/samples.ts";
import { account } from "../session/account.ts";
import { session } from "../session/session.ts";
import type { Identity } from "../session/identity.ts";
import { navigate, place } from "../shell/location.ts";
import { useSignal } from "../state/signal.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { ConfirmMutation } from "./confirm-mutation.tsx";
import {
  changeLayout,
  draft,
  lastOutcome,
  openDocument,
  opened,
  openOperation,
  workspace,
} from "./console-state.ts";
import { DocsPane } from "./docs-pane.tsx";
import { EditorPane } from "./editor-pane.tsx";
import { NotReadable, readHeaders, readObject } from "./read-document.ts";
import { RefusalNote } from "./refusal-note.tsx";
import { ResultPanels } from "./result-panels.tsx";
import { RunBar } from "./run-bar.tsx";
import { Splitter } from "./splitter.tsx";
import { TabStrip } from "./tab-strip.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useEstimate, useGraph } from "./use-graph.ts";
import { useRun } from "./use-run.ts";
import type { Draft } from "./run-operation.ts";
import { isShareFragment, NotShareable, readFragment } from "./workspace/share-link.ts";
import { activeTab, percent } from "./workspace/workspace.ts";
import "../styles/console.css";

/** The GraphQL console: document, identity, estimate, result and plan. */
export function Page() {
  const current = useSignal(draft);
  const outcome = useSignal(lastOutcome);
  const identity = useSignal(session.identity);
  const source = useSignal(opened);
  const space = useSignal(workspace);
  const [isWriting, setWriting] = useState(false);
  const { graph, failure } = useGraph(isWriting || space.isDocsOpen);
  const expected = useEstimate(graph, current.document, current.operationName);
  const running = useRun();
  const [tab, setTab] = useState("Response");
  const linkFault = useDeepLink();
  const shared = useSharedLink();
  useSource(activeTab(space).source);
  const accountId = useSignal(account);
  const samples = useMemo(
    () => samplesNow(current, { identity, accountId }, source),
    [current, identity, accountId, source],
  );
  const runAs = (able: Identity) => {
    session.actAs(able.id);
    running.run(able);
  };
  return (
    <div class="console">
      <h1>Console</h1>
      <div class="console-head">
        <TabStrip />
        <Toolbar />
      </div>
      <RunBar
        document={current.document}
        operationName={current.operationName}
        estimate={expected}
        outcome={outcome}
        running={running}
      />
      {source?.document === current.document && <ExampleIdentity run={source.exampleRun} />}
      {running.pending && (
        <ConfirmMutation
          fields={running.pending.fields}
          as={running.pending.as.name}
          onConfirm={running.confirm}
          onCancel={running.cancel}
        />
      )}
      {linkFault && <ErrorNote title="This operation could not be opened" message={linkFault} />}
      {shared && <p class={`note ${shared.isFault ? "note-bad" : "note-warn"}`}>{shared.words}</p>}
      {failure && <ErrorNote title="The schema could not be loaded" message={failure} />}
      {running.notice && <ErrorNote title="The request failed" message={running.notice} />}
      {outcome && <RefusalNote outcome={outcome} rules={expected?.rules ?? []} onRunAs={runAs} />}
      <Panes
        docs={space.isDocsOpen ? <DocsPane schema={graph?.schema ?? null} /> : null}
        editor={
          <EditorPane
            draft={current}
            schema={graph?.schema ?? null}
            onFocus={() => setWriting(true)}
            onRun={() => running.run()}
          />
        }
        result={
          <section class="console-result" aria-label="Result">
            <ResultPanels outcome={outcome} samples={samples} selected={tab} onSelect={setTab} />
          </section>
        }
      />
    </div>
  );
}

interface PanesProps {
  docs: ComponentChildren;
  editor: ComponentChildren;
  result: ComponentChildren;
}

/** Docs, editor and result beside each other, with bars that resize them. Narrow windows stack them. */
function Panes({ docs, editor, result }: PanesProps) {
  const { sizes } = useSignal(workspace);
  const frame = useRef<HTMLDivElement>(null);
  const hasDocs = docs !== null;
  const room = hasDocs ? 100 - sizes.docs : 100;
  const first = (room * sizes.editor) / 100;
  const columns = `minmax(0, ${first}fr) auto minmax(0, ${room - first}fr)`;
  const all = hasDocs ? `minmax(0, ${sizes.docs}fr) auto ${columns}` : columns;
  useLayoutEffect(() => frame.current!.style.setProperty("--console-columns", all), [all]);
  return (
    <div class="console-panes" ref={frame}>
      {docs}
      {hasDocs && (
        <Splitter
          label="Width of the docs"
          value={sizes.docs}
          onChange={(value) => changeLayout({ sizes: { ...sizes, docs: percent(value, sizes.docs) } })}
        />
      )}
      {editor}
      <Splitter
        label="Width of the editor"
        value={sizes.editor}
        onChange={(value) => changeLayout({ sizes: { ...sizes, editor: percent(value, sizes.editor) } })}
      />
      {result}
    </div>
  );
}

/** Opens the document of a shared link in a new tab. It does not run: the reader does that. */
function useSharedLink(): { words: string; isFault: boolean } | null {
  const { hash, query } = useSignal(place);
  const [said, setSaid] = useState<{ words: string; isFault: boolean } | null>(null);
  useEffect(() => {
    if (!isShareFragment(hash)) return;
    const open = async () => {
      try {
        openDocument(await readFragment(hash));
        setSaid({ words: "Opened from a link. Read it before you run it.", isFault: false });
      } catch (error) {
        if (!(error instanceof NotShareable)) throw error;
        setSaid({ words: error.message, isFault: true });
      }
    };
    void open();
    // A reload must not open it again.
    navigate(`/console${query}`, { replace: true });
  }, [hash]);
  return said;
}

/** Loads the stored operation that the open tab comes from, for its samples. */
function useSource(name: string | null): void {
  useEffect(() => {
    if (name === null || opened.value?.name === name) return;
    let isCurrent = true;
    loadData<OperationDocs>(`operations/${name}.json`).then(
      (docs) => isCurrent && opened.set(docs),
      // Without it the samples are those of the document.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [name]);
}

/** Opens the stored operation in the `?op=` parameter. Returns an error message on failure. */
function useDeepLink(): string | null {
  const { query } = useSignal(place);
  const name = new URLSearchParams(query).get("op");
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    setFault(null);
    if (name === null || opened.value?.name === name) return;
    if (!/^\w+$/.test(name)) return setFault(`${name} is not the name of an operation.`);
    loadData<OperationDocs>(`operations/${name}.json`)
      .then((docs) => signedNow(docs))
      .then(openOperation, (error: Error) => setFault(error.message));
  }, [name]);
  return fault;
}

/** Samples: all doors for an unchanged stored operation, else the GraphQL document. */
function samplesNow(
  current: Draft,
  acting: { identity: Identity; accountId: string | null },
  source: OperationDocs | null,
): Sample[] {
  const caller = { ...acting, baseUrl: window.location.origin };
  try {
    const variables = readObject(current.variables, "variables");
    const appId = readHeaders(current.headers)["x-app-id"] ?? null;
    const isStored = source !== null && source.document === current.document;
    const isAsShown =
      isStored && JSON.stringify(variables) === JSON.stringify(source.example?.variables ?? {});
    if (isAsShown) return samplesOf(source, caller);
    return samplesOfDocument({ document: current.document, variables, appId }, caller);
  } catch (error) {
    if (error instanceof NotReadable) return [];
    throw error;
  }
}
