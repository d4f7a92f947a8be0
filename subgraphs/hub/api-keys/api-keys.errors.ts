import { DomainError } from "../../../src/errors.ts";

export function apiKeyNotFound(): DomainError {
  return new DomainError("API_KEY_NOT_FOUND", "There is no such API key.");
}

/** Only a key that is still good can be changed or rotated. */
export function keyNotActive(currentState: "revoked" | "expired"): DomainError {
  return new DomainError("INVALID_STATE", `The key is ${currentState}.`, {
    currentState,
    allowed: ["active"],
  });
}

export function tooManyKeys(limit: number): DomainError {
  return new DomainError(
    "API_KEY_LIMIT_REACHED",
    `An account has at most ${limit} active keys; revoke one.`,
    {
      limit,
      remaining: 0,
    },
  );
}

/** A service account that acts for itself has no account of a person, to which keys belong. */
export function keysNeedPerson(): DomainError {
  return new DomainError("USER_NOT_FOUND", "Keys belong to people; name one in x-on-behalf-of.");
}
