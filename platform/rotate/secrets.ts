import type { Config } from "../../src/config/config.ts";

/** A secret of which nothing that is stored depends, and when its older values may be removed. */
interface UnstoredSecret {
  name: string;
  values: readonly string[];
  use: string;
}

/** The configured ones of them. */
export function unstoredSecrets(config: Config): UnstoredSecret[] {
  const provider = "Remove the older value when the provider signs only with the newest one.";
  const all: [string, readonly string[] | undefined, string][] = [
    [
      "INTERNAL_SECRET",
      config.INTERNAL_SECRET,
      "Remove the older value 10 minutes after all processes use the newest one first.",
    ],
    [
      "FORWARD_AUTH_SECRET",
      config.FORWARD_AUTH_SECRET,
      "Remove the older value when every proxy sends the newest one.",
    ],
    ["PROCESSOR_WEBHOOK_SECRET", config.PROCESSOR_WEBHOOK_SECRET, provider],
    ["TAXFILING_WEBHOOK_SECRET", config.TAXFILING_WEBHOOK_SECRET, provider],
    ["PROCESSOR_CONNECT_WEBHOOK_SECRET", config.PROCESSOR_CONNECT_WEBHOOK_SECRET, provider],
    ["EFILE_WEBHOOK_SECRET", config.EFILE_WEBHOOK_SECRET, provider],
    ["MAIL_REPORT_SECRET", config.MAIL_REPORT_SECRET, provider],
  ];
  return all.flatMap(([name, values, use]) => (values === undefined ? [] : [{ name, values, use }]));
}
