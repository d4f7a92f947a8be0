import { afterAll, afterEach, beforeAll } from "vitest";
import { createTestApp, type Answer, type TestApp } from "../../support/app.ts";
import { atTaxFiling, formBody, newTaxBusiness, taxFaults } from "../../support/tax.ts";

export const forms = "/integrations/taxfiling/forms";
export type Headers = Record<string, string>;

/** A user with a business. */
export interface Filer {
  headers: Headers;
  userId: string;
  businessId: string;
}

let people = 0;

/** The platform for a file of tests, and what filers do there. */
export function useTaxApp(env: Record<string, string> = {}) {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp(env);
  });
  afterEach(async () => {
    await taxFaults(app, null);
    await atTaxFiling(app, "/webhooks/faults");
  });
  afterAll(() => app?.close());
  return {
    get app() {
      return app;
    },
    async filer(): Promise<Filer> {
      const userId = `usr_filer${++people}`;
      const headers = {
        authorization: `Bearer ${await app.tokenFor({ sub: userId, expiresInSeconds: 100_000_000 })}`,
      };
      return { headers, userId, businessId: await newTaxBusiness(app, headers) };
    },
    file: ({ headers, businessId }: Filer, overrides: object = {}, more: Headers = {}): Promise<Answer> =>
      app.post(`${forms}/1099-nec`, formBody(businessId, { ...overrides }), { ...headers, ...more }),
    read: ({ headers }: Filer, formId: string): Promise<Answer> => app.get(`${forms}/${formId}`, headers),
    /** Has the provider decide, and waits for its webhooks. */
    async decide(outcome: string, more: object = {}): Promise<void> {
      await atTaxFiling(app, "/records/process", { outcome, ...more });
      await atTaxFiling(app, "/webhooks/settled");
    },
    events: async (formId: string) =>
      app.database.query<{ type: string; payload: Record<string, unknown> }>(
        "SELECT type, payload FROM hub.outbox_events WHERE object_id = $1 ORDER BY sequence",
        [formId],
      ),
  };
}
