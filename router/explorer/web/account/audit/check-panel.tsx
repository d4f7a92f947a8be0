import { Panel } from "../panel.tsx";
import { usePanel } from "../use-panel.ts";
import { numberWords } from "../words.ts";
import type { AuditCheck } from "./audit.types.ts";

/** Whether the account's audit chain is unbroken, and its end to keep elsewhere. */
export function CheckPanel() {
  const [state, reload] = usePanel<AuditCheck>("AccountAuditCheck");
  return (
    <Panel
      name="AccountAuditCheck"
      state={state}
      tools={
        <button type="button" class="small-button" onClick={reload}>
          Verify again
        </button>
      }
    >
      {(check) => (
        <>
          <p>{resultWords(check)}</p>
          <dl class="facts">
            <dt>Verified entries</dt>
            <dd>{numberWords(check.checked)}</dd>
            {check.unlinked > 0 && (
              <>
                <dt>Entries older than the chain</dt>
                <dd>{numberWords(check.unlinked)}</dd>
              </>
            )}
            {check.end && (
              <>
                <dt>End of the chain</dt>
                <dd>
                  {numberWords(check.end.sequence)} <code>{check.end.hash}</code>
                </dd>
              </>
            )}
          </dl>
          <p class="hint">Keep the end of the chain outside the platform to detect a rewritten log.</p>
        </>
      )}
    </Panel>
  );
}

function resultWords({ valid, isComplete, firstBroken }: AuditCheck): string {
  if (firstBroken !== null) {
    const place = firstBroken.sequence === null ? "" : ` at entry ${firstBroken.sequence}`;
    return `The log was altered${place}: ${firstBroken.reason.replaceAll("_", " ")}.`;
  }
  if (!valid) return "The log was altered.";
  return isComplete ? "The log is unaltered." : "The newest 20,000 entries are unaltered.";
}
