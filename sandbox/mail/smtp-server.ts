import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import type { Clock } from "../../src/time/clock.ts";
import type { ControlPlane } from "../control-plane.ts";
import type { Inbox } from "./inbox.ts";
import type { MailReports } from "./mail-reports.ts";

const maxMessageBytes = 30 * 1024 * 1024;

/** Where the stand-in keeps what it receives. */
export interface SmtpParts {
  clock: Clock;
  control: ControlPlane;
  inbox: Inbox;
  reports: MailReports;
}

/** Mailboxes of any host that reject mail, by name, with their response (RFC 3463). */
const refusedMailboxes: Readonly<Record<string, [code: number, message: string]>> = {
  "hard-bounce": [550, "5.1.1 There is no such mailbox."],
  "mailbox-full": [552, "5.2.2 The mailbox is full."],
  greylisted: [451, "4.7.1 Try again later."],
};

/**
 * A mail server that accepts mail from any sender, with or without a login, and stores it in the inbox. Faults
 * of the stand-in `smtp` apply at MAIL FROM, so once per message; a status becomes the SMTP reply code.
 * Mailboxes named `hard-bounce`, `mailbox-full` and `greylisted`, also with `+something`, are refused.
 */
export function createSmtpServer({ clock, control, inbox, reports }: SmtpParts): SMTPServer {
  const server = new SMTPServer({
    name: "sandbox",
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    size: maxMessageBytes,
    onAuth: (auth, _session, done) => done(null, { user: auth.username }),
    onMailFrom: (_address, session, done) => {
      void control.nextFault("smtp").then((outcome) => {
        if (outcome.kind === "none") return done();
        if (outcome.kind === "status") return done(smtpError("Requested sandbox fault.", outcome.status));
        return cutConnection(server, session, outcome.kind === "malformed" ? "\u0000?!\r\n" : "");
      });
    },
    onRcptTo: ({ address }, _session, done) => done(refusalOf(address)),
    onData: (stream, session, done) => {
      receive(stream, session).then(
        () => done(),
        (thrown: unknown) => done(smtpError(thrown instanceof Error ? thrown.message : "Refused.", 554)),
      );
    },
  });

  async function receive(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const raw = await buffer(stream as Readable);
    if (stream.sizeExceeded) throw new Error("The message is too large.");
    const to = envelope.rcptTo.map(({ address }) => address);
    const from = envelope.mailFrom ? envelope.mailFrom.address : "";
    const message = await inbox.receive(raw, { from, to, receivedAt: clock.now() });
    const { headers, subject, text, id } = message;
    reports.taken(message);
    control.record("smtp", {
      method: "SEND",
      path: to.join(","),
      headers,
      body: { id, from, to, subject, text },
    });
  }

  // A client that goes away, or is cut off by a fault, is no concern of the server.
  server.on("error", () => undefined);
  return server;
}

function refusalOf(address: string): Error | null {
  const refusal = refusedMailboxes[/^[^@+]*/.exec(address)![0].toLowerCase()];
  return refusal ? smtpError(refusal[1], refusal[0]) : null;
}

function smtpError(message: string, responseCode: number): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** The connection set is all that the server offers to reach the socket of a session. */
function cutConnection(server: SMTPServer, session: SMTPServerSession, lastWords: string): void {
  for (const connection of server.connections) {
    if (connection.session === session) connection._socket.end(lastWords, () => connection._socket.destroy());
  }
}
