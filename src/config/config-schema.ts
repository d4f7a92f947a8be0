import { z } from "zod";
import { aiShape } from "./ai-settings.ts";
import { bankShape } from "./bank-settings.ts";
import { crmShape } from "./crm-settings.ts";
import { fileShape } from "./file-settings.ts";
import { plainNetwork } from "../http/ip-address.ts";
import { oauthShape } from "./oauth-settings.ts";
import { externalServiceShape } from "./external-services.ts";
import { propertySourceShape } from "./property-source-settings.ts";
import { secretList } from "./secret-list.ts";
import { efileShape } from "./efile-settings.ts";
import { taxShape } from "./tax-settings.ts";

/** Where a value comes from and how it is shown: one schema validates, documents and prints the example file. */
const port = z.coerce.number().int().min(0).max(65_535);
const optionalUrl = z.url().optional();
const milliseconds = (most: number) => z.coerce.number().int().min(0).max(most);
/** One address, or several with commas. */
const addresses = z
  .string()
  .refine(
    (text) => text.split(",").every((part) => z.url({ protocol: /^https?$/ }).safeParse(part.trim()).success),
    "must be http addresses, with commas between them",
  )
  .optional();
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
const commaList = z
  .string()
  .default("")
  .transform((text) => text.split(",").flatMap((part) => part.trim() || []));
/** A switch: on is `1` or `true`. */
export const flag = z
  .enum(["0", "1", "true", "false"])
  .transform((value) => value === "1" || value === "true");

/** Every setting of the platform. */
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
  DATABASE_LOGIN: z
    .enum(["derived", "given"])
    .default("derived")
    .describe(
      "Who connects for requests and jobs: login roles without rights to change the schema, made by the user of DATABASE_URL at start (derived), or that user itself, who must then be no superuser (given; for poolers and authentication without passwords)",
    ),
  DATABASE_REPLICA_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe("Streaming replica of DATABASE_URL, for reads that may be answered there"),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(12)
    .describe("Most connections of one subgraph in one process"),
  DATABASE_JOBS_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(2)
    .max(100)
    .default(4)
    .describe("Most connections of one process for its job queue"),
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds(600_000)
    .min(100)
    .default(30_000)
    .describe("How long one statement may run"),
  DATABASE_LOCK_TIMEOUT_MS: milliseconds(600_000)
    .min(100)
    .default(10_000)
    .describe("How long a statement waits for a row that another one holds"),
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
  OIDC_SCOPE_PREFIX: commaList.describe(
    "What the issuer puts before the platform's scopes, as api://hub/; several with commas",
  ),
  OIDC_FIRST_PARTY_CLIENTS: commaList.describe(
    "Client ids of your own applications: their tokens without platform scopes have full access; with commas",
  ),
  AUTH_ADMIN_CLAIM: z.string().min(1).optional().describe("Claim that marks admins, besides roles"),
  APPS_OPEN: flag
    .default(false)
    .describe("Registers an unknown appId by its first use instead of refusing it"),
  KEY_PEPPER: secretList(16)
    .optional()
    .describe("Secret of the keyed hash that API keys are stored as; several with commas, newest first"),
  ENCRYPTION_SECRET: secretList(16)
    .optional()
    .describe("Secret that personal data and tokens are sealed with; several with commas, newest first"),
  INTERNAL_SECRET: secretList(16)
    .optional()
    .describe("Secret that signs calls between router and subgraphs; several with commas, newest first"),
  FORWARD_AUTH_SECRET: secretList(16)
    .optional()
    .describe(
      "Secret of a proxy before another federation router; several with commas. Without it, subgraphs reject forwarded principals",
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe("Mail server; the sandbox's in demo mode"),
  MAIL_FROM: z
    .string()
    .min(3)
    .default("Hub platform <no-reply@hub.example>")
    .describe("Sender of the platform's mail"),
  PROCESSOR_WEBHOOK_SECRET: secretList(8)
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
  ...externalServiceShape,
  ...aiShape,
  ...bankShape,
  ...crmShape,
  ...taxShape,
  ...efileShape,
  ...oauthShape,
  ...fileShape,
  ...propertySourceShape,
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
  DRAIN_MS: milliseconds(120_000)
    .optional()
    .describe("How long a process that ends says so at /readyz before it closes; 6000 in production, else 0"),
  REQUEST_TIMEOUT_MS: milliseconds(600_000)
    .min(500)
    .default(60_000)
    .describe("How long a request may take to arrive"),
  SILENCE_TIMEOUT_MS: milliseconds(3_600_000)
    .min(500)
    .default(150_000)
    .describe("How long a connection on which nothing moves is kept"),
  HUB_URL: addresses.describe("Addresses of the hub subgraph in split mode, with commas"),
  PROPERTY_URL: addresses.describe("Addresses of the property subgraph in split mode, with commas"),
  GATEWAY_URL: addresses.describe("Addresses of the gateway subgraph in split mode, with commas"),
});
