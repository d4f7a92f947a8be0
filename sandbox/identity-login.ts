import type { FastifyInstance, FastifyReply } from "fastify";
import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { demoIdentities, type DemoIdentity } from "../src/demo-identities.ts";
import type { Clock } from "../src/time/clock.ts";
import { loginPage } from "./identity-login-page.ts";

const codeLifetimeMs = 60_000;
const maxCodes = 1_000;

/** Any client may ask; `sandbox_login` decides without a person, by the name of a demo identity, or `deny`. */
const authorizationSchema = z.looseObject({
  response_type: z.literal("code"),
  client_id: z.string().min(1).max(256),
  redirect_uri: z.url().max(2_048),
  scope: z.string().max(1_000),
  state: z.string().max(1_000).optional(),
  nonce: z.string().max(1_000).optional(),
  code_challenge: z.string().length(43),
  code_challenge_method: z.literal("S256"),
  sandbox_login: z.string().max(40).optional(),
});
type Authorization = z.output<typeof authorizationSchema>;

const exchangeSchema = z.looseObject({
  grant_type: z.literal("authorization_code"),
  code: z.string().max(200),
  redirect_uri: z.string().max(2_048),
  client_id: z.string().max(256),
  code_verifier: z.string().min(43).max(128),
});

/** Who signed in to which client. */
export interface CompletedLogin {
  person: DemoIdentity;
  clientId: string;
  nonce: string | null;
  scope: string;
  signedInAt: Date;
}

/** Grant type of the exchange. */
export const codeGrant = "authorization_code";

/** Signs people in by OpenID Connect with an authorization code and PKCE: they choose one of the demo identities. */
export class CodeLogin {
  readonly #clock: Clock;
  readonly #codes = new Map<string, { asked: Authorization; login: CompletedLogin; expiresAt: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  register(app: FastifyInstance, url: () => string): void {
    app.get("/authorize", (request, reply) => this.#answer(request.query, reply, url()));
    app.post("/authorize", (request, reply) => this.#answer(request.body, reply, url()));
  }

  /** The login of a code, once; null for a code that is not good (RFC 6749, 5.2: invalid_grant). */
  exchange(body: unknown): CompletedLogin | null {
    const parsed = exchangeSchema.safeParse(body);
    if (!parsed.success) return null;
    const { code, redirect_uri, client_id, code_verifier } = parsed.data;
    const found = this.#codes.get(code);
    this.#codes.delete(code);
    if (!found || found.expiresAt <= this.#clock.now().getTime()) return null;
    const challenge = createHash("sha256").update(code_verifier).digest("base64url");
    const { asked } = found;
    const isSame =
      asked.redirect_uri === redirect_uri &&
      asked.client_id === client_id &&
      asked.code_challenge === challenge;
    return isSame ? found.login : null;
  }

  #answer(query: unknown, reply: FastifyReply, issuer: string): FastifyReply {
    const parsed = authorizationSchema.safeParse(query);
    if (!parsed.success)
      return reply.code(400).type("text/plain").send("The authorization request is not valid.\n");
    const asked = parsed.data;
    const chosen = asked.sandbox_login;
    if (chosen === undefined) {
      const { sandbox_login: _chosen, ...parameters } = asked;
      const people = demoIdentities.map(({ name, email, plan }) => ({ name, email, plan }));
      return reply.type("text/html; charset=utf-8").send(loginPage({ parameters, people }));
    }
    const person = demoIdentities.find(({ name }) => name === chosen);
    const answer = person ? { code: this.#issue(asked, person) } : { error: "access_denied" };
    const target = new URL(asked.redirect_uri);
    for (const [name, value] of Object.entries({ ...answer, iss: issuer, state: asked.state }))
      if (value !== undefined) target.searchParams.set(name, value);
    return reply.redirect(target.href, 303);
  }

  #issue(asked: Authorization, person: DemoIdentity): string {
    const now = this.#clock.now();
    for (const [code, { expiresAt }] of this.#codes)
      if (expiresAt <= now.getTime() || this.#codes.size >= maxCodes) this.#codes.delete(code);
    const code = randomBytes(24).toString("base64url");
    const { client_id: clientId, nonce = null, scope } = asked;
    const login = { person, clientId, nonce, scope, signedInAt: now };
    this.#codes.set(code, { asked, login, expiresAt: now.getTime() + codeLifetimeMs });
    return code;
  }
}
