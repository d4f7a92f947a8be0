import { useState } from "preact/hooks";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Panel } from "../panel.tsx";
import type { Action } from "../use-action.ts";
import { usePanel } from "../use-panel.ts";
import { momentWords, numberWords } from "../words.ts";
import type { Account } from "./members.types.ts";

/** A closure as `AccountClosure` returns it. */
interface Closure {
  status: string;
  erasureScheduledAt: string | null;
  blockers: readonly { kind: string; id: string; status: string }[];
  creditsLeft: readonly { appId: string; balance: number }[];
  subscriptions: readonly { appId: string; endsAt: string }[];
}

interface ClosingPanelProps {
  account: Account;
  action: Action;
}

/** Closes the organization after its name was typed, or opens it again. For owners. */
export function ClosingPanel({ account: { name }, action }: ClosingPanelProps) {
  const [state, reload] = usePanel<Closure>("AccountClosure");
  const [isAsking, setAsking] = useState(false);
  const run = async (operation: string, variables: Record<string, unknown>, done: string) => {
    setAsking(false);
    if (await action.run(operation, variables, done)) reload();
  };
  return (
    <Panel name="AccountClosure" state={state}>
      {(closure) => (
        <>
          {closure.status === "open" ? (
            <OpenAccount closure={closure} onAsk={() => setAsking(true)} />
          ) : (
            <>
              <p>
                {name} is being closed. All of its data is erased
                {closure.erasureScheduledAt !== null &&
                  ` at ${momentWords(closure.erasureScheduledAt)}`}.{" "}
                <a href="/data-export">Export all data</a> before.
              </p>
              <button
                type="button"
                disabled={action.isRunning}
                onClick={() => void run("ReopenOrganization", {}, `${name} is open again.`)}
              >
                Open again
              </button>
            </>
          )}
          {isAsking && (
            <CloseDialog
              name={name}
              closure={closure}
              onClose={() => setAsking(false)}
              onAct={() => void run("CloseOrganization", { input: { name } }, `${name} is being closed.`)}
            />
          )}
        </>
      )}
    </Panel>
  );
}

function OpenAccount({ closure: { blockers }, onAsk }: { closure: Closure; onAsk(): void }) {
  return (
    <>
      <p>
        API keys stop at once, members can only read and export, and after 30 days all data is erased.{" "}
        <a href="/data-export">Export all data</a> first.
      </p>
      {blockers.length > 0 && (
        <>
          <p>These must end before the organization can be closed:</p>
          <ul>
            {blockers.map(({ kind, id, status }) => (
              <li key={id}>
                {kind.replaceAll("_", " ")} <code>{id}</code>: {status}
              </li>
            ))}
          </ul>
        </>
      )}
      <button type="button" class="danger" disabled={blockers.length > 0} onClick={onAsk}>
        Close the organization
      </button>
    </>
  );
}

interface CloseDialogProps {
  name: string;
  closure: Closure;
  onAct(): void;
  onClose(): void;
}

function CloseDialog({ name, closure: { creditsLeft, subscriptions }, onAct, onClose }: CloseDialogProps) {
  const [typed, setTyped] = useState("");
  return (
    <ConfirmDialog
      title={`Close ${name}?`}
      action="Close"
      isDangerous
      isReady={typed.trim() === name}
      onAct={onAct}
      onClose={onClose}
    >
      {creditsLeft.map(({ appId, balance }) => (
        <p key={appId}>
          {numberWords(balance)} credits in {appId} are lost.
        </p>
      ))}
      {subscriptions.map(({ appId, endsAt }) => (
        <p key={appId}>
          The subscription in {appId} ends at {momentWords(endsAt)}.
        </p>
      ))}
      <label>
        Name of the organization
        <input
          type="text"
          maxLength={200}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
    </ConfirmDialog>
  );
}
