import { useState } from "preact/hooks";
import { session } from "../session/session.ts";
import { useSignal } from "../state/signal.ts";
import { Table } from "../ui/table.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { FaultNote } from "./fault-note.tsx";
import { Panel } from "./panel.tsx";
import { useAction } from "./use-action.ts";
import { usePanel } from "./use-panel.ts";
import { momentWords } from "./words.ts";

interface ShownSession {
  id: string;
  device: string;
  network: string | null;
  lastSeenAt: string;
  current: boolean;
  revocable: boolean;
}

interface Revoked {
  identityProvider: "ended" | "failed" | "not_supported";
}

const asPerson = { asPerson: true } as const;

const providerWords = {
  ended: "Its session at the identity provider was ended too.",
  failed: "The identity provider did not end its session.",
  not_supported: "The identity provider cannot end its session.",
};

/** Devices that are signed in, and signing one out. About the person, whatever account is selected. */
export function SessionsPanel() {
  const identity = useSignal(session.identity);
  const [state, reload] = usePanel<{ sessions: readonly ShownSession[] }>("Sessions", {}, asPerson);
  const action = useAction();
  const [asked, setAsked] = useState<ShownSession | null>(null);
  const [said, setSaid] = useState("");
  const signOut = async (one: ShownSession) => {
    setAsked(null);
    setSaid("");
    const input = { sessionId: one.id };
    const revoked = await action.run<Revoked>("RevokeSession", { input }, "", asPerson);
    if (revoked === null) return;
    setSaid(`${one.device} was signed out. ${providerWords[revoked.identityProvider]}`);
    if (one.current) session.actAs("nobody");
    else reload();
  };
  return (
    <Panel name="Sessions" state={state}>
      {({ sessions }) => (
        <>
          <SessionTable
            sessions={sessions}
            // Every visitor of the demo has the same token of this identity.
            isShared={identity.isDemo}
            onAsk={setAsked}
          />
          {action.fault && <FaultNote fault={action.fault} />}
          <p role="status">{said}</p>
          {asked && (
            <ConfirmDialog
              title={`Sign out ${asked.device}?`}
              action="Sign out"
              isDangerous
              onAct={() => void signOut(asked)}
              onClose={() => setAsked(null)}
            >
              <p>
                Tokens of this session are refused from the next request on.
                {asked.current && " It is the session of this page."}
              </p>
            </ConfirmDialog>
          )}
        </>
      )}
    </Panel>
  );
}

interface SessionTableProps {
  sessions: readonly ShownSession[];
  isShared: boolean;
  onAsk(session: ShownSession): void;
}

function SessionTable({ sessions, isShared, onAsk }: SessionTableProps) {
  return (
    <Table
      caption="Sessions"
      rows={sessions}
      keyOf={({ id }) => id}
      columns={[
        { name: "Device", cell: ({ device, current }) => (current ? `${device} (this page)` : device) },
        { name: "Network", cell: ({ network }) => network ?? "unknown" },
        { name: "Last seen", cell: ({ lastSeenAt }) => <TimeAgo at={lastSeenAt} /> },
        {
          name: "Actions",
          cell: (one) =>
            one.revocable && !(one.current && isShared) ? (
              <button
                type="button"
                class="small-button danger"
                aria-label={`Sign out: ${one.device}, ${momentWords(one.lastSeenAt)}`}
                onClick={() => onAsk(one)}
              >
                Sign out
              </button>
            ) : (
              <span class="hint">
                {one.revocable ? "shared by this demo" : "sign out at the identity provider"}
              </span>
            ),
        },
      ]}
    />
  );
}
