import { creditWords, durationWords, limitWords } from "../session/meter.ts";
import { IdentitySwitcher } from "../session/identity-switcher.tsx";
import { Pill, type PillTone } from "../ui/pill.tsx";
import { changeDraft } from "./console-state.ts";
import type { Estimate } from "./estimate.ts";
import { NotReadable, readDocument } from "./read-document.ts";
import type { Outcome } from "./run-operation.ts";
import type { Running } from "./use-run.ts";

interface RunBarProps {
  document: string;
  operationName: string | null;
  estimate: Estimate | null;
  outcome: Outcome | null;
  running: Running;
}

/** Identity, run button, estimate and usage of the last run. */
export function RunBar({ document, operationName, estimate, outcome, running }: RunBarProps) {
  return (
    <div class="run-bar">
      <IdentitySwitcher label="Run as" />
      <OperationChoice document={document} operationName={operationName} />
      {running.isRunning ? (
        <button type="button" onClick={running.stop}>
          Stop
        </button>
      ) : (
        <button
          type="button"
          class="primary"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={() => running.run()}
        >
          Run
        </button>
      )}
      {estimate && <span class="muted">{estimateWords(estimate)}</span>}
      <span class="run-outcome" role="status">
        {running.isRunning ? "Running …" : outcome ? <OutcomeWords outcome={outcome} /> : ""}
      </span>
    </div>
  );
}

/** Selects the operation to run in a document with several. */
function OperationChoice({ document, operationName }: Pick<RunBarProps, "document" | "operationName">) {
  const names = operationNames(document);
  if (names.length < 2) return null;
  return (
    <label>
      Operation{" "}
      <select
        value={operationName ?? names[0]}
        onChange={(event) => changeDraft({ operationName: event.currentTarget.value })}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function OutcomeWords({ outcome: { status, fault, meta, events } }: { outcome: Outcome }) {
  const tone: PillTone = status < 300 ? (fault ? "warn" : "ok") : status < 500 ? "warn" : "bad";
  const parts = [
    durationWords(meta.ms),
    ...(meta.credits ? [creditWords(meta.credits.charged), `${meta.credits.remaining} left`] : []),
    ...[limitWords(meta)].filter((words) => words !== null),
    ...(events ? [`${events.length} events`] : []),
    ...(meta.isReplay ? ["replayed"] : []),
  ];
  return (
    <>
      <Pill tone={tone}>{[status, fault?.extensions?.code].filter(Boolean).join(" ")}</Pill>{" "}
      {parts.join(" · ")}
    </>
  );
}

function estimateWords({ credits, fetches }: Estimate): string {
  const cost = credits === null ? "unknown cost" : creditWords(credits);
  return `est. ${cost}, ${fetches} ${fetches === 1 ? "fetch" : "fetches"}`;
}

function operationNames(document: string): string[] {
  try {
    return readDocument(document, null).operations.flatMap(({ name }) => name?.value ?? []);
  } catch (error) {
    if (error instanceof NotReadable) return [];
    throw error;
  }
}
