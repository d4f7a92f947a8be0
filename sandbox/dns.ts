import { createSocket } from "node:dgram";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { demoDomain } from "../src/demo-identities.ts";
import { validationError } from "../src/errors.ts";
import type { ControlPlane } from "./control-plane.ts";
import type { StandIn } from "./stand-in.ts";
import { zodFaults } from "./zod-faults.ts";

const recordSchema = z.strictObject({
  name: z.string().min(1).max(253),
  /** TXT records of the name; an empty list removes it. */
  texts: z.array(z.string().min(1).max(1_000)).max(20),
});

type Records = ReadonlyMap<string, readonly string[]>;

/** A name server's part of the sandbox: its HTTP controls, and the server that answers over UDP. */
interface DnsStandIn extends StandIn {
  listen(options: { host: string; port: number; control: ControlPlane }): Promise<{ close(): Promise<void> }>;
}

/**
 * A name server for TXT records (RFC 1035), which are published at `PUT /dns/records`. Any other name does not exist. It
 * publishes the record of the demo's domain from the start, and listens on the UDP port with the number of the sandbox's TCP port. Faults: a status is the response SERVFAIL, `malformed` a
 * cut-off message, a drop none at all.
 */
export function createDnsStandIn(): DnsStandIn {
  const { record } = demoDomain;
  const records = new Map<string, readonly string[]>([[record.name, [record.text]]]);
  return {
    name: "dns",
    register(app: FastifyInstance) {
      app.put("/records", { config: { isControl: true } }, async (request) => {
        const parsed = recordSchema.safeParse(request.body ?? {});
        if (!parsed.success) throw validationError(zodFaults(parsed.error));
        const { name, texts } = parsed.data;
        if (texts.length === 0) records.delete(name.toLowerCase());
        else records.set(name.toLowerCase(), texts);
        return { name, texts };
      });
    },
    listen: ({ host, port, control }) => serve({ host, port, control, records }),
  };
}

async function serve({
  host,
  port,
  control,
  records,
}: {
  host: string;
  port: number;
  control: ControlPlane;
  records: Records;
}): Promise<{ close(): Promise<void> }> {
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  let isClosed = false;
  socket.on("message", (message, { address, port: from }) => {
    const question = readQuestion(message);
    if (question === null) return;
    control.record("dns", { method: "TXT", path: question.name, headers: {}, body: null });
    const send = ({ kind }: Awaited<ReturnType<ControlPlane["nextFault"]>>) => {
      if (kind === "drop" || isClosed) return;
      const answer = kind === "none" ? answerOf(question, records) : failure(question);
      socket.send(kind === "malformed" ? answer.subarray(0, 5) : answer, from, address);
    };
    control.nextFault("dns", question.name).then(send, (error: unknown) => socket.emit("error", error));
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(port, host, () => {
      socket.off("error", reject);
      // A client that goes away is no concern of the server.
      socket.on("error", () => undefined);
      resolve();
    });
  });
  const closed = new Promise<void>((resolve) => socket.once("close", resolve));
  return {
    async close() {
      // A second call waits for the first one.
      if (!isClosed) socket.close();
      isClosed = true;
      await closed;
    },
  };
}

interface Question {
  id: number;
  name: string;
  type: number;
  /** The question as it was sent. */
  bytes: Buffer;
}

const headerBytes = 12;
const txtType = 16;

/** The one question of a message (RFC 1035 4.1). Null for anything else. */
function readQuestion(message: Buffer): Question | null {
  if (message.length < headerBytes || message.readUInt16BE(4) !== 1) return null;
  const labels: string[] = [];
  let at = headerBytes;
  for (;;) {
    const length = message[at];
    // Names in questions are not compressed.
    if (length === undefined || length > 63) return null;
    at += 1 + length;
    if (length === 0) break;
    labels.push(message.toString("latin1", at - length, at));
  }
  if (message.length < at + 4) return null;
  const bytes = message.subarray(headerBytes, at + 4);
  const name = labels.join(".").toLowerCase();
  return { id: message.readUInt16BE(0), name, type: message.readUInt16BE(at), bytes };
}

const responseCodes = { none: 0, serverFailure: 2, nameError: 3 } as const;

function headerOf({ id }: Question, code: keyof typeof responseCodes, answers: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE(id, 0);
  // A response, authoritative, with recursion desired and available.
  header.writeUInt16BE(0x8580 | responseCodes[code], 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers, 6);
  return header;
}

function failure(question: Question): Buffer {
  return Buffer.concat([headerOf(question, "serverFailure", 0), question.bytes]);
}

function answerOf(question: Question, records: Records): Buffer {
  const texts = records.get(question.name);
  const found = question.type === txtType ? (texts ?? []) : [];
  const header = headerOf(question, texts === undefined ? "nameError" : "none", found.length);
  return Buffer.concat([header, question.bytes, ...found.map(recordBytes)]);
}

/** A TXT record of the question's name: its text in strings of up to 255 bytes. */
function recordBytes(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  const strings: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    strings.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(strings);
  const head = Buffer.alloc(12);
  // A pointer to the name in the question, type, class IN, 60 seconds, length.
  head.writeUInt16BE(0xc000 | headerBytes, 0);
  head.writeUInt16BE(txtType, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
