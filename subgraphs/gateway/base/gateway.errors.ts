import { DomainError } from "../../../src/errors.ts";

/** 404 for a row of an app, word for word the same for another account's. */
export function notFound(what: string): DomainError {
  return new DomainError("NOT_FOUND", `There is no such ${what}.`);
}
