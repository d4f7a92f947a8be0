import { useState } from "preact/hooks";
import { reloadAccounts } from "../../session/account.ts";
import { Table } from "../../ui/table.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Panel } from "../panel.tsx";
import type { Action } from "../use-action.ts";
import { usePanel } from "../use-panel.ts";
import { MemberDialog, type MemberChange } from "./member-dialog.tsx";
import { roleWords, type Account, type Member } from "./members.types.ts";

interface MembersPanelProps {
  account: Account;
  action: Action;
}

interface Asked {
  member: Member;
  what: "change" | "remove" | "offer";
}

/** Members of the organization, and what may be done with each. */
export function MembersPanel({ account: { rights }, action }: MembersPanelProps) {
  const [state, reload] = usePanel<{ members: readonly Member[] }>("AccountMembers");
  const [asked, setAsked] = useState<Asked | null>(null);
  const run = async (operation: string, input: object, done: string) => {
    setAsked(null);
    if (!(await action.run(operation, { input }, done))) return;
    reload();
    await reloadAccounts();
  };
  return (
    <Panel name="AccountMembers" state={state}>
      {({ members }) => (
        <>
          <MemberTable
            members={members}
            rights={rights}
            onAsk={(member, what) => setAsked({ member, what })}
          />
          {asked && <MemberQuestion asked={asked} onAct={run} onClose={() => setAsked(null)} />}
        </>
      )}
    </Panel>
  );
}

interface MemberQuestionProps {
  asked: Asked;
  onAct(operation: string, input: object, done: string): Promise<void>;
  onClose(): void;
}

/** Asks before a member is changed, removed or offered the ownership. */
function MemberQuestion({ asked: { member, what }, onAct, onClose }: MemberQuestionProps) {
  const name = nameOf(member);
  const { userId } = member;
  if (what === "change") {
    const change = (input: MemberChange) => void onAct("UpdateMember", input, `${name} was changed.`);
    return <MemberDialog member={member} onAct={change} onClose={onClose} />;
  }
  if (what === "remove")
    return (
      <ConfirmDialog
        title={`Remove ${name}?`}
        action="Remove"
        isDangerous
        onAct={() => void onAct("RemoveMember", { userId }, `${name} was removed.`)}
        onClose={onClose}
      >
        <p>
          Their next request for this organization is refused, and writes that have begun are rolled back.
        </p>
      </ConfirmDialog>
    );
  const offer = { userId, stepDown: true };
  return (
    <ConfirmDialog
      title={`Offer the ownership to ${name}?`}
      action="Offer the ownership"
      isDangerous
      onAct={() => void onAct("OfferOwnership", offer, `The ownership was offered to ${name}.`)}
      onClose={onClose}
    >
      <p>When they accept within 7 days they become an owner, and you an admin.</p>
    </ConfirmDialog>
  );
}

interface MemberTableProps {
  members: readonly Member[];
  rights: readonly string[];
  onAsk(member: Member, what: Asked["what"]): void;
}

function MemberTable({ members, rights, onAsk }: MemberTableProps) {
  return (
    <Table
      caption="Members"
      rows={members}
      keyOf={({ userId }) => userId}
      columns={[
        { name: "Name", cell: nameOf },
        { name: "E-mail", cell: ({ email }) => email ?? "unknown" },
        { name: "Role", cell: ({ role }) => roleWords(role) },
        {
          name: "Levels by app",
          cell: ({ appRights }) =>
            appRights.map(({ appId, level }) => `${appId}: ${level}`).join(", ") || "as the role",
        },
        { name: "Added", cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
        {
          name: "Actions",
          cell: (member) => (
            <div class="buttons">
              {rights.includes("administer") && member.role !== "owner" && (
                <>
                  <MemberButton name="Change" member={member} onClick={() => onAsk(member, "change")} />
                  <MemberButton
                    name="Remove"
                    member={member}
                    isDangerous
                    onClick={() => onAsk(member, "remove")}
                  />
                </>
              )}
              {rights.includes("own") && member.role !== "owner" && (
                <MemberButton name="Offer ownership" member={member} onClick={() => onAsk(member, "offer")} />
              )}
            </div>
          ),
        },
      ]}
    />
  );
}

interface MemberButtonProps {
  name: string;
  member: Member;
  isDangerous?: boolean;
  onClick(): void;
}

function MemberButton({ name, member, isDangerous = false, onClick }: MemberButtonProps) {
  return (
    <button
      type="button"
      class={isDangerous ? "small-button danger" : "small-button"}
      aria-label={`${name}: ${nameOf(member)}`}
      onClick={onClick}
    >
      {name}
    </button>
  );
}

function nameOf({ name, email, userId }: Member): string {
  return name ?? email ?? userId;
}
