import { z } from "zod";
import type { ExternalServices } from "./external-services.ts";

/** Export of traces. */
export interface TraceSettings {
  /** Base URL of the collector; null turns tracing off. */
  endpoint: string | null;
  headers: Readonly<Record<string, string>>;
  sampleRatio: number;
  /** The external services, by the start of their URLs. */
  vendors: readonly { name: string; baseUrl: string }[];
}

/** `name=value` pairs, with values percent-encoded as OpenTelemetry specifies. */
const headerList = z
  .string()
  .transform((text, ctx) => {
    const pairs = text.split(",").flatMap((pair) => pair.trim() || []);
    const headers = new Map<string, string>();
    for (const pair of pairs) {
      const [, name, value] = /^([A-Za-z0-9_-]{1,64})=([\x21-\x7e]{1,4096})$/.exec(pair) ?? [];
      const decoded = value === undefined ? null : decode(value);
      if (name === undefined || decoded === null) {
        ctx.addIssue({ code: "custom", message: "must be name=value pairs, separated by commas" });
        return z.NEVER;
      }
      headers.set(name, decoded);
    }
    return Object.fromEntries(headers);
  })
  .optional();

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** Names as OpenTelemetry specifies them. */
export const traceShape = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Base URL of an OpenTelemetry collector for traces over OTLP/HTTP. Default: tracing is off"),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.describe(
    "Headers of trace exports: name=value pairs, percent-encoded, separated by commas. Default: none",
  ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe("Share of traces that are recorded. Set the same value in all processes"),
};

/** Names of settings that are never shown. */
export const traceSecrets: readonly string[] = ["OTEL_EXPORTER_OTLP_HEADERS"];

/** Where the vendors' own SDKs send requests by default. */
const officialUrls = new Map([
  ["processor", "https://api.stripe.com"],
  ["openai", "https://api.openai.com"],
  ["anthropic", "https://api.anthropic.com"],
  ["google", "https://generativelanguage.googleapis.com"],
  ["mistral", "https://api.mistral.ai"],
]);

export function traceSettings(config: {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: Readonly<Record<string, string>> | undefined;
  OTEL_TRACES_SAMPLER_ARG: number;
  externalServices: ExternalServices;
}): TraceSettings {
  return {
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    sampleRatio: config.OTEL_TRACES_SAMPLER_ARG,
    vendors: Object.entries(config.externalServices).flatMap(([name, { baseUrl }]) => {
      const url = baseUrl ?? officialUrls.get(name);
      return url === undefined ? [] : [{ name, baseUrl: url }];
    }),
  };
}
