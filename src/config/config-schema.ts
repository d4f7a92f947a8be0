import { z } from "zod";
import { aiShape } from "./ai-settings.ts";
import { bankShape } from "./bank-settings.ts";
import { cacheShape } from "./cache-settings.ts";
import { crmShape } from "./crm-settings.ts";
import { fileShape } from "./file-settings.ts";
import { plainNetwork } from "../http/ip-address.ts";
import { oauthShape } from "./oauth-settings.ts";
import { externalServiceShape } from "./external-services.ts";
import { propertySourceShape } from "./property-source-settings.ts";
import { secretList } from "./secret-list.ts";
import { connectShape } from "./connect-settings.ts";
import { efileShape } from "./efile-settings.ts";
import { securityPriceShape } from "./security-price-settings.ts";
import { exchangeRateShape } from "./exchange-rate-settings.ts";
import { taxShape } from "./tax-settings.ts";
import { signInShape } from "./sign-in-settings.ts";
import { supergraphShape } from "./supergraph-settings.ts";
import { traceShape } from "./trace-settings.ts";

/** One schema validates the settings, documents them and prints the example file. */
const port = z.coerce.number().int().min(0).max(65_535);
const optionalUrl = z.url().optional();
const milliseconds = (most: number) => z.coerce.number().int().min(0).max(most);
/** One URL, or several separated by commas. */
const addresses = z
  .string()
  .refine(
    (text) => text.split(",").every((part) => z.url({ protocol: /^https?$/ }).safeParse(part.trim()).success),
    "must be http or https URLs, separated by commas",
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
    "must be IP addresses or CIDR ranges, separated by commas",
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
    .describe("Environment of the process. production rejects demo secrets and unsafe settings"),
  HOST: z.string().min(1).default("127.0.0.1").describe("IP address or host name that the servers listen on"),
  PORT: port.default(4000).describe("Port of the router. 0 chooses a free port"),
  SANDBOX_PORT: port.optional().describe("Port of the sandbox. Default: PORT + 10"),
  METRICS_PORT: port.optional().describe("Port of /metrics. Default: PORT + 20"),
  PUBLIC_URL: optionalUrl.describe("Public URL of the platform. Default: http://HOST:PORT"),
  TRUSTED_PROXIES: networks.describe(
    "Trusted proxies: IP addresses or CIDR ranges, separated by commas. Their X-Forwarded-For is used. Default: none",
  ),
  DATA_DIR: z
    .string()
    .min(1)
    .default(".data")
    .describe("Directory for the embedded database, demo keys and local files"),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe("URL of a PostgreSQL database. Default: the embedded database"),
  DATABASE_LOGIN: z
    .enum(["derived", "given"])
    .default("derived")
    .describe(
      "Database login for requests and jobs. derived: login roles without schema rights, created at start. given: the user of DATABASE_URL, who must not be a superuser (for poolers and passwordless authentication)",
    ),
  DATABASE_REPLICA_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe("URL of a streaming replica of DATABASE_URL, for reads that allow it. Default: no replica"),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(12)
    .describe("Maximum database connections per subgraph and process"),
  DATABASE_JOBS_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(2)
    .max(100)
    .default(4)
    .describe("Maximum database connections per process for the job queue"),
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds(600_000)
    .min(100)
    .default(30_000)
    .describe("Timeout of one database statement, in milliseconds"),
  DATABASE_LOCK_TIMEOUT_MS: milliseconds(600_000)
    .min(100)
    .default(10_000)
    .describe("Timeout for a database lock, in milliseconds"),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe(
      "URL of Redis or Valkey, shared by all processes. Default: limits, events and cached responses stay in one process",
    ),
  RATE_LIMITS: z
    .enum(["on", "off"])
    .default("on")
    .describe("Turns rate limits on or off. Production requires on"),
  ABUSE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(6_000)
    .describe("Fair-use limit: requests per minute and app for accounts without a rate limit"),
  OIDC_ISSUER: optionalUrl.describe(
    "URL of the OpenID Connect issuer of user tokens. Default in demo mode: the sandbox's issuer",
  ),
  OIDC_AUDIENCE: z
    .string()
    .min(1)
    .default("hub-platform")
    .describe("Required audience of tokens. Separate several with commas"),
  OIDC_SCOPE_PREFIX: commaList.describe(
    "Prefix of the platform's scopes in tokens, such as api://hub/. Separate several with commas. Default: none",
  ),
  OIDC_FIRST_PARTY_CLIENTS: commaList.describe(
    "Client IDs of your own applications, separated by commas. Their tokens have full access without scopes. Default: none",
  ),
  AUTH_ADMIN_CLAIM: z
    .string()
    .min(1)
    .optional()
    .describe("Token claim that marks administrators, in addition to roles. Default: none"),
  OIDC_SESSION_CLAIM: z
    .string()
    .min(1)
    .default("sid")
    .describe(
      "Token claim that names the user's session at the issuer, so that it can be listed and revoked",
    ),
  APPS_OPEN: flag
    .default(false)
    .describe("Registers an unknown app ID at its first use instead of rejecting it"),
  KEY_PEPPER: secretList(16)
    .optional()
    .describe(
      "Secrets for hashing API keys, at least 16 characters each, separated by commas, newest first. Required in production",
    ),
  ENCRYPTION_SECRET: secretList(16)
    .optional()
    .describe(
      "Secrets for encrypting personal data and tokens, at least 16 characters each, separated by commas, newest first. Required in production",
    ),
  INTERNAL_SECRET: secretList(16)
    .optional()
    .describe(
      "Secrets for signing requests between router and subgraphs, at least 16 characters each, separated by commas, newest first",
    ),
  FORWARD_AUTH_SECRET: secretList(16)
    .optional()
    .describe(
      "Secrets of a proxy in front of another federation router, separated by commas. Without one, subgraphs reject forwarded principals",
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe("URL of the mail server. Default in demo mode: the sandbox's server"),
  MAIL_FROM: z
    .string()
    .min(3)
    .default("Hub platform <no-reply@hub.example>")
    .describe("From address of the platform's mail"),
  PROCESSOR_WEBHOOK_SECRET: secretList(8)
    .optional()
    .describe("Webhook signing secrets of the payment processor, separated by commas during a rotation"),
  PROCESSOR_SEGMENT: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/)
    .optional()
    .describe(
      "Alternative path segment for `processor`: lowercase letters, digits and dashes. Default: none",
    ),
  BOT_MIN_SCORE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe("Minimum score to pass the bot check, from 0 to 1"),
  BOT_HOSTNAMES: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((host) => host.trim() || []))
    .describe("Host names that bot checks must come from, separated by commas. Demo mode accepts all"),
  BOT_FAIL_OPEN: flag.default(false).describe("Accepts payments while the bot check is unavailable"),
  CREDITS_CONSUME: z
    .enum(["user", "backend"])
    .default("user")
    .describe("Who may consume credits. user: every principal for its own account. backend: only backends"),
  PAUSE_KEEPS_ACCESS: flag.default(true).describe("Keeps the access of paused subscriptions"),
  ...externalServiceShape,
  ...aiShape,
  ...bankShape,
  ...crmShape,
  ...taxShape,
  ...connectShape,
  ...efileShape,
  ...exchangeRateShape,
  ...securityPriceShape,
  ...oauthShape,
  ...fileShape,
  ...propertySourceShape,
  PROPERTY_DATA_DIR: z
    .string()
    .min(1)
    .optional()
    .describe("Directory of building data to import at the first start. Default: none"),
  ALLOW_DEMO: flag.default(false).describe("Allows demo mode in production"),
  DEMO: flag.optional().describe("Turns demo data and identities on or off. Default: on, in production off"),
  DEMO_CONTENT: flag
    .default(true)
    .describe(
      "Fills the accounts of the demo identities with invoices, bookings and other data, in demo mode",
    ),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .describe("Minimum severity of log lines"),
  ...traceShape,
  EXECUTOR: z
    .enum(["compiled", "library"])
    .default("compiled")
    .describe("Executor of query plans. compiled: the platform's own. library: the library's"),
  TRUSTED_DOCUMENTS: z
    .enum(["off", "allow", "only"])
    .default("off")
    .describe(
      "Trusted documents: stored operations and those of TRUSTED_DOCUMENTS_FILE. off: not used. allow: clients may send their ID. only: other documents are rejected",
    ),
  TRUSTED_DOCUMENTS_FILE: z
    .string()
    .min(1)
    .optional()
    .describe("Path of a JSON file with trusted documents by their SHA-256. Default: none"),
  WEBHOOK_ALLOW_HOSTS: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((host) => host.trim() || []))
    .describe(
      "Hosts that webhooks may reach through http and at private IP addresses, separated by commas. Only for tests and demos",
    ),
  SHUTDOWN_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(120_000)
    .default(10_000)
    .describe("Time for open requests to finish at shutdown, in milliseconds"),
  DRAIN_MS: milliseconds(120_000)
    .optional()
    .describe(
      "Time that /readyz reports a shutdown before the server closes, in milliseconds. Default: 6000 in production, otherwise 0",
    ),
  REQUEST_TIMEOUT_MS: milliseconds(600_000)
    .min(500)
    .default(60_000)
    .describe("Timeout for receiving a request, in milliseconds"),
  SILENCE_TIMEOUT_MS: milliseconds(3_600_000)
    .min(500)
    .default(150_000)
    .describe("Idle timeout of a connection, in milliseconds"),
  ...signInShape,
  ...supergraphShape,
  ...cacheShape,
  HUB_URL: addresses.describe("URLs of the hub subgraph in split mode, separated by commas"),
  PROPERTY_URL: addresses.describe("URLs of the property subgraph in split mode, separated by commas"),
  GATEWAY_URL: addresses.describe("URLs of the gateway subgraph in split mode, separated by commas"),
});
