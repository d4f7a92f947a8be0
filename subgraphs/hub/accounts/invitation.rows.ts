import type { EntityManager } from "@mikro-orm/postgresql";
import type { AppRights } from "../../../src/access/roles.ts";
import { executeSql } from "../../../src/db/sql.ts";
import type { AccountInvitation, InvitationStatus } from "./invitation.types.ts";
import type { GivenRole } from "./member.types.ts";

export interface InvitationRow {
  id: string;
  ownerId: string;
  email: string;
  role: GivenRole;
  appRights: AppRights;
  status: Exclude<InvitationStatus, "expired">;
  invitedBy: string;
  acceptedBy: string | null;
  round: number;
  createdAt: string;
  expiresAt: string;
}

const columns = `id, owner_id AS "ownerId", email, role, app_rights AS "appRights", status, invited_by AS "invitedBy",
  accepted_by AS "acceptedBy", round, created_at AS "createdAt", expires_at AS "expiresAt"`;

/** Invitations that match; `rest` may order and lock them. */
export function selectInvitations(
  em: EntityManager,
  where: string,
  values: readonly unknown[],
): Promise<InvitationRow[]> {
  return executeSql<InvitationRow>(em, `SELECT ${columns} FROM account_invitations WHERE ${where}`, values);
}

export type NewInvitation = Pick<
  InvitationRow,
  "id" | "ownerId" | "email" | "role" | "appRights" | "invitedBy"
> & { tokenHash: string; now: Date; expiresAt: Date };

export async function insertInvitation(em: EntityManager, row: NewInvitation): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO account_invitations
       (id, owner_id, email, role, app_rights, token_hash, status, invited_by, created_at, expires_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'pending', $7, $8, $9, $8)`,
    [
      row.id,
      row.ownerId,
      row.email,
      row.role,
      JSON.stringify(row.appRights),
      row.tokenHash,
      row.invitedBy,
      row.now,
      row.expiresAt,
    ],
  );
}

/** Gives the invitation another token and another 7 days. The earlier token is valid no more. */
export async function renewInvitation(
  em: EntityManager,
  { id, tokenHash, expiresAt, now }: Pick<NewInvitation, "id" | "tokenHash" | "expiresAt" | "now">,
): Promise<void> {
  await executeSql(
    em,
    `UPDATE account_invitations SET round = round + 1, token_hash = $2, expires_at = $3, updated_at = $4
     WHERE id = $1`,
    [id, tokenHash, expiresAt, now],
  );
}

export async function endInvitation(
  em: EntityManager,
  { id, status, acceptedBy, now }: { id: string; status: string; acceptedBy: string | null; now: Date },
): Promise<void> {
  await executeSql(
    em,
    "UPDATE account_invitations SET status = $2, accepted_by = $3, updated_at = $4 WHERE id = $1",
    [id, status, acceptedBy, now],
  );
}

/** The status at this moment: a pending invitation expires by time alone. */
export function statusAt(
  { status, expiresAt }: Pick<InvitationRow, "status" | "expiresAt">,
  now: Date,
): InvitationStatus {
  return status === "pending" && new Date(expiresAt) <= now ? "expired" : status;
}

export function presentInvitation(row: InvitationRow, now: Date): AccountInvitation {
  const { id, email, role, appRights, createdAt, expiresAt } = row;
  return {
    id,
    email,
    role,
    appRights: Object.entries(appRights).map(([appId, level]) => ({ appId, level })),
    status: statusAt(row, now),
    createdAt: new Date(createdAt),
    expiresAt: new Date(expiresAt),
  };
}
