import { creditWords, durationWords } from "../session/meter.ts";
import { lastCalls, type CallRecord } from "../session/send.ts";
import { useSignal } from "../state/signal.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Table, type Column } from "../ui/table.tsx";

const shown = 5;

const columns: readonly Column<CallRecord>[] = [
  { name: "Call", cell: ({ title }) => title },
  { name: "Door", cell: ({ door }) => door },
  { name: "As", cell: ({ as }) => as },
  { name: "Status", cell: ({ outcome }) => outcome, isNumber: true },
  { name: "Time", cell: ({ ms }) => durationWords(ms), isNumber: true },
  { name: "Credits", cell: ({ credits }) => credits && creditWords(credits.charged), isNumber: true },
];

/** Latest requests of this page. */
export function LastCalls() {
  const calls = useSignal(lastCalls).slice(0, shown);
  return (
    <>
      <h2>Your last requests</h2>
      <Table
        caption="Your last requests"
        columns={columns}
        rows={calls}
        keyOf={(call) => String(calls.indexOf(call))}
        empty={<EmptyState title="No requests yet. Run one above." />}
      />
    </>
  );
}
