import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { PanelDocs } from "../../data/panels.types.ts";
import { useData } from "../data/load.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { FaultNote } from "./fault-note.tsx";
import type { PanelState } from "./use-panel.ts";
import "../styles/account.css";

interface PanelProps<T> {
  /** The operation that the panel sends. */
  name: string;
  variables?: Record<string, unknown>;
  /** Heading. Defaults to the title in the documentation data. */
  title?: string;
  state: PanelState<T>;
  /** Buttons and fields beside the heading. */
  tools?: ComponentChildren;
  children(value: T): ComponentChildren;
}

/** Dashboard panel: the data of a stored operation, and the operation itself. */
export function Panel<T>({ name, variables = {}, title, state, tools, children }: PanelProps<T>) {
  const panels = useData<Record<string, PanelDocs>>("panels.json");
  const docs = panels.state === "ready" ? panels.data[name] : undefined;
  const heading = title ?? docs?.title ?? "";
  const [isOpen, setOpen] = useState(false);
  return (
    <section class="panel" aria-label={heading}>
      <div class="panel-head">
        <h2>{heading}</h2>
        <div class="panel-tools">
          {tools}
          <ShowQuery heading={heading} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        </div>
      </div>
      {isOpen && docs && (
        <PanelQuery name={name} heading={heading} document={docs.document} variables={variables} />
      )}
      {state.state === "loading" && <Spinner label="Loading" />}
      {state.state === "failed" && <FaultNote fault={state.fault} onRetry={state.retry} />}
      {state.state === "ready" && children(state.value)}
    </section>
  );
}

interface ShowQueryProps {
  heading: string;
  isOpen: boolean;
  onToggle(): void;
}

function ShowQuery({ heading, isOpen, onToggle }: ShowQueryProps) {
  return (
    <button
      type="button"
      class="small-button panel-show"
      aria-expanded={isOpen}
      aria-label={`${isOpen ? "Hide" : "Show"} query of ${heading}`}
      onClick={onToggle}
    >
      {isOpen ? "Hide query" : "Show query"}
    </button>
  );
}

interface PanelQueryProps {
  name: string;
  heading: string;
  document: string;
  variables: Record<string, unknown>;
}

function PanelQuery({ name, heading, document, variables }: PanelQueryProps) {
  return (
    <div class="panel-query">
      <CodeBlock label={`Query of ${heading}`} language="graphql" code={document} />
      {Object.keys(variables).length > 0 && (
        <CodeBlock
          label={`Variables of ${heading}`}
          language="json"
          code={JSON.stringify(variables, null, 2)}
        />
      )}
      <p>
        <a href={`/console?op=${name}`}>Open in the console</a>
      </p>
    </div>
  );
}
