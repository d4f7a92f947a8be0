import { DomainError } from "../../../src/errors.ts";

export function apiKeyNotFound(): DomainError {
  return new DomainError("API_KEY_NOT_FOUND", "API key not found. Check the ID.");
}

/** Only a key that is still good can be changed or rotated. */
export function keyNotActive(currentState: "revoked" | "expired"): DomainError {
  return new DomainError("INVALID_STATE", `The key is ${currentState}. Only an active key can be changed.`, {
    currentState,
    allowed: ["active"],
  });
}

export function tooManyKeys(limit: number): DomainError {
  return new DomainError(
    "API_KEY_LIMIT_REACHED",
    `Too many API keys. Maximum ${limit} active keys per account; revoke one first.`,
    {
      limit,
      remaining: 0,
    },
  );
}

/** A service account that acts for itself has no account of a person, to which keys belong. */
export function keysNeedPerson(): DomainError {
  return new DomainError("USER_NOT_FOUND", "API keys belong to users. Send the user's ID in x-on-behalf-of.");
}
