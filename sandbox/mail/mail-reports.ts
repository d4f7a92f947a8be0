import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { z } from "zod";
import type { Clock } from "../../src/time/clock.ts";
import { validationError } from "../../src/errors.ts";
import { newId } from "../../src/ids.ts";
import type { Message } from "./inbox.ts";
import { signWebhook } from "../../src/crypto/webhook-signature.ts";
import { zodFaults } from "../zod-faults.ts";

export interface MailReportOptions {
  /** URL and signing secret of reports; null without a receiver. */
  webhook: { url: string; secret: string } | null;
  /** Whether every message is reported automatically; otherwise only on request of the control route. */
  isAutomatic: boolean;
}

const timeoutMs = 15_000;
const gatherMs = 100;
const maxReports = 500;

const reportSchema = z.strictObject({
  /** Names the report; given again, it is the same. */
  id: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .optional(),
  messageId: z.string().min(5).max(300),
  type: z.enum(["delivered", "bounced", "complained"]),
  bounceType: z.enum(["hard", "soft"]).optional(),
});
type Report = z.output<typeof reportSchema>;
const requestSchema = z.strictObject({
  reports: z.array(reportSchema).min(1).max(1_000),
  /** Number of deliveries of the whole report. */
  copies: z.int().min(1).max(10).default(1),
});

/** Outcomes of mail to these mailboxes after it was accepted. */
const fates: Readonly<Record<string, Pick<Report, "type" | "bounceType">[]>> = {
  "late-bounce": [{ type: "bounced", bounceType: "hard" }],
  complains: [{ type: "delivered" }, { type: "complained" }],
};

/** The mail server's reports on accepted messages, in signed webhooks of several reports each. */
export class MailReports {
  readonly #options: MailReportOptions;
  readonly #clock: Clock;
  readonly #log: FastifyBaseLogger;
  readonly #stopped = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #waiting: Report[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(options: MailReportOptions & { clock: Clock; log: FastifyBaseLogger }) {
    this.#options = options;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  /** A message was taken. */
  taken({ headers, to }: Message): void {
    const messageId = headers["message-id"];
    if (!this.#options.isAutomatic || messageId === undefined) return;
    const mailbox = /^[^@+]*/.exec(to[0] ?? "")![0];
    // Only campaigns count deliveries.
    const usual = messageId.startsWith("<msg_") ? [{ type: "delivered" as const }] : [];
    for (const fate of fates[mailbox] ?? usual) this.#waiting.push({ messageId, ...fate });
    this.#timer ??= setTimeout(() => this.#flush(), gatherMs).unref();
  }

  /** Adds `POST /mail/reports`, which sends reports immediately and returns the receiver's response. */
  attach(app: FastifyInstance): void {
    app.post("/mail/reports", async (request) => {
      const parsed = requestSchema.safeParse(request.body);
      if (!parsed.success) throw validationError(zodFaults(parsed.error));
      const reports = named(parsed.data.reports);
      const sending = Array.from({ length: parsed.data.copies }, () => this.#post(reports));
      return { answers: await Promise.all(sending) };
    });
  }

  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#stopped.abort();
    await Promise.all(this.#running);
  }

  #flush(): void {
    this.#timer = null;
    while (this.#waiting.length > 0) {
      const one = this.#post(named(this.#waiting.splice(0, maxReports))).finally(() =>
        this.#running.delete(one),
      );
      this.#running.add(one);
    }
  }

  async #post(reports: readonly Report[]): Promise<{ status: number; body: unknown } | null> {
    if (this.#options.webhook === null || this.#stopped.signal.aborted) return null;
    const { url, secret } = this.#options.webhook;
    const body = JSON.stringify({ reports });
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(timeoutMs)]);
    const headers = {
      "content-type": "application/json",
      "x-mail-signature": signWebhook(body, secret, this.#clock.now()),
      connection: "close",
    };
    try {
      const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
      return { status: response.status, body: await response.json() };
    } catch (err) {
      if (!this.#stopped.signal.aborted) this.#log.debug({ err, url }, "reports were not delivered");
      return null;
    }
  }
}

function named(reports: readonly Report[]): Report[] {
  return reports.map((report) => ({ ...report, id: report.id ?? newId("rpt") }));
}
