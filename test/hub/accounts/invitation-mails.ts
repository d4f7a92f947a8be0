import type { TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";

interface Mail {
  to: string[] | string;
  text: string;
}

/** Tokens in the invitation mails to an address, oldest first, once there are this many. */
export async function tokensFor(app: TestApp, email: string, count = 1): Promise<string[]> {
  return until(`${count} mails to ${email}`, async () => {
    const { messages } = (await (await fetch(`${app.sandboxUrl}/mail/messages`)).json()) as {
      messages: Mail[];
    };
    const tokens = messages
      .filter(({ to }) => [to].flat().some((address) => address.includes(email)))
      .flatMap(({ text }) => /account-invitations\/([\w.-]+)/.exec(text)?.[1] ?? []);
    return new Set(tokens).size >= count && [...new Set(tokens)];
  });
}
