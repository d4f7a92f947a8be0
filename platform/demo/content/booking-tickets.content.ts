import { createHash } from "node:crypto";
import { dayAfter, later, type ContentRow } from "./content-step.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/**
 * A booking whose deposit is to be paid, with the link `demo-deposit`, and tickets with the links `demo-tickets`, `demo-tickets-due`
 * and `demo-tickets-free`.
 */
export function ticketRows(ownerId: string, now: Date): ContentRow[] {
  const at = now.toISOString();
  const id = "bkg_demo_deposit";
  const reserved = (name: string, ticket_type_id: string, price_cents: number) => ({
    id: `reg_demo_${name}`,
    owner_id: ownerId,
    event_id: "evt_demo_1",
    ticket_type_id,
    name: "Gus Marsh",
    email: "gus@client.example",
    quantity: 1,
    price_cents,
    status: "reserved",
    reserved_until: later(now),
    is_public: true,
    created_at: at,
  });
  const link = (token: string, registration_id: string) => ({
    table: "event_registration_links",
    row: { token_hash: sha256(token), owner_id: ownerId, registration_id, created_at: at },
  });
  const deposit = { token_hash: sha256("demo-deposit"), owner_id: ownerId, booking_id: id, created_at: at };
  return [
    { table: "bookings", row: unpaidBooking(id, ownerId, now) },
    { table: "booking_manage_links", row: deposit },
    { table: "event_registrations", row: reserved("due", "tkt_demo_1", 2_500) },
    { table: "event_registrations", row: reserved("free", "tkt_demo_guest", 0) },
    link("demo-tickets", "reg_demo_1"),
    link("demo-tickets-due", "reg_demo_due"),
    link("demo-tickets-free", "reg_demo_free"),
  ];
}

function unpaidBooking(id: string, ownerId: string, now: Date) {
  const [at, day] = [now.toISOString(), dayAfter(now, 15)];
  const [start, end] = [`${day}T15:00:00.000Z`, `${day}T15:30:00.000Z`];
  const snapshot = {
    name: "First consultation",
    durationMin: 30,
    bufferBeforeMin: 0,
    bufferAfterMin: 0,
    capacity: 1,
  };
  return {
    id,
    owner_id: ownerId,
    app_id: "event-manager",
    service_id: "svc_demo_1",
    service_snapshot: { ...snapshot, policy: null },
    provider_id: "prv_demo_2",
    customer_id: "bcu_demo_1",
    client_email: "flora@client.example",
    starts_at: start,
    ends_at: end,
    timezone: "America/New_York",
    local_start: `${day}T10:00`,
    block_start: start,
    block_end: end,
    session_key: id,
    party_size: 1,
    status: "pending",
    lapses_at: start,
    price_minor: 9_000,
    deposit_due_minor: 3_000,
    currency: "USD",
    created_at: at,
    updated_at: at,
  };
}
