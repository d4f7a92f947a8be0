import { useState } from "preact/hooks";
import { reloadAccounts } from "../../session/account.ts";
import { session } from "../../session/session.ts";
import { useSignal } from "../../state/signal.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { FaultNote } from "../fault-note.tsx";
import { Panel } from "../panel.tsx";
import { useAction, type Action } from "../use-action.ts";
import { usePanel } from "../use-panel.ts";
import { AcceptInvitation, invitationInUrl } from "./accept-invitation.tsx";
import { ClosingPanel } from "./closing-panel.tsx";
import { DomainsPanel } from "./domains-panel.tsx";
import { InvitationsPanel } from "./invitations-panel.tsx";
import { MembersPanel } from "./members-panel.tsx";
import { SuggestionsPanel } from "./suggestions-panel.tsx";
import { NewOrganization } from "./new-organization.tsx";
import { roleWords, type Account } from "./members.types.ts";
import "../../styles/account.css";

/** Members of the account that requests act for, its invitations and its ownership. */
export function Page() {
  const [account, reload] = usePanel<Account>("Account");
  const identity = useSignal(session.identity);
  const action = useAction();
  const [token] = useState(invitationInUrl);
  const acceptance = <AcceptInvitation token={token} action={action} />;
  return (
    <>
      <h1>Members</h1>
      <p role="status">{action.said}</p>
      {action.fault && <FaultNote fault={action.fault} />}
      {token !== "" && acceptance}
      <Panel name="Account" title="Account" state={account}>
        {(value) => <AccountFacts account={value} />}
      </Panel>
      {account.state === "ready" && (
        <Organization
          key={`${identity.id} ${account.value.id}`}
          account={account.value}
          action={action}
          onChanged={reload}
        />
      )}
      {identity.kind === "user" && identity.credential !== null && <SuggestionsPanel action={action} />}
      {token === "" && acceptance}
      <NewOrganization action={action} />
    </>
  );
}

function AccountFacts({ account: { id, kind, name, role, rights } }: { account: Account }) {
  return (
    <dl class="facts">
      <dt>Name</dt>
      <dd>{name}</dd>
      <dt>ID</dt>
      <dd>
        <code>{id}</code>
      </dd>
      <dt>Kind</dt>
      <dd>{kind}</dd>
      <dt>Your role</dt>
      <dd>{role === null ? "none: this is a key" : `${roleWords(role)} (${rights.join(", ")})`}</dd>
    </dl>
  );
}

interface OrganizationProps {
  account: Account;
  action: Action;
  onChanged(): void;
}

function Organization({ account, action, onChanged }: OrganizationProps) {
  const { kind, rights } = account;
  if (kind === "personal")
    return (
      <EmptyState title="This is your personal account">
        <p>It has no other members. Create an organization, or choose one at the top of the page.</p>
      </EmptyState>
    );
  return (
    <>
      <MembersPanel account={account} action={action} />
      {rights.includes("administer") && <InvitationsPanel action={action} />}
      {rights.includes("administer") && <DomainsPanel action={action} />}
      <Ownership account={account} action={action} onChanged={onChanged} />
      <Leaving account={account} action={action} />
      {rights.includes("own") && <ClosingPanel account={account} action={action} />}
    </>
  );
}

function Ownership({ account: { role }, action, onChanged }: OrganizationProps) {
  if (role === "owner") return null;
  const accept = async () => {
    const done = "You are now an owner of this organization.";
    if (!(await action.run("AcceptOwnership", {}, done))) return;
    await reloadAccounts();
    onChanged();
  };
  return (
    <section class="panel" aria-label="Ownership">
      <h2>Ownership</h2>
      <p>An owner can offer you the ownership for 7 days. It changes nothing until you accept.</p>
      <button type="button" disabled={action.isRunning} onClick={() => void accept()}>
        Accept the ownership
      </button>
    </section>
  );
}

function Leaving({ account: { id, name }, action }: Pick<OrganizationProps, "account" | "action">) {
  const [isAsked, setAsked] = useState(false);
  const leave = async () => {
    setAsked(false);
    const input = { accountId: id };
    if (!(await action.run("LeaveOrganization", { input }, `You left ${name}.`, { asPerson: true }))) return;
    await reloadAccounts();
  };
  return (
    <section class="panel" aria-label="Leave">
      <h2>Leave</h2>
      <p>Your membership ends. What you created stays with the organization.</p>
      <button type="button" class="danger" onClick={() => setAsked(true)}>
        Leave {name}
      </button>
      {isAsked && (
        <ConfirmDialog
          title={`Leave ${name}?`}
          action="Leave"
          isDangerous
          onAct={() => void leave()}
          onClose={() => setAsked(false)}
        >
          <p>You can come back only with another invitation.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
