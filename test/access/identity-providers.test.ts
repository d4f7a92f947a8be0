import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { createTokenVerifier } from "../../src/access/token.ts";
import { readConfig } from "../../src/config/config.ts";
import { projectPath } from "../../src/project-root.ts";

/** Tokens as an identity provider issues them, and the settings that its guide gives. */
interface Fixture {
  settings: Record<string, string>;
  tokens: {
    name: string;
    header: { alg: string; typ?: string };
    payload: JWTPayload & { iat: number };
    /** Full access, the scopes that the token is limited to, or 401. */
    access: "full" | string[] | "refused";
    admin?: boolean;
  }[];
}

const directory = projectPath("test", "fixtures", "identity-providers");
const providers = readdirSync(directory).map((file) => file.replace(".json", ""));
const fixtureOf = (name: string) => JSON.parse(readFileSync(`${directory}/${name}.json`, "utf8")) as Fixture;
const guideOf = (name: string) =>
  readFileSync(projectPath("docs", "guides", "identity-providers", `${name}.md`), "utf8");

let keys: Awaited<ReturnType<typeof generateKeyPair>>;
beforeAll(async () => {
  keys = await generateKeyPair("RS256", { extractable: true });
});

/** A verifier with the settings that the guide gives, for tokens of any issuer that are signed here. */
async function verifierOf({ OIDC_ISSUER: issuer, ...settings }: Record<string, string>) {
  const config = readConfig({ NODE_ENV: "test", ...settings });
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "k1", alg: "RS256" };
  return createTokenVerifier({
    issuer: issuer!,
    audience: config.OIDC_AUDIENCE.split(","),
    adminClaim: config.AUTH_ADMIN_CLAIM ?? null,
    sessionClaim: config.OIDC_SESSION_CLAIM,
    scopePrefixes: config.OIDC_SCOPE_PREFIX,
    firstPartyClients: config.OIDC_FIRST_PARTY_CLIENTS,
    fetch: async (url) =>
      url.endsWith("/openid-configuration")
        ? Response.json({ issuer, jwks_uri: "https://keys.example/jwks" })
        : Response.json({ keys: [jwk] }),
  });
}

describe.each(providers)("%s", (provider) => {
  const { settings, tokens } = fixtureOf(provider);

  test.each(tokens)("$name", async ({ header, payload, access, admin = false }) => {
    const token = await new SignJWT(payload)
      .setProtectedHeader({ ...header, kid: "k1" })
      .sign(keys.privateKey);
    const verified = (await verifierOf(settings)).verify(token, new Date((payload.iat + 60) * 1000));
    if (access === "refused") {
      await expect(verified).rejects.toMatchObject({ code: "UNAUTHORIZED" });
      return;
    }
    const { sub, scope, roles } = await verified;
    expect(sub).toBe(payload.sub);
    expect(scope ?? "full").toEqual(access);
    expect(roles.includes("admin")).toBe(admin);
  });

  test("its guide shows these settings, and the first of these tokens", () => {
    const guide = guideOf(provider);
    for (const [name, value] of Object.entries(settings)) expect(guide).toContain(`${name}=${value}`);
    const [example] = /```json\n([\s\S]*?)```/.exec(guide)?.slice(1) ?? [];
    expect(JSON.parse(example ?? "null")).toEqual(tokens[0]!.payload);
  });
});

test("tokens of Cognito name their session when the claim is set as its guide says", async () => {
  const { settings, tokens } = fixtureOf("cognito");
  const [{ header, payload }] = tokens as [Fixture["tokens"][0]];
  const token = await new SignJWT(payload).setProtectedHeader({ ...header, kid: "k1" }).sign(keys.privateKey);
  const { session } = await (await verifierOf(settings)).verify(token, new Date((payload.iat + 60) * 1000));
  expect(session).toMatchObject({ name: payload["origin_jti"], isRevocable: true });
});

test("the overview leads to every guide", () => {
  const overview = guideOf("README");
  for (const provider of providers) expect(overview).toContain(`](${provider}.md)`);
});
