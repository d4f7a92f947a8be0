import { DomainError } from "../../../src/errors.ts";

/** Most exports that an account may request within 24 hours. */
export const maxDailyExports = 10;

export function exportNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Data export not found. Check the export ID.");
}

export function exportRunning(exportId: string): DomainError {
  return new DomainError("INVALID_STATE", "A data export is running. Wait until it ends, or cancel it.", {
    exportId,
  });
}

export function tooManyExports(): DomainError {
  return new DomainError(
    "INVALID_STATE",
    `Too many data exports. Maximum ${maxDailyExports} within 24 hours.`,
    { limit: maxDailyExports },
  );
}
