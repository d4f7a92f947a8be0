import { hkdfSync } from "node:crypto";
import type { Logger } from "pino";
import type { RouterParts } from "../router/main.ts";
import { createGoogleSpeech } from "../router/media/google-speech.adapter.ts";
import { createOpenAiSpeech } from "../router/media/openai-speech.adapter.ts";
import { withFailover } from "../router/media/speech-failover.ts";
import { createTokenVerifier } from "../src/access/token.ts";
import { systemClock } from "../src/time/clock.ts";
import type { Config } from "../src/config/config.ts";
import { receiverUrl } from "../sandbox/receiver-address.ts";
import { unconfiguredServices } from "../src/config/external-services.ts";
import type { SecretList } from "../src/config/secret-list.ts";
import { platformVersion } from "../src/version.ts";
import { createDemoIdentities } from "./demo/explorer-identities.ts";
import { fileStorage } from "./file-storage.ts";

/** A router's settings from the configuration, wherever its subgraphs are. */
export function routerSettings(
  config: Config,
  log: Logger,
): Omit<RouterParts, "supergraph" | "subgraphs" | "subscribers" | "health" | "metrics"> {
  return {
    tokens: createTokenVerifier({
      issuer: config.OIDC_ISSUER,
      audience: config.OIDC_AUDIENCE.split(","),
      adminClaim: config.AUTH_ADMIN_CLAIM ?? null,
      sessionClaim: config.OIDC_SESSION_CLAIM,
      scopePrefixes: config.OIDC_SCOPE_PREFIX,
      firstPartyClients: config.OIDC_FIRST_PARTY_CLIENTS,
    }),
    clock: systemClock,
    log,
    publicUrl: config.PUBLIC_URL,
    version: platformVersion,
    isProduction: config.isProduction,
    explorer: { environment: config.NODE_ENV, isDemo: config.DEMO },
    unconfigured: unconfiguredServices(config.externalServices),
    executor: config.EXECUTOR,
    trustedDocuments: { mode: config.TRUSTED_DOCUMENTS, file: config.TRUSTED_DOCUMENTS_FILE },
    trustedProxies: config.TRUSTED_PROXIES,
    pathSegments: pathSegments(config),
    limits: {
      isOn: config.RATE_LIMITS === "on",
      redisUrl: config.REDIS_URL ?? null,
      abusePerMinute: config.ABUSE_LIMIT_PER_MINUTE,
    },
    serverTimeouts: { requestMs: config.REQUEST_TIMEOUT_MS, silenceMs: config.SILENCE_TIMEOUT_MS },
    issuer: config.OIDC_ISSUER,
    signIn:
      config.signIn === null
        ? undefined
        : { issuer: config.OIDC_ISSUER, client: config.signIn, secrets: config.INTERNAL_SECRET },
    confirmationSecrets: confirmationSecrets(config.INTERNAL_SECRET),
    files: fileStorage(config),
    ...(config.FORWARD_AUTH_SECRET === undefined
      ? {}
      : {
          forwardAuth: { secrets: config.FORWARD_AUTH_SECRET, internalSecret: config.INTERNAL_SECRET[0] },
        }),
    allowTestClock: config.DEMO || config.NODE_ENV === "test",
    demoIdentities: config.DEMO ? createDemoIdentities(config) : undefined,
    ...speechOf(config, log),
    receiverUrl: config.DEMO ? receiverUrl(config.SANDBOX_PORT) : undefined,
  };
}

/** Speech for media streams of calls; without a provider there are no streams. */
function speechOf(config: Config, log: Logger): Pick<RouterParts, "speech"> {
  const { openai, google } = config.externalServices;
  const makers = {
    openai: () =>
      openai.secret === null
        ? null
        : createOpenAiSpeech({
            apiKey: openai.secret,
            baseUrl: openai.baseUrl,
            transcriptionModel: config.OPENAI_TRANSCRIPTION_MODEL,
            speechModel: config.OPENAI_SPEECH_MODEL,
          }),
    google: () =>
      google.secret === null
        ? null
        : createGoogleSpeech({
            apiKey: google.secret,
            baseUrl: google.baseUrl,
            transcriptionModel: config.GOOGLE_AI_TRANSCRIPTION_MODEL,
            speechModel: config.GOOGLE_AI_SPEECH_MODEL,
          }),
  };
  const providers = config.AI_SPEECH_ORDER.flatMap((name) => {
    const speech = makers[name]();
    return speech === null ? [] : [{ name, speech }];
  });
  return providers.length === 0 ? {} : { speech: withFailover(providers, log) };
}

/** Secrets of their own, newest first, derived from those that all processes share (HKDF-SHA-256, RFC 5869). */
function confirmationSecrets([newest, ...older]: SecretList): SecretList {
  const derive = (internal: string) =>
    Buffer.from(hkdfSync("sha256", internal, "", "hub-platform confirmations", 32)).toString("base64url");
  return [derive(newest), ...older.map(derive)];
}

/** The configured other words of paths. */
function pathSegments(config: Config): Record<string, string> {
  const { PROCESSOR_SEGMENT: processor, BANK_SEGMENT: bank, TAXFILING_SEGMENT: taxfiling } = config;
  return {
    ...(processor === undefined ? {} : { processor }),
    ...(bank === undefined ? {} : { bank }),
    ...(taxfiling === undefined ? {} : { taxfiling }),
  };
}
