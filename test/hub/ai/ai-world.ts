import { createTestApp, type TestApp } from "../../support/app.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { newId } from "../../../src/ids.ts";
import { openMocks, type Behaviour, type MockProvider, type ProviderName } from "./mock-providers.ts";

/** The platform with mock providers behind its AI routes, each reached through its own SDK. */
export interface AiWorld {
  app: TestApp;
  mocks: Record<ProviderName, MockProvider>;
  /** Sets what each provider does from now on, `ok` where nothing is said, and forgets how they did. */
  behave(behaviours?: Partial<Record<ProviderName, Behaviour>>): Promise<void>;
  /** Headers of a new user who acts for an app. */
  newCaller(appId?: string): Promise<{ ownerId: string; headers: Record<string, string> }>;
  /** Recorded requests and attempts of an account. */
  booksOf(ownerId: string): Promise<{ requests: Row[]; attempts: Row[] }>;
  close(): Promise<void>;
}

type Row = Record<string, unknown>;

export async function createAiWorld(env: Record<string, string> = {}): Promise<AiWorld> {
  const list = await openMocks();
  const mocks = Object.fromEntries(list.map((mock) => [mock.name, mock])) as AiWorld["mocks"];
  const app = await createTestApp({
    OPENAI_BASE_URL: `${mocks.openai.url}/v1`,
    ANTHROPIC_BASE_URL: mocks.anthropic.url,
    GOOGLE_AI_BASE_URL: mocks.google.url,
    MISTRAL_BASE_URL: mocks.mistral.url,
    ...env,
  });
  return {
    app,
    mocks,
    behave: async (behaviours = {}) => {
      for (const mock of list) await mock.behave(behaviours[mock.name] ?? "ok");
      await app.database.query("DELETE FROM hub.ai_breakers");
      await app.database.query("SELECT pg_notify('hub_ai_breakers', '')");
      const { notices } = hubPortsOf(app);
      await notices.settle();
    },
    newCaller: async (appId = "central") => {
      const ownerId = newId("usr");
      const token = await app.tokenFor({ sub: ownerId });
      return { ownerId, headers: { authorization: `Bearer ${token}`, "x-app-id": appId } };
    },
    booksOf: async (ownerId) => ({
      requests: await app.database.query("SELECT * FROM hub.ai_requests WHERE owner_id = $1 ORDER BY id", [
        ownerId,
      ]),
      attempts: await app.database.query(
        "SELECT * FROM hub.ai_attempts WHERE owner_id = $1 ORDER BY request_id, number",
        [ownerId],
      ),
    }),
    close: async () => {
      await app.close();
      await Promise.all(list.map((mock) => mock.close()));
    },
  };
}

function hubPortsOf(app: TestApp) {
  return (app.running.platform.contextIn("hub") as HubContext).ports;
}
