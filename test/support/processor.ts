import type { TestApp } from "./app.ts";
import { until } from "./poll.ts";

/** Calls a control of the processor's stand-in, or a button of its pages. */
export async function atProcessor(app: TestApp, path: string, body: object = {}): Promise<void> {
  const response = await fetch(`${app.sandboxUrl}/processor${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

/**
 * Running or due calls, and unfinished work on them and on invoices, except work that is scheduled for later. Calls that are
 * always live at the carrier's stand-in never end.
 */
const openCalls = `SELECT 1 FROM gateway.caller_calls
   WHERE (status IN ('ringing', 'in-progress', 'forwarding') AND coalesce(carrier_call_id, '') NOT LIKE 'CA0000000000000000%')
     OR (status = 'queued' AND due_at <= now())
   UNION ALL SELECT 1 FROM jobs.job WHERE name IN ('dial-call', 'settle-call', 'settle-call-reply', 'hang-up-call',
       'route-number', 'fetch-call-recording', 'delete-call-recording', 'advance-campaign', 'run-approved-request',
       'send-invoice-batch', 'send-invoice-mail', 'send-invoice-mails', 'send-quotation-mail', 'send-booking-mail', 'send-booking-code', 'send-waitlist-mail',
       'offer-freed-slot', 'send-ticket-mail', 'lapse-booking', 'refund-booking-charge', 'close-booking-checkouts',
       'send-booking-refund-mail')
     AND state IN ('created', 'retry', 'active') AND start_after <= now() + interval '2 seconds'`;

/** Waits until the processor has sent all its events, and placed calls have ended. */
export async function settled(app: TestApp): Promise<void> {
  await atProcessor(app, "/webhooks/settled");
  await until(
    "calls are over",
    async () => (await app.database.queryPrepared("open calls", openCalls)).length === 0,
  );
}
