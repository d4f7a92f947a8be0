import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { DomainError } from "../../../src/errors.ts";
import { newId } from "../../../src/ids.ts";
import { settleChargeJob } from "../../../subgraphs/gateway/charging/settle-charge.job.ts";
import { silentLog } from "../../support/silent-log.ts";
import { createGatewayApp, type GatewayApp } from "../support/gateway-app.ts";
import { createInvoice, tryCreateInvoice } from "../support/invoices.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await createGatewayApp();
});
afterAll(() => app?.close());
afterEach(() => {
  app.hub.fault = null;
});

const failing = (step: string) => (operation: string) => {
  if (operation === step) throw new DomainError("SERVICE_UNAVAILABLE", "The ledger is away.");
};

async function settleJobsOf(ownerId: string): Promise<string[]> {
  const jobs = await app.jobsOf("settle-charge");
  return jobs.filter((job) => job["ownerId"] === ownerId).map((job) => job["holdId"] as string);
}

async function invoiceCountOf(ownerId: string): Promise<number> {
  const sql = "SELECT count(*)::int AS count FROM gateway.invoices WHERE owner_id = $1";
  const [row] = await app.database.query<{ count: number }>(sql, [ownerId]);
  return row!.count;
}

/** Runs the job as a worker would. */
function runSettleJob(ownerId: string, holdId: string): Promise<void> {
  return settleChargeJob.handler(
    { ownerId, holdId },
    {
      id: newId("job"),
      attempt: 1,
      signal: new AbortController().signal,
      log: silentLog,
      context: { ownData: [], contextIn: (_name, owner = null) => app.contextFor(owner) },
    },
  );
}

describe("creating an invoice", () => {
  test("creating an invoice holds its price first and captures it afterwards", async () => {
    const ownerId = newId("usr");
    const { call } = await tryCreateInvoice(app, { ownerId, idempotencyKey: "k" });
    expect(app.hub.holdsOf(ownerId)).toMatchObject([
      {
        operation: "invoice.create",
        appId: "invoicer",
        key: `createInvoice:${ownerId}:k`,
        status: "captured",
      },
    ]);
    expect(call.meter).toMatchObject({ chargedHundredths: 50, remainingHundredths: 10_000 });
  });

  test("a replayed invoice creation is free", async () => {
    const caller = { ownerId: newId("usr"), idempotencyKey: "k" };
    await tryCreateInvoice(app, caller);
    const { call } = await tryCreateInvoice(app, caller);
    expect(call.meter).toMatchObject({ replayed: true, chargedHundredths: 0 });
    expect(app.hub.holdsOf(caller.ownerId).filter(({ status }) => status === "captured")).toHaveLength(1);
  });

  test("without credits, creating an invoice returns 402 and creates nothing", async () => {
    const ownerId = newId("usr");
    const details = { balance: 0.2, required: 0.5, shortfall: 0.3 };
    app.hub.fault = () => {
      throw new DomainError("INSUFFICIENT_CREDITS", "Not enough credits.", details);
    };
    const { error } = await tryCreateInvoice(app, { ownerId });
    expect(error).toMatchObject({
      message: "Not enough credits.",
      extensions: { code: "INSUFFICIENT_CREDITS", details, http: { status: 402 } },
    });
    expect(await invoiceCountOf(ownerId)).toBe(0);
  });

  test("a failed invoice creation releases the credit hold", async () => {
    const ownerId = newId("usr");
    expect((await tryCreateInvoice(app, { ownerId }, { currency: "JPY" })).code).toBe("INVALID_CURRENCY");
    expect(app.hub.holdsOf(ownerId)).toMatchObject([{ status: "released" }]);
    expect(await settleJobsOf(ownerId)).toEqual([]);
  });

  test("while the ledger is down, creating an invoice returns 503 and creates nothing", async () => {
    const ownerId = newId("usr");
    app.hub.fault = failing("hold");
    expect((await tryCreateInvoice(app, { ownerId })).code).toBe("SERVICE_UNAVAILABLE");
    expect(await invoiceCountOf(ownerId)).toBe(0);
  });
});

describe("a crash between the effect and the capture", () => {
  test("a crash after the commit leaves a job that captures once", async () => {
    const ownerId = newId("usr");
    app.hub.fault = failing("capture");
    const invoice = await createInvoice(app, { ownerId });
    expect(invoice.status).toBe("draft");
    const [hold] = app.hub.holdsOf(ownerId);
    expect(hold!.status).toBe("pending");
    expect(await settleJobsOf(ownerId)).toEqual([hold!.holdId]);

    await expect(runSettleJob(ownerId, hold!.holdId)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    app.hub.fault = null;
    await runSettleJob(ownerId, hold!.holdId);
    await runSettleJob(ownerId, hold!.holdId);
    expect(app.hub.holdsOf(ownerId)).toMatchObject([{ status: "captured" }]);
  });

  test("a crash before the commit leaves no invoice, no job and no credit hold", async () => {
    const ownerId = newId("usr");
    const removeFault = await refuseCommitsOf(ownerId);
    const { code } = await tryCreateInvoice(app, { ownerId }, { sendEmail: true });
    await removeFault();
    expect(code).toBe("INTERNAL_ERROR");
    expect(await invoiceCountOf(ownerId)).toBe(0);
    expect(await settleJobsOf(ownerId)).toEqual([]);
    const mails = await app.jobsOf("send-invoice-mail");
    expect(mails.filter((job) => job["ownerId"] === ownerId)).toEqual([]);
    expect(app.hub.holdsOf(ownerId)).toMatchObject([{ status: "released" }]);
  });

  test("a crash before the commit uses no invoice number", async () => {
    const ownerId = newId("usr");
    await createInvoice(app, { ownerId }, { sendEmail: true });
    const removeFault = await refuseCommitsOf(ownerId);
    await tryCreateInvoice(app, { ownerId }, { sendEmail: true });
    await removeFault();
    expect((await createInvoice(app, { ownerId }, { sendEmail: true })).number).toBe("INV-000002");
  });
});

/** Lets the database refuse every commit that holds a new invoice of this owner; answers how to end that. */
async function refuseCommitsOf(ownerId: string): Promise<() => Promise<void>> {
  await app.database.query(`
    CREATE FUNCTION gateway.refuse_commit() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.owner_id = '${ownerId}' THEN RAISE 'refused'; END IF; RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER refuse_commit AFTER INSERT ON gateway.invoices
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION gateway.refuse_commit();
  `);
  return async () => {
    await app.database.query("DROP FUNCTION gateway.refuse_commit CASCADE");
  };
}

test("a settle job ends when its credit hold no longer exists", async () => {
  await runSettleJob(newId("usr"), newId("hold"));
});
