import type { FastifyReply, FastifyRequest } from "fastify";
import type { InteractionResults, Provider } from "oidc-provider";
import { z } from "zod";
import { consentPage } from "./consent-page.ts";

const texts = z.union([z.string(), z.array(z.string())]).optional();
const answerSchema = z.object({
  decision: z.enum(["approve", "deny"]),
  login: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .default("demo"),
  scope: texts,
});
type Decision = z.output<typeof answerSchema>;

/** Shows the page, or executes the decision of the form or of the authorization request itself. */
export async function answerInteraction(
  server: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { params, prompt, uid } = await server.interactionDetails(request.raw, reply.raw);
  const asked = String(params["scope"] ?? "")
    .split(" ")
    .filter((scope) => scope !== "");
  const decision = request.method === "POST" ? answerSchema.parse(request.body) : decidedBy(params, asked);
  if (decision === null) {
    const name = (request.params as { name: string }).name;
    return reply.type("text/html; charset=utf-8").send(consentPage({ server: name, scopes: asked }));
  }
  request.log.debug({ uid, prompt: prompt.name, decision: decision.decision }, "an authorization is decided");
  const result = await resultOf(server, decision, { asked, clientId: String(params["client_id"]) });
  reply.hijack();
  await server.interactionFinished(request.raw, reply.raw, result, { mergeWithLastSubmission: false });
  return reply;
}

/** Null where the request leaves it to a person. */
function decidedBy(params: Record<string, unknown>, asked: readonly string[]): Decision | null {
  const { sandbox, sandbox_login: login, sandbox_scopes: scopes } = params;
  if (sandbox === undefined) return null;
  const scope = scopes === undefined ? [...asked] : String(scopes).split(" ");
  return answerSchema.parse({ decision: sandbox, login, scope });
}

async function resultOf(
  server: Provider,
  { decision, login, scope }: Decision,
  { asked, clientId }: { asked: readonly string[]; clientId: string },
): Promise<InteractionResults> {
  if (decision === "deny") return { error: "access_denied", error_description: "the person said no" };
  const wanted = new Set([scope ?? []].flat());
  const grant = new server.Grant({ accountId: login, clientId });
  // The identity scope is always granted; the user decides about the rest.
  const isGranted = (name: string) => wanted.has(name) || name === "openid";
  grant.addOIDCScope(asked.filter(isGranted).join(" "));
  grant.rejectOIDCScope(asked.filter((name) => !isGranted(name)).join(" "));
  return { login: { accountId: login }, consent: { grantId: await grant.save() } };
}
