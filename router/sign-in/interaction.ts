import type { FastifyReply, FastifyRequest } from "fastify";
import { timingSafeEqual } from "node:crypto";
import type { Provider } from "oidc-provider";
import { DomainError } from "../../src/errors.ts";
import type { SignInRecords } from "./hub-records.ts";
import type { IssuerLogin } from "./issuer-login.ts";
import { sendConsent, sendSignInFault, type ConsentAccount } from "./pages.ts";
import { scopeWords } from "./scope-words.ts";
import { saveChoice, type SignInChoice } from "./sign-in-choice.ts";
import type { PersonState, SignInCookies } from "./sign-in-cookies.ts";
import { resourceOf, signInPaths } from "./sign-in.settings.ts";

export interface InteractionParts {
  records: SignInRecords;
  publicUrl: string;
  /** Every scope that an agent may ask for. */
  scopes: readonly string[];
  /** IDs of the apps to choose from. */
  apps: readonly string[];
  /** The accounts of a person, whose profile is stored at first sight. Throws for a closed account. */
  findPerson(claims: PersonState["claims"], request: FastifyRequest): Promise<readonly ConsentAccount[]>;
  login: IssuerLogin;
  cookies: SignInCookies;
}

interface Interaction {
  uid: string;
  clientId: string;
  clientName: string;
  redirectUri: string;
  /** The door that the agent asks for. */
  resource: string;
  /** Scopes that the agent asks for and that exist. */
  scopes: readonly string[];
}

export const expired = "This sign-in has expired. Start again in the app that you came from.";

/** Sends a person to the issuer, shows what the agent asks for, and carries out the decision. */
export async function answerInteraction(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: InteractionParts,
): Promise<FastifyReply> {
  const interaction = await readInteraction(provider, request, reply, parts);
  if (interaction === null) return sendSignInFault(reply, 400, expired);
  const person = await parts.cookies.readPerson(request, interaction.uid);
  if (person === null) {
    const { url, pending } = await parts.login.begin();
    await parts.cookies.keepLogin(reply, { uid: interaction.uid, ...pending });
    return reply.redirect(url, 303);
  }
  const accounts = await parts.findPerson(person.claims, request);
  if (request.method === "POST") {
    const decision = readDecision(request.body, person, { interaction, accounts, apps: parts.apps });
    return finish(provider, { request, reply, decision, person, interaction, parts });
  }
  return sendConsent(reply, {
    action: `${signInPaths.interaction}/${interaction.uid}`,
    formToken: person.formToken,
    clientName: interaction.clientName,
    redirectUri: interaction.redirectUri,
    person: person.claims.email ?? person.claims.name ?? person.claims.sub,
    accounts,
    scopes: interaction.scopes.map((name) => ({ name, text: scopeWords(name) })),
    apps: parts.apps,
  });
}

/** Null when it has expired, or belongs to another browser. */
async function readInteraction(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl, scopes: known }: Pick<InteractionParts, "publicUrl" | "scopes">,
): Promise<Interaction | null> {
  const details = await provider.interactionDetails(request.raw, reply.raw).catch(() => null);
  const { uid } = request.params as { uid: string };
  if (details === null || details.uid !== uid) return null;
  const { client_id: clientId, redirect_uri: redirectUri, scope } = details.params as Record<string, string>;
  const client = await provider.Client.find(clientId!);
  if (!client) return null;
  const { resource } = details.params as { resource?: string | string[] };
  const asked = new Set((scope ?? "").split(" "));
  return {
    uid,
    clientId: clientId!,
    clientName: (client.clientName ?? "An app without a name").slice(0, 80),
    redirectUri: redirectUri!,
    resource: [resource ?? resourceOf(publicUrl)].flat()[0]!,
    scopes: known.filter((name) => asked.has(name)),
  };
}

type Decision = { isAllowed: false } | ({ isAllowed: true; scopes: readonly string[] } & SignInChoice);

/** Only what was on the page can be chosen. Throws FORBIDDEN for a form of another page. */
function readDecision(
  body: unknown,
  { formToken }: PersonState,
  {
    interaction,
    accounts,
    apps,
  }: { interaction: Interaction; accounts: readonly ConsentAccount[]; apps: readonly string[] },
): Decision {
  const form = new URLSearchParams(typeof body === "string" ? body : "");
  if (!isSame(form.get("form_token") ?? "", formToken))
    throw new DomainError("FORBIDDEN", "This form has expired. Start again in the app that you came from.");
  if (form.get("decision") !== "allow") return { isAllowed: false };
  const chosen = new Set(form.getAll("scope"));
  const scopes = interaction.scopes.filter((name) => chosen.has(name));
  const accountId = accounts.find(({ id }) => id === form.get("account"))?.id;
  if (accountId === undefined || scopes.length === 0) return { isAllowed: false };
  const some = new Set(form.getAll("app"));
  const appIds = form.get("apps") === "some" ? apps.filter((id) => some.has(id)) : null;
  return { isAllowed: true, scopes, accountId, appIds };
}

async function finish(
  provider: Provider,
  {
    request,
    reply,
    decision,
    person,
    interaction,
    parts,
  }: {
    request: FastifyRequest;
    reply: FastifyReply;
    decision: Decision;
    person: PersonState;
    interaction: Interaction;
    parts: InteractionParts;
  },
): Promise<FastifyReply> {
  const { sub } = person.claims;
  const result = decision.isAllowed
    ? {
        login: { accountId: sub },
        consent: { grantId: await grant(provider, { decision, sub, interaction, parts }) },
      }
    : { error: "access_denied", error_description: "the person did not agree" };
  const returnTo = await provider.interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission: false,
  });
  const { pathname, search } = new URL(returnTo, parts.publicUrl);
  return reply.redirect(pathname + search, 303);
}

async function grant(
  provider: Provider,
  {
    decision: { scopes, accountId, appIds },
    sub,
    interaction,
    parts,
  }: {
    decision: Extract<Decision, { isAllowed: true }>;
    sub: string;
    interaction: Interaction;
    parts: InteractionParts;
  },
): Promise<string> {
  const given = new provider.Grant({ accountId: sub, clientId: interaction.clientId });
  const { resource } = interaction;
  const rejected = interaction.scopes.filter((name) => !scopes.includes(name));
  given.addOIDCScope("offline_access");
  given.addResourceScope(resource, scopes.join(" "));
  if (rejected.length > 0) given.rejectResourceScope(resource, rejected.join(" "));
  const grantId = await given.save();
  await saveChoice(parts.records, { grantId, ownerId: sub, choice: { accountId, appIds } });
  return grantId;
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
