import { useState } from "preact/hooks";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pill } from "../../ui/pill.tsx";
import { Table } from "../../ui/table.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { FaultNote } from "../fault-note.tsx";
import type { ApiKey, ApiKeyPage, RevealedKey } from "./keys.types.ts";
import { Panel } from "../panel.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";
import { RevealedSecret } from "./revealed-secret.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";
import { useAction } from "../use-action.ts";
import { usePanel } from "../use-panel.ts";
import { numberWords, untilWords } from "../words.ts";
import "../../styles/account.css";

const variables = { limit: 100 };

/** API keys of the account: scopes, last use, revocation and rotation. */
export function Page() {
  const [state, reload] = usePanel<ApiKeyPage>("ApiKeys", variables);
  const [asked, setAsked] = useState<{ key: ApiKey; what: "rotate" | "revoke" } | null>(null);
  const [revealed, setRevealed] = useState<RevealedKey | null>(null);
  const action = useAction();
  const close = () => setAsked(null);
  const revoke = async ({ id, name }: ApiKey) => {
    close();
    if (await action.run("RevokeApiKey", { input: { id } }, `${name} was revoked.`)) reload();
  };
  const rotate = async ({ id, name }: ApiKey, graceSeconds: number) => {
    close();
    const made = await action.run<RevealedKey>(
      "RotateApiKey",
      { input: { id, graceSeconds } },
      `${name} was rotated.`,
    );
    if (!made) return;
    setRevealed(made);
    reload();
  };
  return (
    <>
      <div class="page-head">
        <h1>API keys</h1>
        <a class="button primary" href="/keys/new">
          New key
        </a>
      </div>
      {revealed && <RevealedSecret revealed={revealed} />}
      <p role="status">{action.said}</p>
      {action.fault && <FaultNote fault={action.fault} />}
      <Panel name="ApiKeys" variables={variables} state={state}>
        {({ apiKeys }) => (
          <KeyTable
            keys={apiKeys}
            onRotate={(key) => setAsked({ key, what: "rotate" })}
            onRevoke={(key) => setAsked({ key, what: "revoke" })}
          />
        )}
      </Panel>
      {asked?.what === "revoke" && (
        <RevokeDialog apiKey={asked.key} onAct={() => void revoke(asked.key)} onClose={close} />
      )}
      {asked?.what === "rotate" && (
        <RotateDialog
          apiKey={asked.key}
          onAct={(graceSeconds) => void rotate(asked.key, graceSeconds)}
          onClose={close}
        />
      )}
    </>
  );
}

interface KeyTableProps {
  keys: readonly ApiKey[];
  onRotate(key: ApiKey): void;
  onRevoke(key: ApiKey): void;
}

function KeyTable({ keys, onRotate, onRevoke }: KeyTableProps) {
  return (
    <Table
      caption="API keys"
      rows={keys}
      keyOf={({ id }) => id}
      empty={
        <EmptyState title="No API keys yet">
          <p>A key signs in a server of your own, with the scopes that you choose.</p>
          <a class="button" href="/keys/new">
            Create a key
          </a>
        </EmptyState>
      }
      columns={[
        { name: "Name", cell: ({ name }) => name },
        { name: "Key", cell: ({ keyPreview }) => <code>{keyPreview}</code> },
        { name: "Status", cell: (key) => <KeyState apiKey={key} /> },
        { name: "Scopes", cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
        { name: "Last used", cell: ({ lastUsedAt }) => (lastUsedAt ? <TimeAgo at={lastUsedAt} /> : "never") },
        { name: "Today", isNumber: true, cell: ({ usageStats }) => numberWords(usageStats.requestsToday) },
        { name: "Expires", cell: ({ expiresAt }) => (expiresAt ? <TimeAgo at={expiresAt} /> : "never") },
        {
          name: "Actions",
          cell: (key) =>
            key.status === "active" && (
              <div class="buttons">
                <button
                  type="button"
                  class="small-button"
                  disabled={key.isExpired}
                  onClick={() => onRotate(key)}
                  aria-label={`Rotate ${key.name}`}
                >
                  Rotate
                </button>
                <button
                  type="button"
                  class="small-button danger"
                  onClick={() => onRevoke(key)}
                  aria-label={`Revoke ${key.name}`}
                >
                  Revoke
                </button>
              </div>
            ),
        },
      ]}
    />
  );
}

function KeyState({ apiKey: { status, isExpired, previousKeyExpiresAt } }: { apiKey: ApiKey }) {
  const left = previousKeyExpiresAt === null ? null : untilWords(previousKeyExpiresAt);
  if (status === "revoked") return <Pill tone="bad">revoked</Pill>;
  if (isExpired) return <Pill tone="bad">expired</Pill>;
  return (
    <>
      <Pill tone="ok">active</Pill>
      {left !== null && (
        <>
          {" "}
          <Pill tone="warn">old key works for {left}</Pill>
        </>
      )}
    </>
  );
}

function ScopeList({ scopes }: { scopes: readonly string[] }) {
  if (scopes.length <= 3) return <>{scopes.join(", ")}</>;
  return (
    <details>
      <summary>{scopes.length} scopes</summary>
      {scopes.join(", ")}
    </details>
  );
}
