import type { TestApp } from "../../../support/app.ts";
import { until } from "../../../support/poll.ts";

interface Mail {
  to: string[];
  subject: string;
  text: string;
  attachments: { filename: string }[];
}

/** E-mails that the stand-in mail server has accepted for an address, or for addresses with this part. */
export async function mailsTo(app: TestApp, address: string): Promise<Mail[]> {
  const url = `${app.sandboxUrl}/mail/messages?to=${encodeURIComponent(address)}`;
  const answer = await fetch(url, { headers: { connection: "close" } });
  return ((await answer.json()) as { messages: Mail[] }).messages;
}

/** Waits for an e-mail to an address whose subject has these words. */
export function mailTo(app: TestApp, address: string, words = ""): Promise<Mail> {
  return until(`an e-mail to ${address}`, async () =>
    (await mailsTo(app, address)).find(({ subject }) => subject.includes(words)),
  );
}
