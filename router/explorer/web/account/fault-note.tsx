import { planPage } from "../session/plan-page.ts";
import type { AccessFacts } from "../../../../src/access/rules.ts";
import { ActAsAble } from "../session/act-as-able.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { IdChip } from "../ui/id-chip.tsx";
import type { PanelFault } from "./call-panel.ts";

interface FieldFault {
  path: string;
  message: string;
}

interface FaultNoteProps {
  fault: PanelFault;
  /** Sends the request again. */
  onRetry?(): void;
}

/** Refusals that a plan, a scope, credits or time lift. They are no failures. */
const unlockable = new Set([
  "FORBIDDEN",
  "INSUFFICIENT_CREDITS",
  "INSUFFICIENT_SCOPE",
  "MISSING_TOKEN",
  "RATE_LIMIT_EXCEEDED",
]);

/** Refusals that another try does not lift. */
const lasting = new Set(["FORBIDDEN", "INSUFFICIENT_SCOPE", "MISSING_TOKEN"]);

/** Failures that the page itself found. The list of errors does not have them. */
const ownCodes = new Set(["UNREACHABLE"]);

/** Error card: what happened, what is missing and where to get it, the request's ID, and another try. */
export function FaultNote({ fault: { code, message, details, requestId }, onRetry }: FaultNoteProps) {
  const { requiredTier, currentTier, requiredScope, upgradeUrl, fields } = details;
  const isUnlockable = unlockable.has(code);
  return (
    <ErrorNote
      title={code === "UNREACHABLE" ? "No response" : code}
      message={message}
      tone={isUnlockable ? "warn" : "bad"}
    >
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
        </dl>
      )}
      {typeof requiredScope === "string" && (
        <p>
          Required scope: <code>{requiredScope}</code>.
        </p>
      )}
      {code === "MISSING_TOKEN" && <p>Choose an identity at the top of the page.</p>}
      {requestId !== null && (
        <p>
          Request <IdChip id={requestId} />
        </p>
      )}
      <p class="buttons">
        {onRetry && !lasting.has(code) && (
          <button type="button" class="small-button" onClick={onRetry}>
            Try again
          </button>
        )}
        {typeof upgradeUrl === "string" && (
          <a class="button small-button" href={planPage(String(requiredTier))}>
            Change your plan
          </a>
        )}
        {code === "INSUFFICIENT_CREDITS" && <a href="/usage">Buy credits</a>}
        {code === "FORBIDDEN" && <ActAsAble facts={missingFacts(details)} />}
        {!ownCodes.has(code) && <a href={`/errors#${code}`}>About this error</a>}
      </p>
    </ErrorNote>
  );
}

/** Tier of an access rule by the name that errors use. */
function tierOf(name: string): AccessFacts["tier"] {
  return (name === "integration" ? "api-access" : name) as AccessFacts["tier"];
}

/** What a refusal asks for, as a rule. */
function missingFacts({ requiredTier, requiredScope, reason }: PanelFault["details"]): Partial<AccessFacts> {
  return {
    auth: reason === "admin_required" ? "admin" : "user",
    ...(typeof requiredTier === "string" ? { tier: tierOf(requiredTier) } : {}),
    ...(typeof requiredScope === "string" ? { scope: requiredScope } : {}),
  };
}
