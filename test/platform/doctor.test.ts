import { afterEach, describe, expect, test, vi } from "vitest";
import { readConfig, showSettings } from "../../src/config/config.ts";
import { configSchema } from "../../src/config/config-schema.ts";
import { runCommand } from "../../platform/commands/commands.ts";
import { settingsReport } from "../../platform/doctor/show-settings.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const reportOf = (environment: Record<string, string>, file: Record<string, string> = {}) => {
  const config = readConfig({ ...file, ...environment });
  return settingsReport(config, showSettings(config, { environment, file }));
};

test("doctor prints every setting as text, with its source", async () => {
  vi.stubEnv("PORT", "4321");
  let out = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => Boolean((out += String(text))));
  expect(await runCommand(["doctor"])).toBe(0);
  expect(out).not.toContain("[object");
  expect(out).toContain(`Node ${process.versions.node} (`);
  expect(out).toMatch(/^ {2}PORT +environment +4321$/m);
  expect(out).toMatch(/^ {2}LOG_LEVEL +default +info$/m);
  expect(out).toMatch(/^All settings are valid: \d+ given, \d+ defaults\./m);
});

describe("the source of a setting", () => {
  const sourceIn = (environment: Record<string, string>, file: Record<string, string>) =>
    showSettings(readConfig({ ...file, ...environment }), { environment, file }).find(
      ({ name }) => name === "LOG_LEVEL",
    );

  test.each([
    ["nowhere", {}, {}, "default", "info"],
    ["the file", {}, { LOG_LEVEL: "warn" }, ".env", "warn"],
    ["the environment", { LOG_LEVEL: "error" }, {}, "environment", "error"],
    ["both: the environment counts", { LOG_LEVEL: "error" }, { LOG_LEVEL: "warn" }, "environment", "error"],
    ["both, empty in the environment", { LOG_LEVEL: "" }, { LOG_LEVEL: "warn" }, "default", "info"],
    ["the file, empty", {}, { LOG_LEVEL: "" }, "default", "info"],
  ])("given in %s", (_where, environment, file, source, value) => {
    expect(sourceIn(environment, file)).toEqual({ name: "LOG_LEVEL", source, value });
  });
});

test("derived values are shown as defaults, not as given settings", () => {
  expect(reportOf({ PORT: "5000" })).toMatch(/^ {2}SANDBOX_PORT +default +5010$/m);
});

describe("secrets", () => {
  const isSecretName = (name: string) => /SECRET|PASSWORD|PEPPER|TOKEN|SIGNING|API_KEY/.test(name);

  test("are masked under every name that sounds like one", () => {
    const names = Object.keys(configSchema.shape).filter(isSecretName);
    expect(names.length).toBeGreaterThan(20);
    const canary = "canary-canary-canary";
    const shown = names.filter((name) => {
      const config = { ...readConfig({}), [name]: canary };
      return settingsReport(config, showSettings(config, { environment: {}, file: {} })).includes(canary);
    });
    expect(shown).toEqual([]);
  });

  test("are masked in URLs, also in lists and of external services", () => {
    const report = reportOf({
      PUBLIC_URL: "https://user:canary-1@hub.example",
      HUB_URL: "http://a:canary-2@one.example,http://b:canary-3@two.example",
      OPENAI_BASE_URL: "https://canary-4@ai.example/v1",
      OAUTH_GITHUB_ISSUER: "https://c:canary-5@login.example",
    });
    expect(report).not.toContain("canary");
    expect(report).toContain("https://********@hub.example");
    expect(report).toMatch(
      /^ {2}HUB_URL +environment +http:\/\/\*{8}@one\.example,http:\/\/\*{8}@two\.example$/m,
    );
    expect(report).toMatch(/^ {2}openai +configured +https:\/\/\*{8}@ai\.example\/v1$/m);
  });
});

test("external services are shown as sandbox, configured or not set up", () => {
  const production = {
    NODE_ENV: "production",
    OIDC_ISSUER: "https://issuer.example",
    KEY_PEPPER: "a-pepper-of-this-test",
    ENCRYPTION_SECRET: "a-secret-of-this-test",
    INTERNAL_SECRET: "another-secret-of-this-test",
    PROCESSOR_WEBHOOK_SECRET: "whsec_of_this_test",
    BANK_SECRET: "bank-secret-of-this-test",
    CHICAGO_DATA_BASE_URL: "https://data.example",
  };
  const report = reportOf(production);
  expect(report).toMatch(/^ {2}bank +configured +the vendor's own URL$/m);
  expect(report).toMatch(/^ {2}chicago +configured +https:\/\/data\.example$/m);
  expect(report).toMatch(/^ {2}openai +not set up$/m);
  expect(report).toMatch(/^ {2}oauth github +not set up$/m);
  expect(report).not.toMatch(/of-this-test|of_this_test/);
  expect(reportOf({})).toMatch(/^ {2}oauth github +sandbox +http:\/\/127\.0\.0\.1:4010\/oauth\/github$/m);
});
