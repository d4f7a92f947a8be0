import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { mountHealth } from "../../router/http/health.ts";
import { readConfig } from "../../src/config/config.ts";
import { readExternalServices, unconfiguredServices } from "../../src/config/external-services.ts";
import { createLog } from "../../src/observability/log.ts";
import { routerSettings } from "../../platform/router-settings.ts";

async function healthOf(
  unconfigured: readonly string[],
  degradation: string | null = null,
): Promise<unknown> {
  const server = Fastify();
  onTestFinished(() => server.close());
  const health = { reasons: async () => ({}) };
  mountHealth(server, { health, version: "1", degradation: () => degradation, unconfigured });
  return (await server.inject("/healthz")).json();
}

test("health names the external services that are not configured", async () => {
  expect(await healthOf([])).toEqual({ status: "ok" });
  expect(await healthOf(["mistral"])).toEqual({ status: "ok", unconfigured: ["mistral"] });
  expect(await healthOf(["mistral"], "slow")).toEqual({
    status: "degraded",
    reasons: { limits: "slow" },
    unconfigured: ["mistral"],
  });
});

test("an external service is configured by its key, or replaced by the sandbox", () => {
  expect(unconfiguredServices(readExternalServices({}, "http://127.0.0.1:4010"))).toEqual([]);
  const named = unconfiguredServices(readExternalServices({ OPENAI_API_KEY: "sk" }, null));
  expect(named).not.toContain("openai");
  expect(named).toEqual(expect.arrayContaining(["anthropic", "google", "mistral"]));
});

test("the router gets the names of unconfigured services", () => {
  const log = createLog({ level: "silent" });
  const { unconfigured } = routerSettings(readConfig({ NODE_ENV: "test", DEMO: "0" }), log);
  expect(unconfigured).toContain("mistral");
  expect(routerSettings(readConfig({ NODE_ENV: "test" }), log).unconfigured).toEqual([]);
});
