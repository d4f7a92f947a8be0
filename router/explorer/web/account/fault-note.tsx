import { ErrorNote } from "../ui/error-note.tsx";
import type { PanelFault } from "./call-panel.ts";

interface FieldFault {
  path: string;
  message: string;
}

/** Error message with the missing permission and where to get it. */
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
          <dt>Required tier</dt>
          <dd>{requiredTier}</dd>
          <dt>Your tier</dt>
          <dd>{String(currentTier)}</dd>
          {typeof upgradeUrl === "string" && (
            <>
              <dt>Upgrade at</dt>
              <dd>
                <a href="/settings">Settings</a>, or <code>{upgradeUrl}</code>
              </dd>
            </>
          )}
        </dl>
      )}
      {typeof requiredScope === "string" && (
        <p>
          Required scope: <code>{requiredScope}</code>.
        </p>
      )}
      {code === "MISSING_TOKEN" && <p>Choose an identity at the top of the page.</p>}
      <p>
        <a href={`/errors#${code}`}>About this error</a>
      </p>
    </ErrorNote>
  );
}
