import { validationError } from "../../../src/errors.ts";
import type { SetAutoReloadInput } from "./auto-reload.types.ts";

/** Settings to save: all of them, or only the switch to off. Credits in hundredths. */
export type WantedSettings =
  | { kind: "off"; enabled: false }
  | {
      kind: "all";
      enabled: boolean;
      threshold: number;
      packageId: string;
      monthlyCapCents: number;
      webhookUrl: string | null;
    };

const needed = ["thresholdCredits", "packageId", "monthlyCap"] as const;

/**
 * Validates new settings, which replace the saved ones. `enabled: false` alone keeps the rest. Throws VALIDATION_ERROR
 * with every missing field.
 */
export function readSettings(input: SetAutoReloadInput): WantedSettings {
  const { enabled, thresholdCredits, packageId, monthlyCap, webhookUrl } = input;
  const isAlone = [thresholdCredits, packageId, monthlyCap, webhookUrl].every((value) => value === undefined);
  if (!enabled && isAlone) return { kind: "off", enabled: false };
  const missing = needed.filter((name) => input[name] === undefined || input[name] === null);
  if (missing.length > 0) {
    throw validationError(missing.map((path) => ({ path, message: "is required", rule: "required" })));
  }
  return {
    kind: "all",
    enabled,
    threshold: thresholdCredits!,
    packageId: packageId!,
    monthlyCapCents: monthlyCap!,
    webhookUrl: webhookUrl ?? null,
  };
}
