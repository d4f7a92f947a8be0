import { useState } from "preact/hooks";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { givenRoles, leveledApps, levels, roleWords, type AppRight, type Member } from "./members.types.ts";

export interface MemberChange {
  userId: string;
  role: string;
  appRights: readonly AppRight[];
}

interface MemberDialogProps {
  member: Member;
  onAct(change: MemberChange): void;
  onClose(): void;
}

const asRole = "";

/** Changes the role of a member, and the levels in apps that differ from it. */
export function MemberDialog({ member, onAct, onClose }: MemberDialogProps) {
  const { userId, name, email } = member;
  const [role, setRole] = useState(member.role);
  const [chosen, setChosen] = useState(
    () => new Map(member.appRights.map(({ appId, level }) => [appId, level])),
  );
  const appRights = [...chosen]
    .filter(([, level]) => level !== asRole)
    .map(([appId, level]) => ({ appId, level }));
  return (
    <ConfirmDialog
      title={`Change ${name ?? email ?? userId}`}
      action="Save"
      onAct={() => onAct({ userId, role, appRights })}
      onClose={onClose}
    >
      <label>
        Role
        <select value={role} onChange={(event) => setRole(event.currentTarget.value)}>
          {givenRoles.map((one) => (
            <option key={one} value={one}>
              {roleWords(one)}
            </option>
          ))}
        </select>
      </label>
      <fieldset>
        <legend>Levels by app</legend>
        <p class="hint">Admins may do everything in every app.</p>
        <div class="row">
          {leveledApps.map((appId) => (
            <label key={appId}>
              {appId}
              <select
                value={chosen.get(appId) ?? asRole}
                onChange={(event) => setChosen(new Map(chosen).set(appId, event.currentTarget.value))}
              >
                <option value={asRole}>as the role</option>
                {levels.map((level) => (
                  <option key={level} value={level}>
                    {level}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </div>
      </fieldset>
    </ConfirmDialog>
  );
}
