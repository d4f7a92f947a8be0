/**
 * Measures the free slots of 30 days of a service with 20 providers and 10,000 bookings at the REST door, and the public days of
 * a booking page.
 */
import pg from "pg";
import { type Latency } from "./in-turn.ts";
import { measureInTurn } from "./in-turn.ts";
import { startBenchPlatform } from "./platform/servers.ts";
import { load, start } from "./processes.ts";
import { recordSection } from "./results-file.ts";
import { settings } from "./settings.ts";
import { milliseconds, renderTable } from "./table.ts";

const providers = 20;
const bookings = 10_000;
const days = 30;
const target = { p95Ms: 30 };
const dayMs = 86_400_000;
/** A person waits for one response: the target is of a request that shares the core with no other. */
const connections = 1;

const platform = await startBenchPlatform();
const generator = await start("load-generator.ts", [], { core: 1 });
const pool = new pg.Pool({
  connectionString: platform.databaseUrl,
  max: 1,
  options: "-c search_path=gateway,public -c app.system=on",
});
const headers = { ...platform.headers, "x-app-id": "event-manager" };
try {
  const serviceId = await openService();
  await insertBookings(serviceId);
  const measured = await measure(serviceId);
  const text = render(measured);
  process.stdout.write(text);
  if (settings.isWhole) await recordSection("slots", text);
  if (measured.slots.p95Ms > target.p95Ms)
    throw new Error(`the slots of ${days} days took ${measured.slots.p95Ms} ms at p95`);
} finally {
  await generator.stop();
  await pool.end();
  await platform.stop();
}

async function send(method: string, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${platform.port}${path}`, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** A service of an hour with starts every half hour, given by twenty providers from nine to five. */
async function openService(): Promise<string> {
  const facts = { name: "Visit", durationMin: 60, slotStepMin: 30, timezone: "UTC", minNoticeMin: 0 };
  const { id } = await send("POST", "/services", { ...facts, maxAdvanceDays: 90 });
  const providerIds: unknown[] = [];
  const intervals = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "09:00", to: "17:00" }));
  for (let at = 0; at < providers; at++) {
    const provider = await send("POST", "/providers", { name: `Provider ${at}`, timezone: "UTC" });
    const hours = { intervals, effectiveFrom: "2020-01-01" };
    await send("PUT", `/providers/${String(provider["id"])}/weekly-hours`, hours);
    providerIds.push(provider["id"]);
  }
  await send("PUT", `/services/${String(id)}/providers`, { providerIds });
  return id as string;
}

/** 500 bookings per provider, eight per day as far as they go, all ahead. */
async function insertBookings(serviceId: string): Promise<void> {
  const first = new Date(Math.floor(Date.now() / dayMs) * dayMs + dayMs);
  const { rows } = await pool.query<{ owner_id: string }>(
    "SELECT owner_id FROM booking_services WHERE id = $1",
    [serviceId],
  );
  const ownerId = rows[0]!.owner_id;
  await pool.query(
    `INSERT INTO booking_customers (id, owner_id, name, email, email_folded, created_at, updated_at)
     VALUES ('bcu_bench', $1, 'Bench', 'bench@client.example', 'bench@client.example', now(), now())`,
    [ownerId],
  );
  await pool.query(
    `INSERT INTO bookings (id, owner_id, app_id, service_id, service_snapshot, provider_id, customer_id, client_email,
       starts_at, ends_at, timezone, local_start, block_start, block_end, session_key, party_size, status, price_minor, currency,
       created_at, updated_at)
     SELECT id, $1, 'event-manager', $2, '{"name":"Visit","durationMin":60,"bufferBeforeMin":0,"bufferAfterMin":0,"capacity":1,"policy":null}',
       provider_id, 'bcu_bench', 'bench@client.example', at, at + interval '1 hour', 'UTC', to_char(at, 'YYYY-MM-DD"T"HH24:MI'),
       at, at + interval '1 hour', id, 1, 'confirmed', 0, 'USD', now(), now()
     FROM (SELECT 'bkg_bench_' || row_number() OVER () AS id, provider_id,
         $3::timestamptz + make_interval(days => n / 8, hours => 9 + n % 8) AS at
       FROM booking_service_providers CROSS JOIN generate_series(0, $4::int - 1) AS n WHERE service_id = $2) AS made
     WHERE true`,
    [ownerId, serviceId, first, bookings / providers],
  );
  // A tenth is free again, spread over all.
  await pool.query(
    "UPDATE bookings SET status = 'cancelled' WHERE service_id = $1 AND hashtext(id) % 10 = 0",
    [serviceId],
  );
  await pool.query("ANALYZE bookings");
}

function measure(serviceId: string): Promise<Record<"slots" | "late", Latency>> {
  const day = (offset: number) => new Date(Date.now() + offset * dayMs).toISOString().slice(0, 10);
  const ask = (from: number) => () =>
    load(generator, {
      port: platform.port,
      headers,
      connections,
      method: "GET",
      path: "",
      paths: [`/services/${serviceId}/availability?from=${day(from)}&to=${day(from + days - 1)}`],
      bodies: [],
      seconds: settings.seconds,
    });
  return measureInTurn<"slots" | "late">({ slots: ask(20), late: ask(50) });
}

function render(measured: Record<"slots" | "late", Latency>): string {
  const rows = (
    [
      [`GET /services/{id}/availability, ${days} days with bookings`, "slots"],
      [`GET /services/{id}/availability, ${days} days, half of them without`, "late"],
    ] as const
  ).map(([title, name]) => {
    const { p50Ms, p95Ms, p99Ms, requestsPerSecond } = measured[name];
    return [title, ...[p50Ms, p95Ms, p99Ms].map(milliseconds), requestsPerSecond.toFixed(0)];
  });
  return `## Free slots

${days} days of a service with ${providers} providers, hours of 8 and starts every half hour, and ${bookings.toLocaleString("en")} bookings, a tenth of them cancelled; one request at a
time, REST door with a bearer token; everything that answers shares one core. Target: p95 ${target.p95Ms} ms.

${renderTable(["", "p50 ms", "p95 ms", "p99 ms", "calls/s"], rows)}
`;
}
