import type { AccessDocs } from "../../data/docs.types.ts";
import { exampleIdentity, type ExampleRun } from "../reference/example-identity.tsx";
import { describeRefusal, identityThatCan, type Identity } from "../session/identity.ts";
import { planPage } from "../session/plan-page.ts";
import { session } from "../session/session.ts";
import { useSignal } from "../state/signal.ts";
import type { Refusal } from "./refusal.ts";

interface RefusalHelpProps {
  refusal: Refusal;
  access: AccessDocs;
  /** How the example runs, whose objects other identities do not find. */
  example: ExampleRun | null;
  /** Identity of the refused request. */
  as: Identity;
  onRunAs(identity: Identity): void;
}

/** After a refused request: what is missing, who has it, and the page of the error. */
export function RefusalHelp({ refusal, access, example, as, onRunAs }: RefusalHelpProps) {
  const identities = useSignal(session.identities);
  const { status, code, message, details, fields } = refusal;
  const isDenied = status === 401 || status === 403;
  const others = identities.filter(({ id }) => id !== as.id);
  const owner = exampleIdentity(example, others);
  // The example's own identity comes first: its objects are not found by others.
  const candidates = [...(owner ? [owner] : []), ...(isDenied ? others : [])];
  const able = isDenied || status === 404 ? identityThatCan(candidates, [access]) : null;
  const missing = isDenied ? describeRefusal({ code, details, message }) : null;
  const wait = details["retryAfterSeconds"];
  // A plan that is too small is an offer, not an accident.
  const isOffer = isDenied || status === 402 || status === 429;
  return (
    <div class={`note ${isOffer ? "note-warn" : "note-bad"}`} role="alert">
      <strong>
        {status} {code}
      </strong>
      <p>{message}</p>
      {missing !== null && missing !== message && (
        <p>
          {as.name} {missing}.
        </p>
      )}
      {able && status === 404 && <p>The objects of the example belong to {able.name}.</p>}
      {fields.length > 0 && (
        <ul>
          {fields.map(({ path, message: fault }) => (
            <li key={`${path} ${fault}`}>
              <code>{path}</code> {fault}
            </li>
          ))}
        </ul>
      )}
      {typeof wait === "number" && <p>Try again in {Math.ceil(wait)} seconds.</p>}
      <p class="buttons">
        {able && (
          <button type="button" onClick={() => onRunAs(able)}>
            Run as {able.name}
          </button>
        )}
        {typeof details["upgradeUrl"] === "string" && (
          <a href={planPage(details["requiredTier"])}>Change your plan</a>
        )}
        {status === 402 && <a href="/usage">Buy credits</a>}
        {!code.startsWith("HTTP_") && <a href={`/errors#${code}`}>About this error</a>}
      </p>
    </div>
  );
}
