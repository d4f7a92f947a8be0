import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { configSchema } from "../../src/config/config-schema.ts";
import { ConfigError, envExample, showSettings, readConfig } from "../../src/config/config.ts";
import { projectPath } from "../../src/project-root.ts";

/** The faults of these settings, by name. */
function faultsOf(env: Record<string, string>): Record<string, string> {
  try {
    readConfig(env);
    return {};
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const { hint } of error.faults) expect(hint).not.toBe("");
    return Object.fromEntries(error.faults.map(({ name, message }) => [name, message]));
  }
}

const production = {
  NODE_ENV: "production",
  OIDC_ISSUER: "https://issuer.example",
  KEY_PEPPER: "a-pepper-of-production",
  ENCRYPTION_SECRET: "a-key-of-production-of-enough-length",
  INTERNAL_SECRET: "a-secret-of-production",
  PROCESSOR_WEBHOOK_SECRET: "whsec_of_production",
};
const secrets = ["KEY_PEPPER", "ENCRYPTION_SECRET", "INTERNAL_SECRET", "PROCESSOR_WEBHOOK_SECRET"] as const;
const needed = ["OIDC_ISSUER", ...secrets] as const;

describe("settings", () => {
  test("all settings are optional outside production: a demo on this machine", () => {
    const config = readConfig({});
    expect(config).toMatchObject({ NODE_ENV: "development", HOST: "127.0.0.1", PORT: 4000, DEMO: true });
    expect(config).toMatchObject({ SANDBOX_PORT: 4010, METRICS_PORT: 4020, isProduction: false });
    expect(config.PUBLIC_URL).toBe("http://127.0.0.1:4000");
    expect(config.OIDC_ISSUER).toBe("http://127.0.0.1:4010/identity");
  });

  test("omitted settings are derived from others", () => {
    const config = readConfig({ PORT: "5000", PUBLIC_URL: "https://hub.example/" });
    expect(config).toMatchObject({ SANDBOX_PORT: 5010, METRICS_PORT: 5020 });
    expect(config.PUBLIC_URL).toBe("https://hub.example");
  });

  test("empty settings count as omitted, and unknown variables are ignored", () => {
    expect(readConfig({ PORT: "", LOG_LEVEL: "", HOME: "/root" }).PORT).toBe(4000);
  });

  test("all invalid settings are reported together", () => {
    const wrong = {
      PORT: "abc",
      METRICS_PORT: "70000",
      LOG_LEVEL: "loud",
      DATABASE_URL: "mysql://db/x",
      OIDC_ISSUER: "issuer",
      KEY_PEPPER: "short",
      DEMO: "yes",
      SHUTDOWN_TIMEOUT_MS: "-1",
    };
    expect(Object.keys(faultsOf(wrong)).sort()).toEqual(Object.keys(wrong).sort());
    expect(faultsOf(wrong)["PORT"]).toContain('"abc"');
  });

  test("invalid settings are reported together with those missing in production", () => {
    const names = Object.keys(faultsOf({ NODE_ENV: "production", PORT: "abc" }));
    expect(names.sort()).toEqual(["PORT", ...needed].sort());
  });

  test("a fault does not repeat the value of a secret setting", () => {
    const faults = faultsOf({ KEY_PEPPER: "canary", DATABASE_URL: "canary", SMTP_URL: "http://u:canary@x" });
    expect(Object.keys(faults)).toHaveLength(3);
    expect(JSON.stringify(faults)).not.toContain("canary");
  });
});

describe("production", () => {
  test("production starts with its secrets set, without demo", () => {
    expect(readConfig(production)).toMatchObject({ isProduction: true, DEMO: false });
  });

  test("production without its secrets is refused, naming each", () => {
    expect(Object.keys(faultsOf({ NODE_ENV: "production" })).sort()).toEqual([...needed].sort());
  });

  test.each(needed)("production is refused without %s", (name) => {
    const { [name]: _, ...others } = production;
    expect(Object.keys(faultsOf(others))).toEqual([name]);
  });

  test.each(secrets)("production is refused with the demo's %s", (name) => {
    const [known] = readConfig({})[name];
    expect(Object.keys(faultsOf({ ...production, [name]: known }))).toEqual([name]);
    const beside = `${production[name]},${known}`;
    expect(Object.keys(faultsOf({ ...production, [name]: beside }))).toEqual([name]);
  });

  test("production refuses demo mode without ALLOW_DEMO", () => {
    expect(Object.keys(faultsOf({ ...production, DEMO: "1" }))).toEqual(["DEMO"]);
    expect(Object.keys(faultsOf({ NODE_ENV: "production", DEMO: "true" }))).toEqual(["DEMO"]);
    expect(readConfig({ NODE_ENV: "production", DEMO: "1", ALLOW_DEMO: "1" }).DEMO).toBe(true);
    expect(readConfig({ ...production, DEMO: "0", ALLOW_DEMO: "1" }).DEMO).toBe(false);
  });
});

describe("a secret that is rotated", () => {
  const providers = ["PROCESSOR_CONNECT_WEBHOOK_SECRET", "TAXFILING_WEBHOOK_SECRET", "EFILE_WEBHOOK_SECRET"];
  const rotated = [...secrets, "FORWARD_AUTH_SECRET", ...providers];
  const older = "an-older-value-of-enough-length";
  const newer = "a-newer-value-of-enough-length";

  test.each(rotated)("%s holds one value, or several in order", (name) => {
    const values = (text: string) => readConfig({ [name]: text })[name as "KEY_PEPPER"];
    expect(values(older)).toEqual([older]);
    expect(values(`${newer}, ${older}`)).toEqual([newer, older]);
    expect(values(`${newer},${older},`)).toEqual([newer, older]);
  });

  test.each(rotated)("%s refuses short, repeated and too many values without repeating them", (name) => {
    const many = Array.from({ length: 6 }, (_, index) => `${newer}${index}`).join(",");
    for (const text of [`${newer},short`, `${newer},${newer}`, " , ,", many]) {
      const faults = faultsOf({ [name]: text });
      expect(Object.keys(faults)).toEqual([name]);
      expect(faults[name]).not.toContain(newer);
    }
  });
});

describe(".env.example", () => {
  test(".env.example lists every setting with its purpose", () => {
    const text = envExample();
    for (const [name, schema] of Object.entries(configSchema.shape)) {
      expect(schema.description ?? "", name).not.toBe("");
      expect(text).toMatch(new RegExp(`^# ${escaped(schema.description!)}(\\. .+)?\n(# )?${name}=`, "m"));
    }
    expect(text).toContain("unsafe settings. Allowed: development, test, production\nNODE_ENV=");
    expect(text).toContain("free port. From 0 to 65535\nPORT=");
  });

  test(".env.example is a valid configuration", () => {
    const lines = envExample()
      .split("\n")
      .filter((line) => /^[A-Z]/.test(line));
    const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
    expect(readConfig(env)).toEqual(readConfig({}));
  });

  test("the committed .env.example equals the generated one", () => {
    expect(existsSync(projectPath(".env.example"))).toBe(true);
    expect(readFileSync(projectPath(".env.example"), "utf8")).toBe(envExample());
  });
});

test("printed settings contain no secret", () => {
  const env = { ...production, DATABASE_URL: "postgres://u:canary1@db/x", SMTP_URL: "smtp://u:canary2@mail" };
  const shown = JSON.stringify(showSettings(readConfig(env), { environment: env, file: {} }));
  for (const secret of ["canary1", "canary2", production.KEY_PEPPER, production.INTERNAL_SECRET, "whsec"])
    expect(shown).not.toContain(secret);
  expect(shown).toContain("https://issuer.example");
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
