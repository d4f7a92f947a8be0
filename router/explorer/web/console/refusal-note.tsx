import type { AccessFacts } from "../../../../src/access/rules.ts";
import { describeRefusal, identityThatCan, type Identity } from "../session/identity.ts";
import { planPage } from "../session/plan-page.ts";
import { session } from "../session/session.ts";
import { useSignal } from "../state/signal.ts";
import type { Outcome } from "./run-operation.ts";

interface RefusalNoteProps {
  outcome: Outcome;
  /** Rules of all fields of the document. */
  rules: readonly Partial<AccessFacts>[];
  onRunAs(identity: Identity): void;
}

/** After a denied request: the missing permission, and an identity that has it. */
export function RefusalNote({ outcome, rules, onRunAs }: RefusalNoteProps) {
  const identities = useSignal(session.identities);
  const { status, fault, as } = outcome;
  if ((status !== 401 && status !== 403) || !fault) return null;
  const { code = "", details = {} } = fault.extensions ?? {};
  const missing = describeRefusal({ code, details, message: fault.message });
  const able = identityThatCan(
    identities.filter(({ id }) => id !== as.id),
    // A field without its own rule is guarded by the fields above it.
    rules.map((rule) => ({ auth: "public" as const, ...rule })),
  );
  const upgradeUrl = details["upgradeUrl"];
  return (
    <div class="note note-warn" role="alert">
      <strong>{code === "" ? `Rejected: ${status}` : `${status} ${code}`}</strong>
      <p>
        {fault.path && <code>{fault.path.join(".")}</code>} {missing}. {as.name} does not have access.
      </p>
      <p class="buttons">
        {able && (
          <button type="button" onClick={() => onRunAs(able)}>
            Run as {able.name}
          </button>
        )}
        {typeof upgradeUrl === "string" && <a href={planPage(details["requiredTier"])}>Upgrade your plan</a>}
        {code !== "" && <a href={`/errors#${code}`}>About this error</a>}
      </p>
    </div>
  );
}
