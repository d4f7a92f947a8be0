import type { FastifyInstance } from "fastify";
import { newId } from "../../src/ids.ts";

const maxMessages = 10_000;

/** One message as the sandbox's mail server received it. */
export interface Message {
  id: string;
  from: string;
  /** Everybody it was delivered to, blind copies included: the envelope's recipients. */
  to: string[];
  subject: string;
  text: string;
  html: string | null;
  /** Header fields by lower-case name; of repeated ones the last. */
  headers: Record<string, string>;
  attachments: { filename: string | null; contentType: string; sizeBytes: number }[];
  receivedAt: string;
}

export interface Envelope {
  from: string;
  to: string[];
  receivedAt: Date;
}

/** All sent mail, oldest first. Beyond ten thousand messages the oldest are dropped. */
export class Inbox {
  #messages: Message[] = [];

  /** Parses a raw message (RFC 5322, MIME) and keeps it. Throws when it cannot be parsed. */
  async receive(raw: Uint8Array, envelope: Envelope): Promise<Message> {
    const { default: PostalMime } = await import("postal-mime");
    const email = await PostalMime.parse(raw);
    const message: Message = {
      id: newId("msg"),
      from: email.from?.address ?? envelope.from,
      to: envelope.to,
      subject: email.subject ?? "",
      text: email.text ?? "",
      html: email.html ?? null,
      headers: Object.fromEntries(email.headers.map(({ key, value }) => [key, value])),
      attachments: email.attachments.map(({ filename, mimeType, content }) => ({
        filename,
        contentType: mimeType,
        sizeBytes: typeof content === "string" ? Buffer.byteLength(content) : content.byteLength,
      })),
      receivedAt: envelope.receivedAt.toISOString(),
    };
    this.#messages.push(message);
    if (this.#messages.length > maxMessages) this.#messages.shift();
    return message;
  }

  /** Adds `GET` and `DELETE /mail/messages`. `?to=` selects messages to recipients whose address contains this text. */
  attach(app: FastifyInstance): void {
    app.get("/mail/messages", async (request) => {
      const { to: wanted } = request.query as { to?: string };
      if (wanted === undefined) return { messages: this.#messages };
      const isWanted = ({ to }: Message) => to.some((address) => address.includes(wanted));
      return { messages: this.#messages.filter(isWanted) };
    });
    app.delete("/mail/messages", async (_request, reply) => {
      this.#messages = [];
      return reply.code(204).send();
    });
  }
}
