import { useState } from "preact/hooks";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IdChip } from "../../ui/id-chip.tsx";
import { Table } from "../../ui/table.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { Panel } from "../panel.tsx";
import type { Action } from "../use-action.ts";
import { usePanel } from "../use-panel.ts";
import { download } from "../usage/csv.ts";
import { numberWords } from "../words.ts";
import type { AuditEntry, AuditFile, AuditPage } from "./audit.types.ts";

interface EntriesPanelProps {
  filter: Record<string, string>;
  action: Action;
  /** Removes the filters. */
  onClear(): void;
}

/** Entries of the account's audit log by pages, newest first, and their export. */
export function EntriesPanel({ filter, action, onClear }: EntriesPanelProps) {
  // Cursors of the pages before the shown one; the first page has none.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const after = cursors.at(-1);
  const variables = { ...filter, limit: 50, ...(after === undefined ? {} : { after }) };
  const [state] = usePanel<AuditPage>("AccountAuditLog", variables);
  return (
    <Panel
      name="AccountAuditLog"
      variables={variables}
      state={state}
      tools={<ExportButtons filter={filter} action={action} />}
    >
      {({ entries, nextCursor }) => (
        <>
          <EntryTable entries={entries} onClear={Object.keys(filter).length > 0 ? onClear : null} />
          <div class="buttons">
            <button
              type="button"
              disabled={cursors.length === 0}
              onClick={() => setCursors(cursors.slice(0, -1))}
            >
              Newer entries
            </button>
            <button
              type="button"
              disabled={nextCursor === null}
              onClick={() => nextCursor !== null && setCursors([...cursors, nextCursor])}
            >
              Older entries
            </button>
          </div>
        </>
      )}
    </Panel>
  );
}

/** Saves what the filter finds. One file has up to 2,000 entries; more of them follow as further files. */
function ExportButtons({ filter, action }: Pick<EntriesPanelProps, "filter" | "action">) {
  const save = async (format: "csv" | "jsonl") => {
    let after: string | null = null;
    do {
      const variables: Record<string, string> = { ...filter, format, ...(after === null ? {} : { after }) };
      const done = "The audit log was exported.";
      const file: AuditFile | null = await action.run<AuditFile>("AccountAuditFile", variables, done);
      if (file === null) return;
      download(file.filename, file.content, file.contentType);
      after = file.nextCursor;
    } while (after !== null);
  };
  return (
    <>
      <button type="button" class="small-button" disabled={action.isRunning} onClick={() => void save("csv")}>
        Export CSV
      </button>
      <button
        type="button"
        class="small-button"
        disabled={action.isRunning}
        onClick={() => void save("jsonl")}
      >
        Export JSON Lines
      </button>
    </>
  );
}

function EntryTable({ entries, onClear }: { entries: readonly AuditEntry[]; onClear: (() => void) | null }) {
  return (
    <>
      <p>{numberWords(entries.length)} entries on this page.</p>
      <Table
        caption="Audit log"
        rows={entries}
        keyOf={({ id }) => id}
        columns={[
          { name: "Time", cell: ({ at }) => <TimeAgo at={at} /> },
          { name: "Action", cell: ({ action }) => <code>{action}</code> },
          {
            name: "By",
            cell: ({ actor }) => (
              <>
                {actor.type.replaceAll("_", " ")} <IdChip id={actor.id} />
              </>
            ),
          },
          { name: "Object", cell: ({ target }) => target.id !== null && <IdChip id={target.id} /> },
          { name: "App", cell: ({ appId }) => appId ?? "" },
          { name: "Address", cell: ({ ip }) => ip ?? "" },
          { name: "Outcome", cell: ({ outcome, code }) => (code === null ? outcome : `${outcome}: ${code}`) },
        ]}
        empty={
          <EmptyState title="No entries">
            {onClear ? (
              <>
                <p>Nothing in this account matches the filters.</p>
                <button type="button" onClick={onClear}>
                  Clear the filters
                </button>
              </>
            ) : (
              <>
                <p>Sign-ins, keys, members and changes of settings appear here.</p>
                <a class="button" href="/keys/new">
                  Create an API key
                </a>
              </>
            )}
          </EmptyState>
        }
      />
    </>
  );
}
