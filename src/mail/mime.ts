import addressparser from "nodemailer/lib/addressparser";
import type { BulkMessage } from "./bulk-mail.port.ts";

/** The address of a sender such as `Name <name@host>`, and its name. */
export function readSender(from: string): { name: string; address: string } {
  const [parsed] = addressparser(from, { flatten: true });
  if (!parsed || !parsed.address.includes("@")) throw new Error(`"${from}" names no sender.`);
  return { name: parsed.name, address: parsed.address };
}

/** The message as it goes over the wire (RFC 5322, MIME): text, and HTML beside it where there is some. */
export async function composeMessage(
  message: BulkMessage,
  sender: { name: string; address: string },
): Promise<Buffer> {
  const { messageId, from, to, replyTo, subject, html, text, headers, attachments = [] } = message;
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  return new MailComposer({
    messageId: `<${messageId}>`,
    from: { name: from.name ?? sender.name, address: sender.address },
    to: { name: to.name ?? "", address: to.address },
    ...(replyTo === null ? {} : { replyTo }),
    subject,
    text,
    ...(html === null ? {} : { html }),
    headers: { ...headers },
    attachments: attachments.map((file) => ({ ...file })),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}
