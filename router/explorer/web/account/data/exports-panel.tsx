import { useState } from "preact/hooks";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Table } from "../../ui/table.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Panel } from "../panel.tsx";
import type { Action } from "../use-action.ts";
import { usePanel, type PanelState } from "../use-panel.ts";
import { usePoll } from "../use-poll.ts";
import { numberWords } from "../words.ts";
import { isRunning, sizeWords, statusWords, type DataExport } from "./data.types.ts";

interface Exports {
  exports: readonly DataExport[];
}

const pollMs = 2_000;

/** Exports of the account, newest first, with the progress of the one that runs. */
export function ExportsPanel({ action }: { action: Action }) {
  const [state, reload] = usePanel<Exports>("DataExports");
  const [ending, setEnding] = useState<DataExport | null>(null);
  const isBusy = hasRunning(state);
  usePoll(reload, pollMs, isBusy);
  const start = async () => {
    if (await action.run("ExportMyData", { input: {} }, "The export has begun.")) reload();
  };
  const end = async (one: DataExport) => {
    setEnding(null);
    const done = isRunning(one) ? "The export was cancelled." : "The archive was deleted.";
    if (await action.run("CancelDataExport", { input: { exportId: one.id } }, done)) reload();
  };
  return (
    <Panel
      name="DataExports"
      state={state}
      tools={
        <button
          type="button"
          class="primary"
          disabled={action.isRunning || isBusy}
          onClick={() => void start()}
        >
          Export all data
        </button>
      }
    >
      {({ exports }) => (
        <>
          <ExportTable exports={exports} onEnd={setEnding} onStart={() => void start()} />
          {ending && (
            <ConfirmDialog
              title={isRunning(ending) ? "Cancel the export?" : "Delete the archive?"}
              action={isRunning(ending) ? "Cancel export" : "Delete archive"}
              isDangerous
              onAct={() => void end(ending)}
              onClose={() => setEnding(null)}
            >
              <p>What was written is deleted, and its links stop working.</p>
            </ConfirmDialog>
          )}
        </>
      )}
    </Panel>
  );
}

function hasRunning(state: PanelState<Exports>): boolean {
  return state.state === "ready" && state.value.exports.some(isRunning);
}

interface ExportTableProps {
  exports: readonly DataExport[];
  onEnd(one: DataExport): void;
  onStart(): void;
}

function ExportTable({ exports, onEnd, onStart }: ExportTableProps) {
  return (
    <Table
      caption="Data exports"
      rows={exports}
      keyOf={({ id }) => id}
      columns={[
        { name: "Requested", cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
        { name: "Apps", cell: ({ apps }) => apps?.join(", ") ?? "all" },
        { name: "Status", cell: statusWords },
        { name: "Rows", isNumber: true, cell: ({ rows }) => numberWords(rows) },
        { name: "Files", isNumber: true, cell: ({ files }) => numberWords(files) },
        { name: "Size", isNumber: true, cell: ({ size }) => sizeWords(size) },
        { name: "Kept until", cell: ({ expiresAt }) => expiresAt !== null && <TimeAgo at={expiresAt} /> },
        {
          name: "Actions",
          cell: (one) => (
            <div class="buttons">
              {one.downloadUrl !== null && (
                <a href={one.downloadUrl} download aria-label={`Download: ${one.id}`}>
                  Download
                </a>
              )}
              {(isRunning(one) || one.downloadUrl !== null) && (
                <button
                  type="button"
                  class="small-button"
                  aria-label={`${isRunning(one) ? "Cancel" : "Delete"}: ${one.id}`}
                  onClick={() => onEnd(one)}
                >
                  {isRunning(one) ? "Cancel" : "Delete"}
                </button>
              )}
            </div>
          ),
        },
      ]}
      empty={
        <EmptyState title="No data exports">
          <p>An archive has everything that the account owns, in all apps.</p>
          <button type="button" onClick={onStart}>
            Start the first export
          </button>
        </EmptyState>
      }
    />
  );
}
