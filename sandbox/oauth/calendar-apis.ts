import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { CalendarWorld } from "./calendar-world.ts";
import { type CalendarService, type StoredEvent } from "./calendar-world.ts";
import type { ConnectedApi } from "./connected-api.ts";
import { addGoogleCalendarApi } from "./google-calendar-api.ts";
import { addGraphCalendarApi } from "./graph-calendar-api.ts";
import { read } from "./switches.ts";

const eventSchema = z.strictObject({
  account: z.string().min(1).max(200),
  calendarId: z.string().min(1).max(200).default("primary"),
  id: z.string().min(1).max(200).optional(),
  start: z.string().max(40).optional(),
  end: z.string().max(40).optional(),
  isAllDay: z.boolean().optional(),
  title: z.string().max(300).optional(),
  isBusy: z.boolean().optional(),
  isDeleted: z.boolean().optional(),
});
const accountSchema = z.strictObject({ account: z.string().min(1).max(200) });
const services = new Set<string>(["google", "microsoft"] satisfies CalendarService[]);

/**
 * Calendars of connected accounts at both stand-ins. `POST /switches/calendars/{name}/events` writes an event as a person does,
 * `POST /switches/calendars/{name}/read` returns all, and `POST /switches/calendars/{name}/expire` ends the sync tokens.
 */
export function addCalendarApis(
  app: FastifyInstance,
  api: ConnectedApi,
  { url, world }: { url: () => string; world: CalendarWorld },
): void {
  addGoogleCalendarApi(app, api, world);
  addGraphCalendarApi(app, api, world, url);
  const control = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    work: (service: CalendarService, body: z.output<Schema>) => object,
  ) =>
    app.post<{ Params: { name: string } }>(
      `/switches/calendars/:name${path}`,
      { config: { isControl: true } },
      async ({ params, body }, reply) => {
        if (!services.has(params.name)) return reply.code(404).send({ error: "There is no such service." });
        return work(params.name as CalendarService, read(schema, body));
      },
    );
  control("/events", eventSchema, (service, { account, calendarId, ...given }): StoredEvent => {
    const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    return world.write({ service, account, calendarId }, fields);
  });
  control("/read", accountSchema, (service, { account }) => ({
    calendars: [...world.calendarsOf(service, account).values()].map(({ id, name, events }) => ({
      id,
      name,
      events: [...events.values()],
    })),
  }));
  control("/expire", accountSchema, (service, { account }) => {
    world.expireTokens(service, account);
    return { expired: true };
  });
}
