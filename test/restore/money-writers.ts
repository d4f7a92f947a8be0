import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { reads, type Call } from "../split/traffic.ts";

/** A principal: headers of a token or of an API key. */
export interface Caller {
  headers: Record<string, string>;
}

/** One write of money, as its client remembers it. */
export interface Write {
  mark: string;
  call: Call;
  caller: Caller;
  kind: "consume" | "invoice";
  sentAt: Date;
  /** Null until a client has received the acknowledgement. */
  acknowledgedAt: Date | null;
  answer: string;
}

export interface Answer {
  status: number;
  text: string;
}

/** Clients that write at their own pace, and note when each write was sent and when it was acknowledged. */
export class MoneyWriters {
  readonly writes: Write[] = [];
  /** Responses that were neither a success nor a clear refusal. */
  readonly wrongs: string[] = [];
  #stop = new AbortController();
  #running: Promise<void>[] = [];

  /** Each principal writes sequentially, at most 20 per second; one reader reads existing data. */
  start(url: string, callers: readonly Caller[]): void {
    this.#stop = new AbortController();
    this.#running = [...callers.map((caller) => this.#write(url, caller)), this.#read(url, callers[0]!)];
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  async #write(url: string, caller: Caller): Promise<void> {
    for (let turn = 0; !this.#stop.signal.aborted; turn++) {
      const write = newWrite(caller, turn);
      this.writes.push(write);
      await this.#sendUntilDone(url, write);
      await wait(50);
    }
  }

  async #sendUntilDone(url: string, write: Write): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const answer = await send(url, write.call, write.caller);
      if (answer && answer.status < 300) {
        Object.assign(write, { acknowledgedAt: new Date(), answer: answer.text });
        return;
      }
      const mayBeTriedAgain = answer === null || answer.status === 503 || answer.status === 409;
      if (!mayBeTriedAgain) {
        this.wrongs.push(`${write.call.path} ${answer.status} ${answer.text.slice(0, 200)}`);
        return;
      }
      await wait(50);
    }
  }

  async #read(url: string, caller: Caller): Promise<void> {
    for (let turn = 0; !this.#stop.signal.aborted; turn++) {
      await send(url, reads[turn % reads.length]!, caller);
      await wait(50);
    }
  }
}

function newWrite(caller: Caller, turn: number): Write {
  const mark = `mark-${randomUUID()}`;
  const kind = turn % 3 === 2 ? "invoice" : "consume";
  const key = { "idempotency-key": mark };
  const call: Call =
    kind === "invoice"
      ? {
          method: "POST",
          path: "/invoices",
          headers: { ...key, "x-app-id": "invoicer" },
          body: {
            // A separate address, so that each mail can be identified.
            client: `${mark}@client.example`,
            items: [{ description: "Work", amount: 12 }],
            notes: mark,
            sendEmail: true,
          },
        }
      : {
          method: "POST",
          path: "/credits/consume",
          headers: key,
          body: { appId: "central", amount: 0.01, description: mark },
        };
  return { mark, call, caller, kind, sentAt: new Date(), acknowledgedAt: null, answer: "" };
}

/** One call; null when it was cut off. */
export async function send(url: string, call: Call, caller: Caller): Promise<Answer | null> {
  const { method, path, headers, body } = call;
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...caller.headers, ...headers, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(30_000),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
}
