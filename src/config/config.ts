import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { z } from "zod";
import { configSchema, flag } from "./config-schema.ts";
import { crmSecrets } from "./crm-settings.ts";
import { fileSecrets } from "./file-settings.ts";
import { oauthSecrets, readOauthProviders, type OauthProviderSettings } from "./oauth-settings.ts";
import { securityPriceSecrets } from "./security-price-settings.ts";
import { externalServiceSecrets, readExternalServices, type ExternalServices } from "./external-services.ts";
import { projectPath } from "../project-root.ts";
import {
  propertySourceSecrets,
  readNetworkSources,
  type NetworkSources,
} from "./property-source-settings.ts";
import { splitSecrets, type SecretList } from "./secret-list.ts";
import { connectSecrets } from "./connect-settings.ts";
import { efileSecrets } from "./efile-settings.ts";
import { demoWebhookSecrets } from "./demo-webhook-secrets.ts";
import { taxBanditsAccess, taxSecrets, type TaxBanditsAccess } from "./tax-settings.ts";
import { readSignInClient, signInSecrets, type SignInClient } from "./sign-in-settings.ts";
import { supergraphSecrets } from "./supergraph-settings.ts";
import { traceSecrets } from "./trace-settings.ts";

type RawConfig = z.output<typeof configSchema>;

/** Placeholder secrets outside production: fixed, so that demo keys stay the same over restarts. */
const demoSecrets = {
  KEY_PEPPER: "demo-pepper-not-for-production",
  ENCRYPTION_SECRET: "demo-encryption-secret-not-for-production",
  INTERNAL_SECRET: "demo-internal-secret-not-for-production",
  PROCESSOR_WEBHOOK_SECRET: demoWebhookSecrets.processor,
};
type SecretName = keyof typeof demoSecrets;

/** The process's checked settings, with derived settings filled in. */
export interface Config extends Omit<
  RawConfig,
  "SANDBOX_PORT" | "METRICS_PORT" | "DRAIN_MS" | "PUBLIC_URL" | "OIDC_ISSUER" | "DEMO" | SecretName
> {
  SANDBOX_PORT: number;
  METRICS_PORT: number;
  DRAIN_MS: number;
  /** The external services, as set or as the sandbox plays them. */
  externalServices: ExternalServices;
  /** Where and as whom TaxBandits is called. */
  taxBandits: TaxBanditsAccess;
  /** The publishers of building data, as set or as the sandbox plays them. */
  propertySources: NetworkSources;
  /** The outside services that people can connect. */
  oauthProviders: readonly OauthProviderSettings[];
  /** The platform as a client of the issuer, for agents' sign-in; null without one. */
  signIn: SignInClient | null;
  PUBLIC_URL: string;
  OIDC_ISSUER: string;
  DEMO: boolean;
  KEY_PEPPER: SecretList;
  ENCRYPTION_SECRET: SecretList;
  INTERNAL_SECRET: SecretList;
  PROCESSOR_WEBHOOK_SECRET: SecretList;
  isProduction: boolean;
}

/** One setting that is wrong: its name, what is wrong, and what would be right. */
export interface ConfigFault {
  name: string;
  message: string;
  hint: string;
}

/** All faults of the settings together. */
export class ConfigError extends Error {
  readonly faults: readonly ConfigFault[];
  constructor(faults: readonly ConfigFault[]) {
    super(`Config has ${faults.length} problem${faults.length === 1 ? "" : "s"}`);
    this.name = "ConfigError";
    this.faults = faults;
  }
}

const secretNames = new Set([
  "KEY_PEPPER",
  "ENCRYPTION_SECRET",
  "PROCESSOR_WEBHOOK_SECRET",
  "INTERNAL_SECRET",
  "FORWARD_AUTH_SECRET",
  "DATABASE_URL",
  "DATABASE_REPLICA_URL",
  "REDIS_URL",
  "SMTP_URL",
  ...externalServiceSecrets,
  ...securityPriceSecrets,
  ...fileSecrets,
  ...taxSecrets,
  ...connectSecrets,
  ...efileSecrets,
  ...crmSecrets,
  ...propertySourceSecrets,
  ...oauthSecrets,
  ...signInSecrets,
  ...supergraphSecrets,
  ...traceSecrets,
]);

/** Reads and checks the settings. Throws a ConfigError that lists every bad value. */
export function readConfig(env: Variables = readEnvironment()): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = configSchema.safeParse(given);
  const faults: ConfigFault[] = (parsed.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0]);
    const shown = secretNames.has(name) ? "the value" : JSON.stringify(given[name]);
    return { name, message: `${shown}: ${issue.message}`, hint: describeSetting(name) };
  });
  faults.push(...productionFaults(given));
  if (faults.length > 0 || !parsed.success) throw new ConfigError(faults);
  return derive(parsed.data);
}

/** True when the user at the terminal wants stack traces. */
export function wantsStacks(): boolean {
  return process.env["DEBUG"] === "1";
}

type Variables = Readonly<Record<string, string | undefined>>;

/** The process's environment, and the `.env` file in the project under it. */
export interface SettingLayers {
  environment: Variables;
  file: Variables;
}

function readLayers(): SettingLayers {
  const path = projectPath(".env");
  return {
    environment: process.env,
    file: existsSync(path) ? parseEnv(readFileSync(path, "utf8")) : {},
  };
}

/** The process's environment over what a `.env` file in the project says. */
function readEnvironment(): Variables {
  const { environment, file } = readLayers();
  return { ...file, ...environment };
}

/** Allowed values or bounds of a setting in words; empty without any. */
function allowedWords(schema: z.ZodType): string {
  const { enum: values, minimum, maximum } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  if (values) return `Allowed: ${values.join(", ")}`;
  if (minimum === undefined) return "";
  return maximum === undefined || maximum === Number.MAX_SAFE_INTEGER
    ? `Minimum: ${minimum}`
    : `From ${minimum} to ${maximum}`;
}

/** The text of `.env.example`: every setting with its description, allowed values and default. */
export function envExample(): string {
  const lines = Object.entries(configSchema.shape).map(([name, schema]) => {
    const fallback = configSchema.shape[name as keyof typeof configSchema.shape].safeParse(undefined);
    const value = fallback.success && fallback.data !== undefined ? String(fallback.data) : "";
    const allowed = allowedWords(schema);
    return `# ${schema.description ?? ""}${allowed && `. ${allowed}`}\n${value ? "" : "# "}${name}=${value}`;
  });
  return `# Settings of the platform. Generated by \`npm run doctor -- --write-example\`.\n\n${lines.join("\n\n")}\n`;
}

/** Where a setting's value comes from. */
export type SettingSource = "environment" | ".env" | "default";

/** A setting as a person may see it: secrets are masked. */
export interface ShownSetting {
  name: string;
  source: SettingSource;
  value: string;
}

/**
 * The settings that have a value, in the schema's order, with where it comes from. An empty variable counts as not set.
 * `layers` are those that `config` was read from.
 */
export function showSettings(config: Config, layers: SettingLayers = readLayers()): ShownSetting[] {
  return Object.keys(configSchema.shape).flatMap((name) => {
    const value: unknown = config[name as keyof Config];
    if (value === undefined) return [];
    return { name, source: sourceOf(name, layers), value: secretNames.has(name) ? mask : textOf(value) };
  });
}

/** The layer that decides; the environment does when both name a setting, even with an empty value. */
function sourceOf(name: string, { environment, file }: SettingLayers): SettingSource {
  const [given, source] =
    environment[name] === undefined
      ? ([file[name], ".env"] as const)
      : ([environment[name], "environment"] as const);
  return given === undefined || given === "" ? "default" : source;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : maskUrl(String(value));
}

const mask = "********";

/** Hides user names and passwords in URLs. */
export function maskUrl(text: string): string {
  return text.replaceAll(/:\/\/[^/?#\s]*@/g, `://${mask}@`);
}

function describeSetting(name: string): string {
  const schema = configSchema.shape[name as keyof typeof configSchema.shape];
  return schema?.description ?? "";
}

/** Checks the settings as given, so that these faults are reported together with those of single values. */
function productionFaults(given: Record<string, string | undefined>): ConfigFault[] {
  if (given["NODE_ENV"] !== "production") return [];
  const open: ConfigFault[] =
    given["RATE_LIMITS"] === "off"
      ? [
          {
            name: "RATE_LIMITS",
            message: "limits cannot be off in production: set RATE_LIMITS=on",
            hint: describeSetting("RATE_LIMITS"),
          },
        ]
      : [];
  const isOn = (name: string) => flag.safeParse(given[name]).data === true;
  if (isOn("DEMO")) {
    const hint = "set ALLOW_DEMO=1 to allow it";
    return isOn("ALLOW_DEMO")
      ? open
      : [...open, { name: "DEMO", message: "demo mode is rejected in production", hint }];
  }
  const faults: ConfigFault[] = [...open];
  for (const name of ["OIDC_ISSUER", ...Object.keys(demoSecrets)]) {
    const hint = describeSetting(name);
    if (given[name] === undefined) faults.push({ name, message: "missing in production", hint });
    else if (splitSecrets(given[name]).includes(demoSecrets[name as SecretName]))
      faults.push({ name, message: "the demo value is rejected in production: set your own", hint });
  }
  return faults;
}

function derive(raw: RawConfig): Config {
  const isProduction = raw.NODE_ENV === "production";
  const SANDBOX_PORT = raw.SANDBOX_PORT ?? raw.PORT + 10;
  const isDemo = raw.DEMO ?? !isProduction;
  const sandboxUrl = isDemo ? `http://127.0.0.1:${SANDBOX_PORT}` : null;
  return {
    ...raw,
    isProduction,
    externalServices: readExternalServices(raw, sandboxUrl),
    taxBandits: taxBanditsAccess({ ...raw, DEMO: isDemo }, sandboxUrl),
    propertySources: readNetworkSources(raw, sandboxUrl),
    oauthProviders: readOauthProviders(raw, sandboxUrl),
    signIn: readSignInClient(raw, isDemo),
    SANDBOX_PORT,
    METRICS_PORT: raw.METRICS_PORT ?? raw.PORT + 20,
    DRAIN_MS: raw.DRAIN_MS ?? (isProduction ? 6_000 : 0),
    PUBLIC_URL: (raw.PUBLIC_URL ?? `http://${raw.HOST}:${raw.PORT}`).replace(/\/$/, ""),
    OIDC_ISSUER: raw.OIDC_ISSUER ?? `http://127.0.0.1:${SANDBOX_PORT}/identity`,
    DEMO: isDemo,
    KEY_PEPPER: raw.KEY_PEPPER ?? [demoSecrets.KEY_PEPPER],
    ENCRYPTION_SECRET: raw.ENCRYPTION_SECRET ?? [demoSecrets.ENCRYPTION_SECRET],
    INTERNAL_SECRET: raw.INTERNAL_SECRET ?? [demoSecrets.INTERNAL_SECRET],
    PROCESSOR_WEBHOOK_SECRET: raw.PROCESSOR_WEBHOOK_SECRET ?? [demoSecrets.PROCESSOR_WEBHOOK_SECRET],
  };
}
