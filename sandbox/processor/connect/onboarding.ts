import type { FastifyReply, FastifyRequest } from "fastify";
import type { Stripe } from "stripe";
import { z } from "zod";
import { readUrl } from "../checkout/checkout-input.ts";
import { html } from "../hosted/hosted-html.ts";
import { asPage, sendPage, sendRedirect, wrongBody } from "../hosted/hosted-replies.ts";
import type { Params } from "../params.ts";
import type { Processor, ProcessorRoutes } from "../processor-context.ts";
import { badRequest } from "../processor-error.ts";
import { newObjectId } from "../stored-objects.ts";
import { changeAccount } from "./account-changes.ts";

/** A link is good for five minutes and one visit. */
const linkSeconds = 5 * 60;
const choiceSchema = z.object({ outcome: z.enum(["complete", "later"]) });

interface Link {
  account: string;
  expiresAt: number;
  returnUrl: string;
  refreshUrl: string;
  isUsed: boolean;
}

/** A link to the page where the owner of an account enters what the processor asks for. */
export function createAccountLink({ state, clock, url }: Processor, input: Params): Stripe.AccountLink {
  input.allow("account", "collection_options", "refresh_url", "return_url", "type");
  const account = state.require("account", input.requiredString("account"), "account");
  const type = input.oneOf("type", ["account_onboarding", "account_update"]);
  if (type === null) throw badRequest("Missing required param: type.", "type", "parameter_missing");
  const options = input.hash("collection_options");
  options.allow("fields", "future_requirements");
  options.oneOf("fields", ["currently_due", "eventually_due"]);
  const [returnUrl, refreshUrl] = [readUrl(input, "return_url"), readUrl(input, "refresh_url")];
  if (returnUrl === null || refreshUrl === null)
    throw badRequest("Missing required param: return_url or refresh_url.", "return_url", "parameter_missing");
  const token = newObjectId("acl");
  const created = clock.seconds();
  const link: Link = {
    account: account.id,
    expiresAt: created + linkSeconds,
    returnUrl,
    refreshUrl,
    isUsed: false,
  };
  state.setAside(token, { ...link });
  const page = `${url()}/connect/onboarding/${token}`;
  return { object: "account_link", created, expires_at: link.expiresAt, url: page };
}

/**
 * GET  /connect/onboarding/{token}  the page; a link that was used or has expired goes to its `refresh_url`
 * POST /connect/onboarding/{token}  {outcome: "complete"|"later"}: everything is entered, or nothing; goes back to the app
 */
export const onboardingPages: ProcessorRoutes = ({ fastify }, processor) => {
  const { state, clock } = processor;
  const find = (request: FastifyRequest): { token: string; link: Link } => {
    const { token } = request.params as { token: string };
    const link = state.aside(token) as unknown as Link;
    if (!link.account) throw badRequest(`No such account link: '${token}'`);
    return { token, link };
  };
  fastify.get("/connect/onboarding/:token", async (request, reply) =>
    asPage(reply, () => {
      const { token, link } = find(request);
      if (link.isUsed || link.expiresAt <= clock.seconds()) return sendRedirect(reply, link.refreshUrl);
      state.setAside(token, { isUsed: true });
      return showForm(processor, link, reply);
    }),
  );
  fastify.post("/connect/onboarding/:token", async (request, reply) => {
    const parsed = choiceSchema.safeParse(request.body ?? {});
    if (!parsed.success) throw wrongBody(parsed.error);
    const { link } = find(request);
    const account = state.require("account", link.account);
    if (parsed.data.outcome === "complete") changeAccount(processor, account, []);
    return sendRedirect(reply, link.returnUrl);
  });
};

function showForm({ state }: Processor, { account: id, returnUrl }: Link, reply: FastifyReply) {
  const account = state.require("account", id);
  const due = account.requirements?.currently_due ?? [];
  const name = account.business_profile?.name ?? account.email ?? "your business";
  const body = html`<h1>Take payments as ${name}</h1>
    ${
      due.length === 0
        ? html`<p>Everything is entered.</p>`
        : html`<p>Still needed:</p>
            <ul>
              ${due.map((field) => html`<li>${field}</li>`)}
            </ul>`
    }
    <form method="post">
      <button class="block" type="submit" name="outcome" value="complete">Enter test data and finish</button>
      <button class="block quiet" type="submit" name="outcome" value="later">Save for later</button>
    </form>`;
  return sendPage(reply, { title: "Account setup", body, formTargets: [returnUrl] });
}
