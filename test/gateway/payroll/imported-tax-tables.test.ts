import { afterAll, beforeAll, expect, test } from "vitest";
import { importTaxTables } from "../../../subgraphs/gateway/payroll/tax-tables/import-tax-tables.service.ts";
import { shippedTables } from "../../../subgraphs/gateway/payroll/tax-tables/shipped-tables.ts";
import { createGatewayApp, type GatewayApp } from "../support/gateway-app.ts";

// Tax tables are those of all accounts.
let app: GatewayApp;
beforeAll(async () => {
  app = await createGatewayApp();
});
afterAll(() => app?.close());

test("imported tax tables replace those of the release at once, and a faulty file changes nothing", async () => {
  const ctx = app.contextFor(null);
  const tables = structuredClone(shippedTables(2026)!);
  const importing = (changes: object) =>
    importTaxTables(ctx, { text: JSON.stringify({ ...tables, ...changes }), importedBy: "ops" });
  const stateTax = async () => {
    const { data, error } = await app.run(
      `{ calculateTaxes(input: { grossPay: 1000, frequency: "weekly", filingStatus: "single", payDate: "2026-05-01",
        state: "PA" }) { state } }`,
    );
    expect(error).toBeUndefined();
    return data.calculateTaxes.state as number;
  };
  expect(await stateTax()).toBe(30.7);
  await expect(importing({})).rejects.toThrow("us-2026.2 is the one of this release");
  await expect(importing({ version: "us-2026.9", states: { PA: [] } })).rejects.toThrow("states.PA");
  const [pennsylvania] = tables.states["PA"]!;
  const states = { ...tables.states, PA: [{ ...pennsylvania!, brackets: [[0, 0, 0.05]] }] };
  expect(await importing({ version: "us-2026.9", states })).toMatchObject({ states: 51, isNew: true });
  expect(await importing({ version: "us-2026.9", states })).toMatchObject({ isNew: false });
  await expect(importing({ version: "us-2026.9" })).rejects.toThrow("other figures");
  expect(await stateTax()).toBe(50);
  const audited = "SELECT target_id FROM gateway.audit_log WHERE action = 'payroll.importTaxTables'";
  expect(await app.database.query(audited)).toEqual([{ target_id: "us-2026.9" }]);
});
