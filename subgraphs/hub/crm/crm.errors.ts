import { DomainError } from "../../../src/errors.ts";

export function contactNotFound(): DomainError {
  return new DomainError("CONTACT_NOT_FOUND", "Contact not found. Check the contactId.");
}

/** 409: another contact of the account has this e-mail address. */
export function contactExists(contactId: string, status: string): DomainError {
  return new DomainError(
    "CONTACT_EXISTS",
    "Another contact already has this e-mail address. Update that contact instead.",
    { contactId, status },
  );
}

export function companyNotFound(): DomainError {
  return new DomainError("COMPANY_NOT_FOUND", "Company not found. Check the companyId.");
}

/** 409: another company of the account has this domain. */
export function companyExists(companyId: string): DomainError {
  return new DomainError(
    "COMPANY_EXISTS",
    "Another company already has this domain. Update that company instead.",
    { companyId },
  );
}

export function dealNotFound(): DomainError {
  return new DomainError("DEAL_NOT_FOUND", "Deal not found. Check the dealId.");
}

/** 409: a closed deal changes its stage only when it is reopened. */
export function dealClosed(status: string): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "The deal is closed. Send `reopen: true` with a stage to open it again.",
    { status },
  );
}

export function taskNotFound(): DomainError {
  return new DomainError("TASK_NOT_FOUND", "Task not found. Check the taskId.");
}

export function suppressionNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Suppression not found. Check the suppressionId.");
}

/** 409: a complaint is permanent; the owner cannot lift it. */
export function complaintStays(): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "A suppression after a spam complaint is permanent and cannot be removed.",
    {
      reason: "complaint",
    },
  );
}

export function templateNotFound(): DomainError {
  return new DomainError("TEMPLATE_NOT_FOUND", "E-mail template not found. Check the templateId.");
}

export function importNotFound(): DomainError {
  return new DomainError("IMPORT_NOT_FOUND", "Import not found. Check the importId.");
}

/** 409 with the version that is there now. */
export function versionConflict(version: number): DomainError {
  return new DomainError(
    "VERSION_CONFLICT",
    "The version is outdated. Read the current version and apply your changes again.",
    { version },
  );
}

/** 429 `quota`: the plan has no room for this amount; `resetAt` is null for quotas that are not monthly. */
export function overQuota(facts: {
  kind: string;
  limit: number;
  remaining: number;
  requested: number;
  resetAt: Date | null;
  now: Date;
}): DomainError {
  const { kind, limit, remaining, requested, resetAt, now } = facts;
  return new DomainError(
    "RATE_LIMIT_EXCEEDED",
    `The plan's ${kind} quota is too small for ${requested} more (${remaining} left). Upgrade the plan or request less.`,
    {
      reason: "quota",
      kind,
      limit,
      remaining,
      requested,
      resetAt: resetAt?.toISOString() ?? null,
      ...(resetAt ? { retryAfterSeconds: Math.ceil((resetAt.getTime() - now.getTime()) / 1000) } : {}),
    },
  );
}
