import { DomainError } from "../../../src/errors.ts";

/** Most exports that an account may request within 24 hours. */
export const maxDailyExports = 10;

export function exportNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Data export not found. Check the export ID.");
}

export function appNotAllowed(appId: string): DomainError {
  const details = { reason: "app_not_allowed" };
  return new DomainError("FORBIDDEN", `This credential may not act for the app ${appId}.`, details);
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
