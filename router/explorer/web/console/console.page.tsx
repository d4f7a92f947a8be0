import { useEffect, useMemo, useState } from "preact/hooks";
import type { OperationDocs } from "../../data/docs.types.ts";
import { loadData } from "../data/load.ts";
import { samplesOf, samplesOfDocument, type Sample } from "../samples/samples.ts";
import { session } from "../session/session.ts";
import type { Identity } from "../session/identity.ts";
import { place } from "../shell/location.ts";
import { useSignal } from "../state/signal.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { ConfirmMutation } from "./confirm-mutation.tsx";
import { draft, lastOutcome, opened, openOperation } from "./console-state.ts";
import { EditorPane } from "./editor-pane.tsx";
import { NotReadable, readHeaders, readObject } from "./read-document.ts";
import { RefusalNote } from "./refusal-note.tsx";
import { ResultPanels } from "./result-panels.tsx";
import { RunBar } from "./run-bar.tsx";
import { useEstimate, useGraph } from "./use-graph.ts";
import { useRun } from "./use-run.ts";
import type { Draft } from "./run-operation.ts";
import "../styles/console.css";

/** The GraphQL console: document, identity, estimate, result and plan. */
export function Page() {
  const current = useSignal(draft);
  const outcome = useSignal(lastOutcome);
  const identity = useSignal(session.identity);
  const source = useSignal(opened);
  const [isWriting, setWriting] = useState(false);
  const { graph, failure } = useGraph(isWriting);
  const expected = useEstimate(graph, current.document, current.operationName);
  const running = useRun();
  const [tab, setTab] = useState("Response");
  const linkFault = useDeepLink();
  const samples = useMemo(() => samplesNow(current, identity, source), [current, identity, source]);
  const runAs = (able: Identity) => {
    session.actAs(able.id);
    running.run(able);
  };
  return (
    <div class="console">
      <h1>Console</h1>
      <RunBar
        document={current.document}
        operationName={current.operationName}
        estimate={expected}
        outcome={outcome}
        running={running}
      />
      {running.pending && (
        <ConfirmMutation
          fields={running.pending.fields}
          as={running.pending.as.name}
          onConfirm={running.confirm}
          onCancel={running.cancel}
        />
      )}
      {linkFault && <ErrorNote title="This operation could not be opened" message={linkFault} />}
      {failure && <ErrorNote title="The schema could not be loaded" message={failure} />}
      {running.notice && <ErrorNote title="The request failed" message={running.notice} />}
      {outcome && <RefusalNote outcome={outcome} rules={expected?.rules ?? []} onRunAs={runAs} />}
      <div class="console-panes">
        <EditorPane
          draft={current}
          schema={graph?.schema ?? null}
          onFocus={() => setWriting(true)}
          onRun={() => running.run()}
        />
        <section class="console-result" aria-label="Result">
          <ResultPanels outcome={outcome} samples={samples} selected={tab} onSelect={setTab} />
        </section>
      </div>
    </div>
  );
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
    loadData<OperationDocs>(`operations/${name}.json`).then(openOperation, (error: Error) =>
      setFault(error.message),
    );
  }, [name]);
  return fault;
}

/** Samples: all doors for an unchanged stored operation, else the GraphQL document. */
function samplesNow(current: Draft, identity: Identity, source: OperationDocs | null): Sample[] {
  const caller = { identity, baseUrl: window.location.origin };
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
