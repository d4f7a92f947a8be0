import { createHmac, timingSafeEqual } from "node:crypto";
import { DomainError } from "../../../../src/errors.ts";

/** How old a signature may be, and how far ahead of our clock. */
const toleranceSeconds = 300;

/**
 * Checks `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "t.body">`, of any of the secrets, at most 300 seconds old. Throws 400
 * INVALID_SIGNATURE.
 */
export function checkReportSignature(
  body: string,
  header: string | null,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): void {
  const [, timestamp = "", signature = ""] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? "") ?? [];
  const ageSeconds = Math.abs(Math.floor(now.getTime() / 1000) - Number(timestamp));
  const given = Buffer.from(signature, "hex");
  const isSigned = secrets.some((secret) => {
    const wanted = createHmac("sha256", secret).update(`${timestamp}.${body}`, "utf8").digest();
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
  if (body === "" || !isSigned || ageSeconds > toleranceSeconds)
    throw new DomainError(
      "INVALID_SIGNATURE",
      "The signature is missing, expired or does not match the body. Sign the exact bytes of the body.",
    );
}
