import { Panel } from "../account/panel.tsx";
import { usePanel } from "../account/use-panel.ts";
import { numberWords } from "../account/words.ts";
import { asAdministrator } from "./section.types.ts";

/** A result as `VerifyAuditLogs` returns it. */
interface TrailCheck {
  valid: boolean;
  checked: number;
  firstBroken: { day: string; sequence: number; id: string | null; reason: string } | null;
}

/** Whether the platform's audit trail is unbroken. */
export function TrailCheckPanel() {
  const [state, reload] = usePanel<TrailCheck>("VerifyAuditLogs", {}, asAdministrator);
  return (
    <Panel
      name="VerifyAuditLogs"
      state={state}
      tools={
        <button type="button" class="small-button" onClick={reload}>
          Verify again
        </button>
      }
    >
      {({ valid, checked, firstBroken }) => (
        <>
          <p role="status">{valid ? "The trail is unaltered." : "The trail was altered."}</p>
          <dl class="facts">
            <dt>Verified entries</dt>
            <dd>{numberWords(checked)}</dd>
            {firstBroken && (
              <>
                <dt>First fault</dt>
                <dd>{firstBroken.reason.replaceAll("_", " ")}</dd>
                <dt>Place</dt>
                <dd>
                  Entry {numberWords(firstBroken.sequence)} of {firstBroken.day}
                </dd>
                {firstBroken.id !== null && (
                  <>
                    <dt>Entry ID</dt>
                    <dd>
                      <code>{firstBroken.id}</code>
                    </dd>
                  </>
                )}
              </>
            )}
          </dl>
        </>
      )}
    </Panel>
  );
}
