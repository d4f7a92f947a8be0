import { DomainError } from "../../../src/errors.ts";

/** 409: there is one already. */
export function duplicate(what: string, details: Record<string, unknown>): DomainError {
  return new DomainError("DUPLICATE", `This ${what} already exists. Use the existing one.`, details);
}
