import { durationWords } from "../session/meter.ts";
import { Table } from "../ui/table.tsx";
import type { FetchReport, PlanReport } from "./plan-steps.ts";

/** Duration of a run: planning, each fetch in the order of its start, and the total. */
export function TimingPanel({ plan }: { plan: PlanReport }) {
  const fetches = plan.fetches.toSorted((one, other) => one.startedAtMs - other.startedAtMs);
  const rows = fetches.map((report, index) => ({ report, index }));
  return (
    <>
      <p>
        Total {durationWords(plan.totalMs)}, planning{" "}
        {plan.cached ? "cached" : durationWords(plan.planningMs)}.
      </p>
      <Table<{ report: FetchReport; index: number }>
        caption="Fetches by start"
        columns={[
          { name: "Subgraph", cell: ({ report }) => report.subgraph },
          { name: "Path", cell: ({ report }) => <code>{report.path === "" ? "(root)" : report.path}</code> },
          { name: "Starts at", isNumber: true, cell: ({ report }) => durationWords(report.startedAtMs) },
          { name: "Takes", isNumber: true, cell: ({ report }) => durationWords(report.durationMs) },
          { name: "Entities", isNumber: true, cell: ({ report }) => report.entities ?? "" },
        ]}
        rows={rows}
        keyOf={({ index }) => String(index)}
        empty={<p class="muted">The router resolved this without a subgraph.</p>}
      />
    </>
  );
}
