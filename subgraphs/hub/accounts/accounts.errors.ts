import { DomainError } from "../../../src/errors.ts";

/** Most organizations that one person may own, members of one, and open invitations of one. */
export const maxOwned = 100;
export const maxMembers = 500;
export const maxOpenInvitations = 100;

export function memberNotFound(): DomainError {
  return new DomainError("MEMBER_NOT_FOUND", "Member not found. Check the user ID.");
}

export function invitationNotFound(): DomainError {
  return new DomainError(
    "INVITATION_NOT_FOUND",
    "Invitation not found, or no longer valid. Ask for a new invitation.",
  );
}

export function offerNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "No ownership offer found. Check the account and the user.");
}

/** A personal account has one member for ever. */
export function notAnOrganization(): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "This is a personal account. Create an organization, and send its ID in x-account-id.",
    { kind: "personal" },
  );
}

export function lastOwner(): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "This is the last owner of an organization. Ask another member to accept the ownership first.",
    { reason: "last_owner" },
  );
}

/** Closing the account would leave these organizations without an owner. */
export function lastOwnerOf(organizations: readonly { id: string; name: string }[]): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "You are the last owner of the organizations in `details.organizations`. Ask a member of each to accept the ownership first.",
    { reason: "last_owner", organizations },
  );
}

export function ownersOnly(): DomainError {
  return new DomainError("FORBIDDEN", "Only an owner can change or remove an owner. Ask an owner.", {
    reason: "role_required",
    requiredRight: "own",
  });
}

export function tooMany(what: string, limit: number): DomainError {
  return new DomainError("INVALID_STATE", `Too many ${what}. Maximum ${limit}.`, { limit });
}
