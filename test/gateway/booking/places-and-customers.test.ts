import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GatewayApp } from "../support/gateway-app.ts";
import { openSharedGateway } from "../support/shared-gateway.ts";
import { openDesk, openDeskService, type BookingDesk } from "./booking-desk.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await openSharedGateway();
});
afterAll(() => app?.close());

const slot = { date: "2026-01-06", time: "10:00", clientEmail: "ana@client.example" };
const place = { name: "Riverside", address: "4 Quay Street", timezone: "Asia/Tokyo" };

describe("a location", () => {
  test("narrows providers and agendas, and an archived one takes nobody new", async () => {
    const desk = openDesk(app);
    const { id: locationId } = await desk.act("createLocation", place);
    const { providerIds } = await openDeskService(desk, { providers: 2 });
    const [providerId] = providerIds;
    const moved = await desk.act("updateProvider", { providerId, locationId }, "locationId version");
    expect(moved).toEqual({ locationId, version: 2 });
    const { providers } = await desk.read("bookingProviders", { locationId }, "providers { id }");
    expect(providers).toEqual([{ id: providerId }]);
    const { days } = await desk.read("bookingAgenda", { date: slot.date, locationId }, "days { providerId }");
    expect(days).toEqual([{ providerId }]);

    const changed = await desk.act(
      "updateLocation",
      { locationId, address: null, version: 1 },
      "name address version",
    );
    expect(changed).toEqual({ name: "Riverside", address: null, version: 2 });
    const stale = await desk.ask("updateLocation", { locationId, name: "x", version: 1 });
    expect(stale.code).toBe("VERSION_CONFLICT");
    const archived = await desk.act("archiveLocation", { locationId }, "status version");
    expect(archived).toEqual({ status: "archived", version: 3 });
    expect(await desk.act("archiveLocation", { locationId }, "version")).toEqual({ version: 3 });
    expect(await desk.read("bookingLocations", { limit: 5 }, "locations { id } total")).toEqual({
      locations: [],
      total: 0,
    });
    const late = { name: "Late", timezone: "UTC", locationId };
    expect((await desk.ask("createProvider", late)).code).toBe("INVALID_STATE");
    const foreign = await openDesk(app).ask("createProvider", late);
    const missing = await desk.ask("createProvider", { ...late, locationId: "loc_missing" });
    expect([foreign.code, foreign.error!.message]).toEqual([missing.code, missing.error!.message]);
    await desk.act("updateProvider", { providerId, locationId: null });
    expect((await desk.read("bookingProvider", { providerId }, "locationId")).locationId).toBeNull();
  });

  test("gives its time zone to a service without one, when all its providers work there", async () => {
    const desk = openDesk(app);
    const { id: locationId } = await desk.act("createLocation", place);
    const { serviceId, providerIds } = await openDeskService(desk, {
      providers: 2,
      service: { timezone: null },
    });
    const zoneFor = async (more: object) =>
      (await desk.read("bookingAvailability", { serviceId, date: slot.date, ...more }, "timezone")).timezone;
    await desk.act("updateProvider", { providerId: providerIds[0], locationId });
    expect([await zoneFor({}), await zoneFor({ providerId: providerIds[0] })]).toEqual(["UTC", "Asia/Tokyo"]);
    await desk.act("updateProvider", { providerId: providerIds[1], locationId });
    expect(await zoneFor({})).toBe("Asia/Tokyo");
    const booked = await desk.act(
      "createBooking",
      { ...slot, serviceId, time: "18:00" },
      "startsAt timezone",
    );
    expect(booked).toEqual({ startsAt: "2026-01-06T09:00:00.000Z", timezone: "Asia/Tokyo" });
  });

  test("is shown with an event", async () => {
    const desk = openDesk(app);
    const { id: locationId } = await desk.act("createLocation", place);
    const fair = {
      title: "Fair",
      start: "2026-05-01T17:00:00.000Z",
      end: "2026-05-01T20:00:00.000Z",
      timezone: "UTC",
    };
    const { id: eventId } = await desk.act("createEvent", { ...fair, locationId });
    const shown = () => desk.read("ticketedEvent", { eventId }, "locationId");
    expect(await shown()).toEqual({ locationId });
    await desk.act("updateEvent", { eventId, locationId: null });
    expect(await shown()).toEqual({ locationId: null });
    expect((await desk.ask("createEvent", { ...fair, locationId: "loc_missing" })).code).toBe("NOT_FOUND");
  });
});

describe("a customer", () => {
  const shown = "id name email phone bookings upcoming visits noShows cancellations version";
  const book = async (desk: BookingDesk, serviceId: string, over: object = {}) =>
    (await desk.act("createBooking", { ...slot, serviceId, ...over }, "id customerId")) as {
      id: string;
      customerId: string;
    };

  test("who is known from bookings keeps them when entered, once", async () => {
    const desk = openDesk(app);
    const { serviceId } = await openDeskService(desk);
    const { customerId } = await book(desk, serviceId);
    const input = { name: "Ana Alva", email: "ANA@client.example", phone: "+44 20 7946 0018" };
    const entered = await desk.act("createBookingCustomer", input, shown);
    expect(entered).toMatchObject({ id: customerId, name: "Ana Alva", bookings: 1, upcoming: 1, version: 2 });
    const again = await desk.ask("createBookingCustomer", input);
    expect([again.code, again.error!.extensions!["details"]]).toEqual(["DUPLICATE", { customerId }]);
    expect(await desk.read("bookingCustomer", { email: "Ana@Client.example" }, shown)).toEqual(entered);
    const both = await app.run(
      "{ bookingCustomer { id } }",
      {},
      { ownerId: desk.ownerId, appId: "event-manager" },
    );
    expect(both.code).toBe("VALIDATION_ERROR");
    const foreign = await app.run(
      `{ bookingCustomer(customerId: "${customerId}") { id } }`,
      {},
      { appId: "event-manager" },
    );
    expect(foreign.code).toBe("NOT_FOUND");
  });

  test("is listed with visits, no-shows and cancellations", async () => {
    const desk = openDesk(app);
    const { serviceId } = await openDeskService(desk);
    const times = ["09:00", "10:00", "11:00", "12:00"];
    const bookings: string[] = [];
    for (const time of times) bookings.push((await book(desk, serviceId, { time })).id);
    await book(desk, serviceId, { time: "14:00", clientEmail: "bo@client.example" });
    const evening = desk.at("2026-01-06T18:00:00.000Z");
    await evening.act("completeBooking", { bookingId: bookings[0] });
    await evening.act("markNoShow", { bookingId: bookings[1] });
    await desk.act("cancelBooking", { bookingId: bookings[2] });
    const figures = { bookings: 4, upcoming: 1, visits: 1, noShows: 1, cancellations: 1 };
    const { customers, total } = await desk.read(
      "bookingCustomers",
      { minNoShows: 1 },
      `customers { ${shown} } total`,
    );
    expect([total, customers]).toMatchObject([1, [{ email: slot.clientEmail, ...figures }]]);
    const found = await desk.read("bookingCustomers", { query: "BO@" }, "customers { email visits }");
    expect(found.customers).toEqual([{ email: "bo@client.example", visits: 0 }]);
    expect((await desk.read("bookingCustomers", { query: "%" }, "total")).total).toBe(0);
  });

  test("who changed the email address keeps the bookings, and takes nobody else's address", async () => {
    const desk = openDesk(app);
    const { serviceId } = await openDeskService(desk);
    const { customerId } = await book(desk, serviceId);
    const other = await book(desk, serviceId, { time: "12:00", clientEmail: "bo@client.example" });
    const taken = await desk.ask("updateBookingCustomer", { customerId, email: "BO@client.example" });
    expect([taken.code, taken.error!.extensions!["details"]]).toEqual([
      "DUPLICATE",
      { customerId: other.customerId },
    ]);
    await desk.act("updateBookingCustomer", { customerId, email: "ana@new.example" });
    const next = await book(desk, serviceId, { time: "13:00", clientEmail: "ana@new.example" });
    expect(next.customerId).toBe(customerId);
    const { total } = await desk.read("bookings", { customerId }, "total");
    expect(total).toBe(2);
  });

  test("who is blocked cannot book, alone or in a series, until the block is taken back", async () => {
    const desk = openDesk(app);
    const { serviceId } = await openDeskService(desk);
    const { customerId } = await book(desk, serviceId);
    const block = { customerId, blocked: true, reason: "Missed three visits" };
    const blocked = await desk.act("setBookingCustomerBlock", block, "blocked blockReason version");
    expect(blocked).toEqual({ blocked: true, blockReason: block.reason, version: 2 });
    expect(await desk.act("setBookingCustomerBlock", block, "version")).toEqual({ version: 2 });
    const wanted = { ...slot, serviceId, time: "12:00" };
    const refused = await desk.ask("createBooking", { ...wanted, clientEmail: "Ana@client.example" });
    expect([refused.code, refused.error!.extensions!["details"]]).toEqual([
      "BUSINESS_RULE",
      { rule: "customer_blocked", customerId },
    ]);
    const { date: startDate, ...weekly } = { ...wanted, rrule: "FREQ=WEEKLY;COUNT=2" };
    expect((await desk.ask("createBookingSeries", { ...weekly, startDate })).code).toBe("BUSINESS_RULE");
    const { customers } = await desk.read("bookingCustomers", { blocked: true }, "customers { id upcoming }");
    expect(customers).toEqual([{ id: customerId, upcoming: 1 }]);
    await desk.act("setBookingCustomerBlock", { customerId, blocked: false });
    await desk.act("createBooking", wanted);
  });
});
