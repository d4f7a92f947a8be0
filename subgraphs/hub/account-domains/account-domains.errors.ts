import { DomainError, validationError } from "../../../src/errors.ts";

/** Most domains of one organization. */
export const maxDomains = 100;

export function domainNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Domain not found. List the domains of the organization.");
}

export function notADomain(): DomainError {
  const message = "must be a domain, such as example.com";
  return validationError([{ path: "domain", message, rule: "domain" }]);
}

export function publicMailDomain(): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "Everybody can have an address of this domain. Add a domain that belongs to the organization.",
    { reason: "public_mail_domain" },
  );
}

export function alreadyAdded(): DomainError {
  return new DomainError("INVALID_STATE", "The organization has this domain. Use the existing one.", {
    reason: "already_added",
  });
}

export function recordMissing(record: { name: string; value: string }): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "The TXT record was not found. Publish the record in `details.record`, and try again once it can be read.",
    { reason: "record_missing", record: { type: "TXT", ...record } },
  );
}

export function dnsUnavailable(): DomainError {
  return new DomainError("SERVICE_UNAVAILABLE", "The name servers did not answer. Try again later.");
}

/** Reached only after the record was found, so only for an organization that controls the domain. */
export function domainTaken(): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "Another organization has verified this domain. Remove its record and wait until that verification ends.",
    { reason: "domain_taken" },
  );
}

export function notVerified(): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "The domain is not verified. Publish its record and verify it first.",
    {
      reason: "not_verified",
    },
  );
}
