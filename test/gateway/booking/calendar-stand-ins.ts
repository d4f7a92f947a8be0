import Fastify from "fastify";
import { demoAccessToken } from "../../../src/demo-identities.ts";
import type { CalendarOutcome } from "../../../src/calendars/remote-calendar.ts";
import { CalendarWorld, type CalendarService } from "../../../sandbox/oauth/calendar-world.ts";
import { addCalendarApis } from "../../../sandbox/oauth/calendar-apis.ts";
import { ConnectedApi } from "../../../sandbox/oauth/connected-api.ts";
import { GrantStore } from "../../../sandbox/oauth/grant-store.ts";
import type { AllAppsContext } from "../../../subgraphs/gateway/all-apps.types.ts";
import type { ConnectedCalendar } from "../../../subgraphs/hub/connected-calendars/connected-calendars.port.ts";
import { createGoogleCalendar } from "../../../subgraphs/hub/connected-calendars/google-calendar.adapter.ts";
import { createMicrosoftCalendar } from "../../../subgraphs/hub/connected-calendars/microsoft-calendar.adapter.ts";

type Port = AllAppsContext["ports"]["connectedCalendars"];

/** Both stand-ins in this process, with a clock of the test, and the adapters that speak to them. */
export interface CalendarStandIns {
  world: CalendarWorld;
  api: ConnectedApi;
  port: Port;
  /** Main calendar of an account. */
  calendarId(service: CalendarService, account?: string): string;
  /** Requests that the adapters have sent, by action. */
  sent: Map<string, number>;
  close(): Promise<void>;
}

/** The account of the connection `google` or `microsoft`. */
export const account = "pia";

export async function openCalendarStandIns(now: () => Date): Promise<CalendarStandIns> {
  const app = Fastify();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) =>
    done(null, JSON.parse(body as string)),
  );
  const world = new CalendarWorld({ now, send: () => Promise.resolve({ status: 202, text: "" }) });
  const store = new GrantStore({ now: () => now().getTime(), onChange: () => undefined });
  const scope = "https://www.googleapis.com/auth/calendar Calendars.ReadWrite";
  for (const name of ["google", "microsoft"])
    await store
      .adapterFor(name, "AccessToken")
      .upsert(demoTokenOf(name), { accountId: account, scope }, 365 * 86_400);
  let url = "";
  const api = new ConnectedApi(app, store);
  addCalendarApis(app, api, { url: () => url, world });
  url = await app.listen({ port: 0, host: "127.0.0.1" });
  const adapters = new Map<string, ConnectedCalendar>([
    ["google", createGoogleCalendar({ baseUrl: `${url}/apis/google` })],
    ["microsoft", createMicrosoftCalendar({ baseUrl: `${url}/apis/microsoft` })],
  ]);
  const sent = new Map<string, number>();
  const port: Port = {
    async send(_call, { connectionId, action, argument }) {
      const adapter = adapters.get(connectionId)!;
      sent.set(action, (sent.get(action) ?? 0) + 1);
      const send = adapter[action] as unknown as (
        request: object,
      ) => Promise<{ kind: string } & CalendarOutcome<never>>;
      const ask = () => send({ ...argument, accessToken: demoTokenOf(connectionId) });
      let outcome = await ask();
      // As the hub does: a refused token is renewed, and the request is repeated once.
      if ((outcome.kind as string) === "unauthorized") outcome = await ask();
      if ((outcome.kind as string) === "unauthorized") outcome = { kind: "connection_lost" };
      return { provider: connectionId, outcome };
    },
  };
  return {
    world,
    api,
    port,
    calendarId: (service, of = account) => world.calendarsOf(service, of).keys().next().value!,
    sent,
    close: () => app.close(),
  };
}

const demoTokenOf = (name: string) => `${demoAccessToken}-${name}`;
