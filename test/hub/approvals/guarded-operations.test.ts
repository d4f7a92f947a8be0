import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { formBody, newTaxBusiness } from "../../support/tax.ts";
import { hvutSamples } from "../../walk/samples/door-samples-hvut.ts";
import { payrollSamples } from "../../walk/samples/door-samples-payroll.ts";
import { approve, demanding, finished, type Demanding } from "./payouts.ts";

type Headers = Record<string, string>;

let app: TestApp;
let shop: Demanding;
beforeAll(async () => {
  app = await openSharedApp();
  shop = await demanding(app, ["payroll_runs", "filings"]);
});
afterAll(() => app?.close());

interface GuardedOperation {
  operation: string;
  kind: string;
  appId: string;
  path: string;
  input(headers: Headers): Promise<Record<string, unknown>>;
  /** IDs of what the operation has made. */
  made: string;
  /** Field of the result that has this ID. */
  idField: string;
}

const operations: GuardedOperation[] = [
  {
    operation: "runPayroll",
    kind: "payroll_runs",
    appId: "payroll",
    path: "/payroll/run",
    input: (headers) => payrollSamples["RunPayroll"]!.input(app, headers),
    made: "SELECT id FROM gateway.payroll_runs WHERE owner_id = $1 AND status <> 'draft'",
    idField: "runId",
  },
  {
    operation: "file2290",
    kind: "filings",
    appId: "hvut",
    path: "/form-2290",
    input: (headers) => hvutSamples["File2290"]!.input(app, headers),
    made: "SELECT id FROM gateway.hvut_filings WHERE owner_id = $1 AND status NOT IN ('draft', 'ready', 'signed')",
    idField: "filingId",
  },
  {
    operation: "fileTaxForm",
    kind: "filings",
    appId: "central",
    path: "/integrations/taxfiling/forms/1099-nec",
    input: async (headers) => formBody(await newTaxBusiness(app, headers)),
    made: "SELECT id FROM hub.tax_forms WHERE owner_id = $1 AND status <> 'draft'",
    idField: "formId",
  },
];

test.each(operations)(
  "$operation waits for its approval, runs once, and returns its result under the same key",
  async ({ operation, kind, appId, path, input, made, idField }) => {
    const headers = { ...shop.owner.in(shop.id), "x-app-id": appId };
    const body = await input(headers);
    const madeIds = async () =>
      (await app.database.query<{ id: string }>(made, [shop.id])).map(({ id }) => id);
    const send = () => app.post(path, body, { ...headers, "idempotency-key": `guarded-${operation}` });

    const asked = await send();
    expect([asked.status, asked.body.code]).toEqual([202, "APPROVAL_REQUIRED"]);
    expect(asked.body.approvalRequest).toMatchObject({ kind, operation, status: "pending" });
    expect(await madeIds()).toEqual([]);

    const requestId = asked.body.approvalRequest.id as string;
    const own = await approve(app, requestId, headers);
    expect([own.status, own.body.details.reason]).toEqual([403, "second_person_required"]);
    expect((await approve(app, requestId, shop.admin.in(shop.id))).status).toBe(200);
    expect(await finished(app, requestId, headers)).toMatchObject({
      status: "executed",
      decidedBy: shop.admin.userId,
      failure: null,
    });
    const [id, ...others] = await madeIds();
    expect([id, others]).toEqual([expect.any(String), []]);

    const result = await send();
    expect(result.body[idField]).toBe(id);
    expect(result.headers["idempotent-replayed"]).toBe("true");
    expect(await madeIds()).toEqual([id]);
  },
);
