import { expect, test } from "vitest";
import { type ConfigError, showSettings, readConfig } from "../../src/config/config.ts";
import { oauthProviderNames } from "../../src/config/oauth-settings.ts";

const namesOf = (env: Record<string, string>) => readConfig(env).oauthProviders.map(({ name }) => name);
const google = {
  OAUTH_GOOGLE_ISSUER: "https://accounts.google.com",
  OAUTH_GOOGLE_CLIENT_ID: "us",
  OAUTH_GOOGLE_CLIENT_SECRET: "ours",
};

test("in demo mode the sandbox replaces every provider that is not configured", () => {
  const providers = readConfig({ PORT: "5000", ...google }).oauthProviders;
  expect(providers.map(({ name }) => name)).toEqual(oauthProviderNames);
  expect(providers[0]).toMatchObject({
    issuer: "https://accounts.google.com",
    clientId: "us",
    clientSecret: "ours",
  });
  expect(providers[2]).toMatchObject({
    issuer: "http://127.0.0.1:5010/oauth/github",
    clientId: "hub-github",
  });
});

test("outside demo mode a provider needs an issuer and both credentials", () => {
  expect(namesOf({ DEMO: "0" })).toEqual([]);
  expect(namesOf({ DEMO: "0", ...google })).toEqual(["google"]);
  for (const name of Object.keys(google)) expect(namesOf({ DEMO: "0", ...google, [name]: "" })).toEqual([]);
});

test("scopes, metadata and parameters follow the settings, and default scopes are always allowed", () => {
  const metadata = {
    issuer: "https://github.com",
    token_endpoint: "https://github.com/login/oauth/access_token",
  };
  const [github] = readConfig({
    DEMO: "0",
    OAUTH_GITHUB_CLIENT_ID: "us",
    OAUTH_GITHUB_CLIENT_SECRET: "ours",
    OAUTH_GITHUB_METADATA: JSON.stringify(metadata),
    OAUTH_GITHUB_SCOPES: "repo gist repo",
    OAUTH_GITHUB_DEFAULT_SCOPES: "gist",
    OAUTH_GITHUB_PARAMETERS: "allow_signup=false&login=a%20b",
  }).oauthProviders;
  expect(github).toMatchObject({
    issuer: "https://github.com",
    metadata,
    allowedScopes: ["repo", "gist"],
    defaultScopes: ["gist"],
    parameters: { allow_signup: "false", login: "a b" },
  });
  for (const { allowedScopes, defaultScopes } of readConfig({}).oauthProviders)
    expect(allowedScopes).toEqual(expect.arrayContaining([...defaultScopes]));
});

test.each([
  ["OAUTH_GOOGLE_ISSUER", "http://accounts.google.com"],
  ["OAUTH_GOOGLE_ISSUER", "issuer"],
  ["OAUTH_GOOGLE_METADATA", "[1]"],
  ["OAUTH_GOOGLE_METADATA", "{"],
  ["OAUTH_GOOGLE_SCOPES", "openid,  email "],
])("%s cannot be %j", (name, value) => {
  try {
    readConfig({ [name]: value });
    expect.unreachable();
  } catch (error) {
    expect((error as ConfigError).faults.map((fault) => fault.name)).toEqual([name]);
  }
});

test("provider secrets are not shown", () => {
  const shown = JSON.stringify(showSettings(readConfig(google), { environment: google, file: {} }));
  expect(shown).not.toContain("ours");
});
