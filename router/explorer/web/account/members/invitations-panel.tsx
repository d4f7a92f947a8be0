import { useState } from "preact/hooks";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Table } from "../../ui/table.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { Panel } from "../panel.tsx";
import type { Action } from "../use-action.ts";
import { usePanel } from "../use-panel.ts";
import { givenRoles, roleWords, type Invitation } from "./members.types.ts";

/** Invitations to the organization: send, send again, revoke. */
export function InvitationsPanel({ action }: { action: Action }) {
  const [state, reload] = usePanel<{ invitations: readonly Invitation[] }>("AccountInvitations");
  const run = async (operation: string, input: object, done: string) => {
    const value = await action.run(operation, { input }, done);
    if (value) reload();
    return value !== null;
  };
  const about = ({ id }: Invitation) => ({ invitationId: id });
  return (
    <Panel name="AccountInvitations" state={state}>
      {({ invitations }) => (
        <>
          <InvitationTable
            invitations={invitations}
            onResend={(one) =>
              void run("ResendInvitation", about(one), `${one.email} was sent another link.`)
            }
            onRevoke={(one) =>
              void run("RevokeInvitation", about(one), `The invitation of ${one.email} was revoked.`)
            }
          />
          <InviteForm
            isBusy={action.isRunning}
            onInvite={(email, role) => run("InviteMember", { email, role }, `${email} was invited.`)}
          />
        </>
      )}
    </Panel>
  );
}

interface InvitationTableProps {
  invitations: readonly Invitation[];
  onResend(invitation: Invitation): void;
  onRevoke(invitation: Invitation): void;
}

function InvitationTable({ invitations, onResend, onRevoke }: InvitationTableProps) {
  return (
    <Table
      caption="Invitations"
      rows={invitations}
      keyOf={({ id }) => id}
      empty={<EmptyState title="Nobody was invited yet" />}
      columns={[
        { name: "E-mail", cell: ({ email }) => email },
        { name: "Role", cell: ({ role }) => roleWords(role) },
        { name: "Status", cell: ({ status }) => status },
        { name: "Valid until", cell: ({ expiresAt }) => <TimeAgo at={expiresAt} /> },
        {
          name: "Actions",
          cell: (one) => (
            <div class="buttons">
              {(one.status === "pending" || one.status === "expired") && (
                <button
                  type="button"
                  class="small-button"
                  aria-label={`Send again: ${one.email}`}
                  onClick={() => onResend(one)}
                >
                  Send again
                </button>
              )}
              {one.status === "pending" && (
                <button
                  type="button"
                  class="small-button danger"
                  aria-label={`Revoke: ${one.email}`}
                  onClick={() => onRevoke(one)}
                >
                  Revoke
                </button>
              )}
            </div>
          ),
        },
      ]}
    />
  );
}

interface InviteFormProps {
  isBusy: boolean;
  /** Resolves with whether the person was invited. */
  onInvite(email: string, role: string): Promise<boolean>;
}

function InviteForm({ isBusy, onInvite }: InviteFormProps) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState("member");
  const invite = async () => {
    if (await onInvite(email.trim(), role)) setEmail("");
  };
  return (
    <form
      class="form"
      aria-label="Invite a person"
      onSubmit={(event) => {
        event.preventDefault();
        void invite();
      }}
    >
      <div class="row">
        <label>
          E-mail address
          <input
            type="email"
            value={email}
            required
            autocomplete="off"
            onInput={(event) => setEmail(event.currentTarget.value)}
          />
        </label>
        <label>
          Role of the invited person
          <select value={role} onChange={(event) => setRole(event.currentTarget.value)}>
            {givenRoles.map((one) => (
              <option key={one} value={one}>
                {roleWords(one)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div class="buttons">
        <button type="submit" class="primary" disabled={isBusy}>
          Invite
        </button>
      </div>
    </form>
  );
}
