import { beforeAll, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { newId } from "../../src/ids.ts";
import type { AllAppsContext } from "../../subgraphs/gateway/all-apps.types.ts";
import { createInvoice } from "../../subgraphs/gateway/invoicing/invoices/invoicing.service.ts";
import { Platform } from "../../platform/platform.ts";
import { Readiness } from "../../platform/readiness.ts";
import { startTestSandbox } from "../sandbox/start-test-sandbox.ts";
import { createPlatformDatabase } from "../support/app.ts";
import { until } from "../support/poll.ts";
import { silentLog } from "../support/silent-log.ts";
import { buildProgram, runProgram } from "./support/platform-process.ts";

beforeAll(buildProgram);

test("jobs that processes without workers leave behind are done by a worker of its own", async () => {
  const database = await createPlatformDatabase();
  const sandbox = await startTestSandbox();
  const config = readConfig({ NODE_ENV: "test", DATABASE_URL: database.url });
  const platform = new Platform(config, silentLog);
  onTestFinished(async () => {
    await platform.close(1_000);
    await database.drop();
  });
  await platform.open({ smtpUrl: null, work: false }, new Readiness([]));
  const ctx = platform.contextIn("gateway", newId("usr")) as AllAppsContext;
  const items = [{ description: "Work", amount: 10 }];
  const { id } = await createInvoice(ctx, { client: "ana@client.example", items, sendEmail: true });
  const deliveryOf = async () =>
    (
      await database.query<{ delivery: string }>("SELECT delivery FROM gateway.invoices WHERE id = $1", [id])
    )[0]!.delivery;
  expect(await deliveryOf()).toBe("queued");

  const worker = runProgram(["worker"], {
    DATABASE_URL: database.url,
    SMTP_URL: sandbox.smtpUrl,
    METRICS_PORT: "0",
    LOG_LEVEL: "warn",
  });
  await until("the invoice is mailed", async () => (await deliveryOf()) === "sent");
  worker.child.kill("SIGTERM");
  expect([await worker.ended, worker.stderr()]).toEqual([0, ""]);
});
