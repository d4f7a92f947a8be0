import { DomainError } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";

/** 402: the month's images are drawn, and none were bought. */
export function imageCreditsExhausted(
  { publicUrl }: Pick<HubContext, "publicUrl">,
  resetsAt: Date,
): DomainError {
  return new DomainError(
    "IMAGE_CREDITS_EXHAUSTED",
    "No image credits left. Buy an image package or wait for the next month.",
    {
      required: 1,
      remaining: 0,
      resetsAt: resetsAt.toISOString(),
      upgradeUrl: `${publicUrl}/settings`,
    },
  );
}

/** 404: no photo fits. */
export function noPhotoFound(): DomainError {
  return new DomainError("NOT_FOUND", "No photo found. Try another query.");
}

/** 500: the photo library does not respond, or none is configured. */
export function photosUnavailable(isConfigured: boolean, cause?: unknown): DomainError {
  const details = isConfigured ? { retryable: true } : { retryable: false, configured: false };
  const message = isConfigured
    ? "The photo library does not respond. Try again later."
    : "No photo library is configured on this server.";
  return new DomainError("PROVIDERS_UNAVAILABLE", message, details, { cause });
}
