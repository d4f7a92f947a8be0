import { randomUUID } from "node:crypto";
import { request } from "../../src/http/undici.ts";

export type CalendarService = "google" | "microsoft";

/** An event of a stand-in's calendar. Times are moments, or days of an all-day event (the last one excluded). */
export interface StoredEvent {
  id: string;
  start: string;
  end: string;
  isAllDay: boolean;
  title: string;
  isBusy: boolean;
  isDeleted: boolean;
  /** Key of the platform on its own events. */
  key: string | null;
  /** Number of the change that made it what it is; also its ETag. */
  change: number;
  updatedAt: string;
  /** Its video call; absent: none. */
  conference?: Conference;
}

/** A video call of an event. */
export interface Conference {
  requestId: string;
  state: "pending" | "success" | "failure";
  url: string;
}

/** What a person, or the platform, writes of an event. */
export type EventFields = Pick<StoredEvent, "start" | "end" | "isAllDay" | "title" | "isBusy">;

interface StoredCalendar {
  id: string;
  name: string;
  events: Map<string, StoredEvent>;
  /** Tokens of earlier changes have expired. */
  oldestToken: number;
}

export interface Channel {
  service: CalendarService;
  account: string;
  calendarId: string;
  id: string;
  resourceId: string;
  token: string;
  url: string;
  expiresAt: number;
  messages: number;
}

/** A notification on its way. */
export interface Notification {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export type SendNotification = (notification: Notification) => Promise<{ status: number; text: string }>;

const zone = "Europe/London";

/** Calendars of connected accounts, the same for both services; each speaks of them in its protocol. */
export class CalendarWorld {
  readonly channels: Channel[] = [];
  /** How video calls begin that are asked for; `none`: the account has none. */
  conferences: Conference["state"] | "none" = "success";
  /** Sends notifications; tests lose, repeat and reorder them here. */
  send: SendNotification;
  readonly #now: () => Date;
  readonly #accounts = new Map<string, Map<string, StoredCalendar>>();
  #changes = 0;

  constructor({ now, send = sendByHttp }: { now: () => Date; send?: SendNotification }) {
    this.#now = now;
    this.send = send;
  }

  now(): Date {
    return this.#now();
  }

  get changes(): number {
    return this.#changes;
  }

  calendarsOf(service: CalendarService, account: string): Map<string, StoredCalendar> {
    const key = `${service} ${account}`;
    const known = this.#accounts.get(key);
    if (known) return known;
    const made = new Map(
      [
        { id: service === "google" ? `${account}@sandbox.example` : "AAMkSandboxCalendar", name: "Calendar" },
        { id: `family-${service}`, name: "Family" },
      ].map((one) => [one.id, { ...one, events: new Map<string, StoredEvent>(), oldestToken: 0 }]),
    );
    this.#accounts.set(key, made);
    return made;
  }

  /** A calendar, also by its alias `primary`. */
  find(service: CalendarService, account: string, id: string): StoredCalendar | undefined {
    const calendars = this.calendarsOf(service, account);
    return id === "primary" ? calendars.values().next().value : calendars.get(id);
  }

  /** The calendar of an event, which Graph finds by the event alone. */
  calendarOf(service: CalendarService, account: string, eventId: string): StoredCalendar | undefined {
    return [...this.calendarsOf(service, account).values()].find(({ events }) => events.has(eventId));
  }

  /** Writes an event; a new one without an ID gets one. Announces it on the channels of the calendar. */
  write(
    place: { service: CalendarService; account: string; calendarId: string },
    fields: Partial<EventFields> & Pick<Partial<StoredEvent>, "id" | "key" | "isDeleted" | "conference">,
  ): StoredEvent {
    const calendar = this.find(place.service, place.account, place.calendarId)!;
    const id = fields.id ?? randomUUID().replaceAll("-", "");
    const before = calendar.events.get(id);
    const event: StoredEvent = {
      start: "",
      end: "",
      isAllDay: false,
      title: "",
      isBusy: true,
      isDeleted: false,
      key: null,
      ...before,
      ...fields,
      id,
      change: ++this.#changes,
      updatedAt: this.#now().toISOString(),
    };
    calendar.events.set(id, event);
    this.#announce(place.service, place.account, calendar.id, event);
    return event;
  }

  /** The video call that an event gets when one is asked for; nothing changes when it has one of this request. */
  conferenceFor(requestId: string, host: string, known?: Conference): { conference?: Conference } {
    if (known?.requestId === requestId) return { conference: known };
    if (this.conferences === "none") return {};
    const url = `https://${host}/${requestId.slice(-12)}`;
    return { conference: { requestId, state: this.conferences, url } };
  }

  /** Ends all tokens of earlier changes, as services do after a while. */
  expireTokens(service: CalendarService, account: string): void {
    for (const calendar of this.calendarsOf(service, account).values())
      calendar.oldestToken = this.#changes + 1;
    this.#changes++;
  }

  #announce(service: CalendarService, account: string, calendarId: string, event: StoredEvent): void {
    const now = this.#now().getTime();
    const live = this.channels.filter(
      (one) =>
        one.service === service &&
        one.account === account &&
        one.calendarId === calendarId &&
        one.expiresAt > now,
    );
    for (const channel of live) void this.send(notificationOf(channel, event)).catch(() => null);
  }
}

/** The notification that a service sends on a channel. */
export function notificationOf(channel: Channel, event: StoredEvent | null): Notification {
  const { service, id, resourceId, token, url, expiresAt } = channel;
  const number = ++channel.messages;
  if (service === "google")
    return {
      url,
      headers: {
        "x-goog-channel-id": id,
        "x-goog-channel-token": token,
        "x-goog-channel-expiration": new Date(expiresAt).toUTCString(),
        "x-goog-resource-id": resourceId,
        "x-goog-resource-uri": `https://www.googleapis.com/calendar/v3/calendars/${channel.calendarId}/events?alt=json`,
        "x-goog-resource-state": event === null ? "sync" : "exists",
        "x-goog-message-number": String(number),
      },
      body: "",
    };
  const value = [
    {
      subscriptionId: id,
      clientState: token,
      changeType: event?.isDeleted ? "deleted" : "updated",
      resource: `Users/sandbox/Events/${event?.id ?? ""}`,
      subscriptionExpirationDateTime: new Date(expiresAt).toISOString(),
      resourceData: { "@odata.type": "#Microsoft.Graph.Event", id: event?.id ?? "" },
    },
  ];
  return { url, headers: { "content-type": "application/json" }, body: JSON.stringify({ value }) };
}

async function sendByHttp({ url, headers, body }: Notification): Promise<{ status: number; text: string }> {
  const answer = await request(url, {
    method: "POST",
    headers,
    ...(body === "" ? {} : { body }),
    signal: AbortSignal.timeout(10_000),
  });
  return { status: answer.statusCode, text: await answer.body.text() };
}

/** Whether an event lies within a window of moments, by the zone's days for all-day events. */
export function isInside(event: StoredEvent, from: string, until: string): boolean {
  const start = Date.parse(event.isAllDay ? `${event.start}T00:00:00Z` : event.start);
  const end = Date.parse(event.isAllDay ? `${event.end}T00:00:00Z` : event.end);
  return start < Date.parse(until) && end > Date.parse(from);
}

/** Zone of the stand-ins' calendars. */
export const calendarZone = zone;
