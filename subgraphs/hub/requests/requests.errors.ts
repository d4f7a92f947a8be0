import { DomainError } from "../../../src/errors.ts";

export function requestNotFound(): DomainError {
  return new DomainError(
    "NOT_FOUND",
    "Request not found. Requests are kept for 30 days; check the request ID.",
  );
}
