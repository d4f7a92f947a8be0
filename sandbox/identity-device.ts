import type { FastifyInstance, FastifyReply } from "fastify";
import { randomBytes, randomInt } from "node:crypto";
import { z } from "zod";
import { demoIdentities } from "../src/demo-identities.ts";
import type { Clock } from "../src/time/clock.ts";
import { devicePage, deviceResultPage } from "./identity-device-page.ts";

/** Grant type of RFC 8628. */
export const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

const lifetimeSeconds = 600;
const maxPending = 1_000;
/** Without vowels and look-alikes (RFC 8628, 6.1). */
const userCodeLetters = "BCDFGHJKLMNPQRSTVWXZ";

/** The person that a client acts for. */
export interface SignedInPerson {
  sub: string;
  email: string;
  name: string;
  roles: readonly string[];
}

interface DeviceAuthorization {
  userCode: string;
  clientId: string;
  scope: string | undefined;
  expiresAt: number;
  /** Seconds between two polls; grows by 5 with each that comes too early. */
  interval: number;
  lastPollAt: number;
  decision: "pending" | "denied" | SignedInPerson;
}

/** The tokens that an authorization or a refresh token gives. */
export interface GrantedTokens {
  clientId: string;
  person: SignedInPerson;
  scope: string | undefined;
  refreshToken: string;
}

const authorizationSchema = z.looseObject({
  client_id: z.string().min(1).max(200),
  scope: z.string().max(1_000).optional(),
});
const decisionSchema = z.object({
  user_code: z.string().max(40),
  identity: z.string().max(40).default("pia"),
  decision: z.enum(["allow", "deny"]),
});
const tokenSchema = z.looseObject({
  grant_type: z.string(),
  client_id: z.string().min(1).max(200),
  device_code: z.string().max(200).optional(),
  refresh_token: z.string().max(200).optional(),
});

/** An error of the token endpoint (RFC 6749, 5.2; RFC 8628, 3.5). */
export class GrantError extends Error {}

/**
 * The device flow of RFC 8628: a program shows a code, a person enters it on a page and selects a demo identity. Codes
 * live for 10 minutes, polls are 2 seconds apart. Refresh tokens are replaced at each use.
 */
export class DeviceFlow {
  readonly #clock: Clock;
  readonly #byDeviceCode = new Map<string, DeviceAuthorization>();
  readonly #refreshTokens = new Map<string, Omit<GrantedTokens, "refreshToken">>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Serves the device authorization endpoint and the page where the code is entered. */
  register(app: FastifyInstance, url: () => string): void {
    app.post("/device-authorization", (request, reply) => this.#authorize(request.body, url(), reply));
    app.get<{ Querystring: { user_code?: string } }>("/device", (request, reply) => {
      const code = request.query.user_code ?? "";
      return reply.type("text/html; charset=utf-8").send(devicePage(code, identityNames()));
    });
    app.post("/device", (request, reply) => {
      const parsed = decisionSchema.safeParse(request.body);
      const isDone = parsed.success && this.#decide(parsed.data);
      return reply
        .code(isDone ? 200 : 400)
        .type("text/html; charset=utf-8")
        .send(deviceResultPage(isDone));
    });
  }

  /** The tokens of a grant. Throws GrantError with the error code for the client. */
  grant(body: unknown): GrantedTokens {
    const parsed = tokenSchema.safeParse(body);
    if (!parsed.success) throw new GrantError("invalid_request");
    const { grant_type, client_id, device_code, refresh_token } = parsed.data;
    if (grant_type === deviceGrant) return this.#redeem(client_id, device_code ?? "");
    if (grant_type !== "refresh_token") throw new GrantError("unsupported_grant_type");
    const known = this.#refreshTokens.get(refresh_token ?? "");
    if (known?.clientId !== client_id) throw new GrantError("invalid_grant");
    this.#refreshTokens.delete(refresh_token!);
    return this.#issue(known);
  }

  #authorize(body: unknown, issuer: string, reply: FastifyReply): FastifyReply {
    const parsed = authorizationSchema.safeParse(body);
    if (!parsed.success) return reply.code(400).send({ error: "invalid_request" });
    this.#forgetExpired();
    if (this.#byDeviceCode.size >= maxPending)
      return reply.code(503).send({ error: "temporarily_unavailable" });
    const userCode = createUserCode();
    const deviceCode = randomBytes(32).toString("base64url");
    const interval = 2;
    this.#byDeviceCode.set(deviceCode, {
      userCode,
      clientId: parsed.data.client_id,
      scope: parsed.data.scope,
      expiresAt: this.#seconds() + lifetimeSeconds,
      interval,
      lastPollAt: -Infinity,
      decision: "pending",
    });
    return reply.header("cache-control", "no-store").send({
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: `${issuer}/device`,
      verification_uri_complete: `${issuer}/device?user_code=${userCode}`,
      expires_in: lifetimeSeconds,
      interval,
    });
  }

  #decide({ user_code, identity, decision }: z.output<typeof decisionSchema>): boolean {
    this.#forgetExpired();
    const code = user_code.toUpperCase().replaceAll(/[^A-Z]/g, "");
    const waiting = [...this.#byDeviceCode.values()].find(
      (one) => one.userCode.replace("-", "") === code && one.decision === "pending",
    );
    const person = demoIdentities.find(({ name }) => name === identity);
    if (!waiting || !person) return false;
    const { userId: sub, email, name, roles } = person;
    waiting.decision = decision === "allow" ? { sub, email, name, roles } : "denied";
    return true;
  }

  #redeem(clientId: string, deviceCode: string): GrantedTokens {
    const waiting = this.#byDeviceCode.get(deviceCode);
    if (waiting?.clientId !== clientId) throw new GrantError("invalid_grant");
    if (waiting.expiresAt <= this.#seconds()) throw new GrantError("expired_token");
    if (waiting.decision === "pending") {
      const isEarly = this.#seconds() - waiting.lastPollAt < waiting.interval;
      waiting.lastPollAt = this.#seconds();
      if (!isEarly) throw new GrantError("authorization_pending");
      waiting.interval += 5;
      throw new GrantError("slow_down");
    }
    this.#byDeviceCode.delete(deviceCode);
    if (waiting.decision === "denied") throw new GrantError("access_denied");
    return this.#issue({ clientId, person: waiting.decision, scope: waiting.scope });
  }

  #issue(grant: Omit<GrantedTokens, "refreshToken">): GrantedTokens {
    const refreshToken = randomBytes(32).toString("base64url");
    if (this.#refreshTokens.size >= maxPending)
      this.#refreshTokens.delete(this.#refreshTokens.keys().next().value!);
    this.#refreshTokens.set(refreshToken, grant);
    return { ...grant, refreshToken };
  }

  #forgetExpired(): void {
    for (const [code, { expiresAt }] of this.#byDeviceCode)
      // A little longer than they live, so that the client learns why.
      if (expiresAt + lifetimeSeconds <= this.#seconds()) this.#byDeviceCode.delete(code);
  }

  #seconds(): number {
    return this.#clock.now().getTime() / 1000;
  }
}

function identityNames(): { name: string; email: string }[] {
  return demoIdentities.map(({ name, email }) => ({ name, email }));
}

function createUserCode(): string {
  const letters = Array.from({ length: 8 }, () => userCodeLetters[randomInt(userCodeLetters.length)]!);
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}
