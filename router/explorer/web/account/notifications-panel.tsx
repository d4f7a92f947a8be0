import { FaultNote } from "./fault-note.tsx";
import { Panel } from "./panel.tsx";
import { useAction } from "./use-action.ts";
import { usePanel } from "./use-panel.ts";

interface Preference {
  event: string;
  channel: string;
  enabled: boolean;
  description: string;
  mandatory: string | null;
}

/** Mails that the selected account gets, and which of them are switched off. */
export function NotificationsPanel() {
  const [state, reload] = usePanel<{ preferences: readonly Preference[] }>("NotificationPreferences");
  const action = useAction();
  const toggle = async ({ event, channel, enabled }: Preference) => {
    const input = { preferences: [{ event, channel, enabled: !enabled }] };
    const done = enabled ? `${event} is switched off.` : `${event} is switched on.`;
    await action.run("UpdateNotificationPreferences", { input }, done);
    reload();
  };
  return (
    <Panel name="NotificationPreferences" state={state}>
      {({ preferences }) => (
        <>
          <fieldset class="plain-fieldset">
            <legend>Mails</legend>
            {preferences.map((one) => (
              <p key={`${one.event} ${one.channel}`}>
                <label>
                  <input
                    type="checkbox"
                    checked={one.enabled}
                    disabled={one.mandatory !== null || action.isRunning}
                    onChange={() => void toggle(one)}
                  />{" "}
                  {one.description}
                </label>
                {one.mandatory !== null && <span class="hint"> Always sent: {one.mandatory}</span>}
              </p>
            ))}
          </fieldset>
          {action.fault && <FaultNote fault={action.fault} />}
          <p role="status">{action.said}</p>
        </>
      )}
    </Panel>
  );
}
