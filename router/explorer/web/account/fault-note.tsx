import { ErrorNote } from "../ui/error-note.tsx";
import type { PanelFault } from "./call-panel.ts";

interface FieldFault {
  path: string;
  message: string;
}

/** A refusal in words, with what is missing and where to get it. */
export function FaultNote({ fault: { code, message, details } }: { fault: PanelFault }) {
  const { requiredTier, currentTier, requiredScope, upgradeUrl, fields } = details;
  return (
    <ErrorNote title={code} message={message}>
      {Array.isArray(fields) && (
        <ul>
          {(fields as FieldFault[]).map((field) => (
            <li key={field.path}>
              <code>{field.path}</code> {field.message}
            </li>
          ))}
        </ul>
      )}
      {typeof requiredTier === "string" && (
        <dl class="facts">
          <dt>Needs the tier</dt>
          <dd>{requiredTier}</dd>
          <dt>Yours is</dt>
          <dd>{String(currentTier)}</dd>
          {typeof upgradeUrl === "string" && (
            <>
              <dt>Upgrade at</dt>
              <dd>
                <a href="/settings">the settings</a>, or <code>{upgradeUrl}</code>
              </dd>
            </>
          )}
        </dl>
      )}
      {typeof requiredScope === "string" && (
        <p>
          It needs the scope <code>{requiredScope}</code>.
        </p>
      )}
      {code === "MISSING_TOKEN" && <p>Choose somebody to act as, at the top of the page.</p>}
      <p>
        <a href={`/errors#${code}`}>About this code</a>
      </p>
    </ErrorNote>
  );
}
