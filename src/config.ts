import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { z } from "zod";
import { aiShape } from "./ai-settings.ts";
import { plainNetwork } from "./http/ip-address.ts";
import { partySecrets, partyShape, readParties, type Parties } from "./parties.ts";
import { projectPath } from "./project-root.ts";

/** Where a value comes from and how it is shown: one schema validates, documents and prints the example file. */
const port = z.coerce.number().int().min(0).max(65_535);
const optionalUrl = z.url().optional();
const networks = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  )
  .refine(
    (parts) => parts.every((part) => plainNetwork(part) !== null),
    "must be addresses or networks (CIDR)",
  );
const flag = z.enum(["0", "1", "true", "false"]).transform((value) => value === "1" || value === "true");

export const configSchema = z.object({
  NODE_ENV: z
    .enum(["development", "test", "production"])
    .default("development")
    .describe("How strict the process is"),
  HOST: z.string().min(1).default("127.0.0.1").describe("Address to listen on"),
  PORT: port.default(4000).describe("Port of the router"),
  SANDBOX_PORT: port.optional().describe("Port of the sandbox; PORT + 10 when left out"),
  METRICS_PORT: port.optional().describe("Port of /metrics; PORT + 20 when left out"),
  PUBLIC_URL: optionalUrl.describe("Address that clients use; http://HOST:PORT when left out"),
  TRUSTED_PROXIES: networks.describe(
    "Proxies whose X-Forwarded-For is believed: addresses or networks with commas; none by default",
  ),
  DATA_DIR: z
    .string()
    .min(1)
    .default(".data")
    .describe("Directory of the embedded database and of demo keys"),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe("PostgreSQL to use instead of the embedded one"),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe("Redis or Valkey shared by several processes"),
  RATE_LIMITS: z
    .enum(["on", "off"])
    .default("on")
    .describe("Whether calls are counted and limited; always on in production"),
  ABUSE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(6_000)
    .describe("Calls a minute of an account without limits, in one app"),
  OIDC_ISSUER: optionalUrl.describe("Issuer of identity tokens; the sandbox's in demo mode"),
  OIDC_AUDIENCE: z
    .string()
    .min(1)
    .default("hub-platform")
    .describe("Audience that tokens must name; several with commas"),
  AUTH_ADMIN_CLAIM: z.string().min(1).optional().describe("Claim that marks admins, besides roles"),
  APPS_OPEN: flag
    .default(false)
    .describe("Registers an unknown appId by its first use instead of refusing it"),
  KEY_PEPPER: z.string().min(16).optional().describe("Secret of the keyed hash that API keys are stored as"),
  ENCRYPTION_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe("Secret that personal data and tokens are sealed with"),
  INTERNAL_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe("Secret that signs calls between router and subgraphs"),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe("Mail server; the sandbox's in demo mode"),
  MAIL_FROM: z
    .string()
    .min(3)
    .default("Hub platform <no-reply@hub.example>")
    .describe("Sender of the platform's mail"),
  PROCESSOR_WEBHOOK_SECRET: z
    .string()
    .min(8)
    .optional()
    .describe("Secrets that the payment processor signs its webhooks with, with commas while rotating"),
  PROCESSOR_SEGMENT: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/)
    .optional()
    .describe("Word that answers in paths beside `processor`"),
  BOT_MIN_SCORE: z.coerce.number().min(0).max(1).default(0.5).describe("Least score of a bot check"),
  BOT_HOSTNAMES: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((host) => host.trim() || []))
    .describe("Hosts whose bot checks count, with commas; any in demo mode"),
  BOT_FAIL_OPEN: flag.default(false).describe("Admits payments while the bot check cannot be reached"),
  CREDITS_CONSUME: z
    .enum(["user", "backend"])
    .default("user")
    .describe("Who may consume credits: any caller for itself, or backends only"),
  PAUSE_KEEPS_ACCESS: flag.default(true).describe("Whether a paused subscription keeps its access"),
  ...partyShape,
  ...aiShape,
  PROPERTY_DATA_DIR: z
    .string()
    .min(1)
    .optional()
    .describe("Directory of building data to import at first start"),
  ALLOW_DEMO: flag.default(false).describe("Admits demo mode in production"),
  DEMO: flag.optional().describe("Demo data and identities; on outside production"),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .describe("Least severe line that is written"),
  EXECUTOR: z
    .enum(["compiled", "library"])
    .default("compiled")
    .describe("What runs query plans: our compiled executor, or the library's"),
  TRUSTED_DOCUMENTS: z
    .enum(["off", "allow", "only"])
    .default("off")
    .describe("Whether GraphQL documents may, or must, be known ones: stored operations and the file's"),
  TRUSTED_DOCUMENTS_FILE: z
    .string()
    .min(1)
    .optional()
    .describe("JSON file of trusted documents, each text by its SHA-256"),
  WEBHOOK_ALLOW_HOSTS: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((host) => host.trim() || []))
    .describe(
      "Hosts that webhooks may reach by http and at private addresses, with commas; for tests and demos",
    ),
  SHUTDOWN_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(120_000)
    .default(10_000)
    .describe("How long requests may take to finish at shutdown"),
  HUB_URL: optionalUrl.describe("Address of the hub subgraph in split mode"),
  PROPERTY_URL: optionalUrl.describe("Address of the property subgraph in split mode"),
  GATEWAY_URL: optionalUrl.describe("Address of the gateway subgraph in split mode"),
});

type RawConfig = z.output<typeof configSchema>;

/** What stands in for secrets outside production: fixed, so that demo keys stay the same over restarts. */
const demoSecrets = {
  KEY_PEPPER: "demo-pepper-not-for-production",
  ENCRYPTION_SECRET: "demo-encryption-secret-not-for-production",
  INTERNAL_SECRET: "demo-internal-secret-not-for-production",
  PROCESSOR_WEBHOOK_SECRET: "whsec_demo_not_for_production",
};
type SecretName = keyof typeof demoSecrets;

/** The process's settings, checked, with what follows from others filled in. */
export interface Config extends Omit<
  RawConfig,
  "SANDBOX_PORT" | "METRICS_PORT" | "PUBLIC_URL" | "OIDC_ISSUER" | "DEMO" | SecretName
> {
  SANDBOX_PORT: number;
  METRICS_PORT: number;
  /** The outside parties, as set or as the sandbox plays them. */
  parties: Parties;
  PUBLIC_URL: string;
  OIDC_ISSUER: string;
  DEMO: boolean;
  KEY_PEPPER: string;
  ENCRYPTION_SECRET: string;
  INTERNAL_SECRET: string;
  PROCESSOR_WEBHOOK_SECRET: string;
  isProduction: boolean;
}

/** One setting that is wrong: its name, what is wrong, and what would be right. */
export interface ConfigFault {
  name: string;
  message: string;
  hint: string;
}

/** Every fault of the settings at once. */
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
  "DATABASE_URL",
  "REDIS_URL",
  "SMTP_URL",
  ...partySecrets,
]);

/** Reads and checks the settings. Throws a ConfigError that names every bad value at once. */
export function readConfig(env: Record<string, string | undefined> = readEnvironment()): Config {
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

/** True when the person at the terminal asks for stacks. */
export function wantsStacks(): boolean {
  return process.env["DEBUG"] === "1";
}

/** The process's environment over what a `.env` file in the project says. */
function readEnvironment(): Record<string, string | undefined> {
  const file = projectPath(".env");
  return existsSync(file) ? { ...parseEnv(readFileSync(file, "utf8")), ...process.env } : process.env;
}

/** The text of `.env.example`: every setting with what it is for and its default. */
export function envExample(): string {
  const lines = Object.entries(configSchema.shape).map(([name, schema]) => {
    const fallback = configSchema.shape[name as keyof typeof configSchema.shape].safeParse(undefined);
    const value = fallback.success && fallback.data !== undefined ? String(fallback.data) : "";
    return `# ${schema.description ?? ""}\n${value ? "" : "# "}${name}=${value}`;
  });
  return `# Settings of the platform. Generated by \`npm run doctor -- --write-example\`.\n\n${lines.join("\n\n")}\n`;
}

/** The settings as a person may see them: secrets are masked. */
export function maskedConfig(config: Config): Record<string, string> {
  return Object.fromEntries(
    Object.entries(config)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, secretNames.has(name) ? "********" : String(value)]),
  );
}

function describeSetting(name: string): string {
  const schema = configSchema.shape[name as keyof typeof configSchema.shape];
  return schema?.description ?? "";
}

/** Judged on the settings as given, so that these faults are told together with those of single values. */
function productionFaults(given: Record<string, string | undefined>): ConfigFault[] {
  if (given["NODE_ENV"] !== "production") return [];
  const open: ConfigFault[] =
    given["RATE_LIMITS"] === "off"
      ? [
          {
            name: "RATE_LIMITS",
            message: "limits cannot be off in production",
            hint: describeSetting("RATE_LIMITS"),
          },
        ]
      : [];
  const isOn = (name: string) => flag.safeParse(given[name]).data === true;
  if (isOn("DEMO")) {
    const hint = "set ALLOW_DEMO=1 to admit it";
    return isOn("ALLOW_DEMO")
      ? open
      : [...open, { name: "DEMO", message: "demo mode is refused in production", hint }];
  }
  const faults: ConfigFault[] = [...open];
  for (const name of ["OIDC_ISSUER", ...Object.keys(demoSecrets)]) {
    const hint = describeSetting(name);
    if (given[name] === undefined) faults.push({ name, message: "missing in production", hint });
    else if (given[name] === demoSecrets[name as SecretName])
      faults.push({ name, message: "the demo's own value is refused in production", hint });
  }
  return faults;
}

function derive(raw: RawConfig): Config {
  const isProduction = raw.NODE_ENV === "production";
  const SANDBOX_PORT = raw.SANDBOX_PORT ?? raw.PORT + 10;
  const isDemo = raw.DEMO ?? !isProduction;
  return {
    ...raw,
    isProduction,
    parties: readParties(raw, isDemo ? `http://127.0.0.1:${SANDBOX_PORT}` : null),
    SANDBOX_PORT,
    METRICS_PORT: raw.METRICS_PORT ?? raw.PORT + 20,
    PUBLIC_URL: (raw.PUBLIC_URL ?? `http://${raw.HOST}:${raw.PORT}`).replace(/\/$/, ""),
    OIDC_ISSUER: raw.OIDC_ISSUER ?? `http://127.0.0.1:${SANDBOX_PORT}/identity`,
    DEMO: isDemo,
    KEY_PEPPER: raw.KEY_PEPPER ?? demoSecrets.KEY_PEPPER,
    ENCRYPTION_SECRET: raw.ENCRYPTION_SECRET ?? demoSecrets.ENCRYPTION_SECRET,
    INTERNAL_SECRET: raw.INTERNAL_SECRET ?? demoSecrets.INTERNAL_SECRET,
    PROCESSOR_WEBHOOK_SECRET: raw.PROCESSOR_WEBHOOK_SECRET ?? demoSecrets.PROCESSOR_WEBHOOK_SECRET,
  };
}
