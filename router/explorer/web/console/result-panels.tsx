import { useMemo } from "preact/hooks";
import { JsonView } from "../response/json-view.tsx";
import { loadCharts } from "../response/load-charts.ts";
import { ListTables } from "../response/list-table.tsx";
import { listTables, type ListTable } from "../response/list-tables.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { LoadedPart } from "../ui/loaded-part.tsx";
import { Table } from "../ui/table.tsx";
import { Tabs } from "../ui/tabs.tsx";
import type { Sample } from "../samples/samples.ts";
import { PlanPanel } from "./plan-panel.tsx";
import { planOf } from "./plan-steps.ts";
import type { Outcome } from "./run-operation.ts";
import { TimingPanel } from "./timing-panel.tsx";

interface ResultPanelsProps {
  outcome: Outcome | null;
  samples: readonly Sample[];
  selected: string;
  onSelect(name: string): void;
}

/** Result of a run: response, its lists as tables, plan, timing, headers and sample code. */
export function ResultPanels({ outcome, samples, selected, onSelect }: ResultPanelsProps) {
  return (
    <Tabs
      label="Result"
      selected={selected}
      onSelect={onSelect}
      tabs={[
        { name: "Response", content: <ResponsePanel outcome={outcome} /> },
        { name: "Plan", content: <PlanTab outcome={outcome} /> },
        { name: "Timing", content: <TimingTab outcome={outcome} /> },
        { name: "Table", content: <TableTab outcome={outcome} /> },
        { name: "Chart", content: <ChartTab outcome={outcome} /> },
        { name: "Headers", content: <HeadersPanel outcome={outcome} /> },
        { name: "Copy as", content: <CopyPanel samples={samples} /> },
      ]}
    />
  );
}

function ResponsePanel({ outcome }: { outcome: Outcome | null }) {
  if (!outcome) {
    return (
      <EmptyState title="No response yet">
        <p>
          Press <kbd>Ctrl</kbd>+<kbd>Enter</kbd> in the editor, or choose Run.
        </p>
      </EmptyState>
    );
  }
  if (outcome.events === null) return <ResponseView body={outcome.body} />;
  return (
    <>
      <p role="status">
        {outcome.events.length === 0
          ? "Subscribed. No events yet."
          : `${outcome.events.length} ${outcome.events.length === 1 ? "event" : "events"}, newest first.`}
      </p>
      <ol class="events" reversed>
        {outcome.events.toReversed().map(({ at, result }, index) => (
          <li key={`${at} ${index}`}>
            <time dateTime={at}>{at.slice(11, 23)}</time>
            <CodeBlock code={pretty(result)} label={`Event at ${at}`} language="JSON" />
          </li>
        ))}
      </ol>
    </>
  );
}

function ResponseView({ body }: { body: unknown }) {
  const shown = useMemo(() => withoutPlan(body), [body]);
  return <JsonView value={shown} label="Response" />;
}

function useTables(outcome: Outcome | null): ListTable[] {
  const body = outcome?.body;
  return useMemo(() => listTables((body as { data?: unknown } | null | undefined)?.data), [body]);
}

function TableTab({ outcome }: { outcome: Outcome | null }) {
  const tables = useTables(outcome);
  if (tables.length > 0) return <ListTables tables={tables} />;
  return <EmptyState title={outcome ? "The response has no list of objects" : "No response yet"} />;
}

function ChartTab({ outcome }: { outcome: Outcome | null }) {
  const tables = useTables(outcome);
  if (tables.length > 0) return <LoadedPart load={loadCharts} label="the chart" props={{ tables }} />;
  return <EmptyState title={outcome ? "The response has no list of objects" : "No response yet"} />;
}

function TimingTab({ outcome }: { outcome: Outcome | null }) {
  const plan = outcome ? planOf(outcome.extensions) : null;
  return plan ? <TimingPanel plan={plan} /> : <EmptyState title="No timing" />;
}

function PlanTab({ outcome }: { outcome: Outcome | null }) {
  const plan = outcome ? planOf(outcome.extensions) : null;
  if (plan) return <PlanPanel plan={plan} />;
  return (
    <EmptyState title="No query plan">
      <p>
        {outcome
          ? "The response has no plan. Subscriptions have none, and in production only administrators see plans."
          : "Run an operation to see its subgraph queries and their duration."}
      </p>
    </EmptyState>
  );
}

function HeadersPanel({ outcome }: { outcome: Outcome | null }) {
  return (
    <Table
      caption="Response headers"
      columns={[
        { name: "Header", cell: ([name]) => <code>{name}</code> },
        { name: "Value", cell: ([, value]) => <code>{value}</code> },
      ]}
      rows={outcome?.headers ?? []}
      keyOf={([name]) => name}
      empty={<EmptyState title="No headers yet" />}
    />
  );
}

function CopyPanel({ samples }: { samples: readonly Sample[] }) {
  if (samples.length === 0) return <EmptyState title="Correct the document to copy it as a request" />;
  return (
    <Tabs
      label="Copy as"
      tabs={samples.map(({ name, code, language }) => ({
        name,
        content: <CodeBlock code={code} label={`Request as ${name}`} language={language} />,
      }))}
    />
  );
}

/** The plan has a tab of its own. */
function withoutPlan(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("extensions" in body)) return body;
  const { extensions, ...rest } = body as { extensions: Record<string, unknown> };
  const { plan: _, ...others } = extensions;
  return Object.keys(others).length > 0 ? { ...rest, extensions: others } : rest;
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
