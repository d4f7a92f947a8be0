import type { AdapterPayload } from "oidc-provider";
import { z } from "zod";
import type { SecretList } from "../../src/config/secret-list.ts";
import { createSealer, type Sealer } from "./sealed-state.ts";

/** IDs of registered clients, which carry the registration (RFC 7591, appendix A.5.2), so that registering stores nothing. */
export interface ClientIds {
  sealer: Sealer;
}

const prefix = "dyn_";
const maxRedirects = 8;
const maxUriLength = 512;
/** The sealed registration goes through URLs and headers. */
const maxRegistrationBytes = 3_000;

/** Schemes that run code or read files where a redirect ends. */
const dangerousSchemes = new Set([
  "javascript:",
  "data:",
  "vbscript:",
  "file:",
  "blob:",
  "about:",
  "ftp:",
  "ws:",
  "wss:",
]);

/** What of a registration counts; the rest is ignored. Clients are public, so they prove themselves with PKCE. */
export const registrationSchema = z.object({
  client_name: z.string().trim().min(1).max(80).optional(),
  client_uri: z
    .url({ protocol: /^https$/ })
    .max(maxUriLength)
    .optional(),
  redirect_uris: z
    .array(
      z
        .string()
        .max(maxUriLength)
        .refine(isRedirectUri, "must be https, a loopback address or an app's own scheme"),
    )
    .min(1)
    .max(maxRedirects),
});
export type Registration = z.output<typeof registrationSchema>;

export function createClientIds(secrets: SecretList): ClientIds {
  return { sealer: createSealer(secrets, "clients") };
}

/** The ID of a client; null for a registration that is too large. */
export async function sealClientId(
  { sealer }: ClientIds,
  registration: Registration,
): Promise<string | null> {
  if (Buffer.byteLength(JSON.stringify(registration)) > maxRegistrationBytes) return null;
  return prefix + (await sealer.encrypt(registration, null));
}

/** The client of an ID; undefined for an ID that was not issued here. */
export async function readClientId({ sealer }: ClientIds, id: string): Promise<AdapterPayload | undefined> {
  if (!id.startsWith(prefix)) return undefined;
  const parsed = registrationSchema.safeParse(await sealer.decrypt(id.slice(prefix.length)));
  return parsed.success ? clientOf(id, parsed.data) : undefined;
}

/** The properties of every client. */
export function clientOf(id: string, registration: Registration): AdapterPayload {
  const isNative = registration.redirect_uris.some((uri) => !uri.startsWith("https:"));
  return {
    ...registration,
    client_id: id,
    application_type: isNative ? "native" : "web",
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
}

/** https anywhere, http on this device, or the scheme of an installed app. */
function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || text.includes("#")) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "" || dangerousSchemes.has(protocol)) return false;
  if (protocol !== "http:") return true;
  return hostname === "127.0.0.1" || hostname === "[::1]" || hostname === "localhost";
}
