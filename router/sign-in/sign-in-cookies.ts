import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { PendingLogin } from "./issuer-login.ts";
import type { Sealer } from "./sealed-state.ts";
import { signInPaths } from "./sign-in.settings.ts";

/** As long as an interaction lasts. */
const keptSeconds = 600;

const loginSchema = z.object({
  uid: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
});
const personSchema = z.object({
  uid: z.string(),
  formToken: z.string(),
  claims: z.object({
    sub: z.string(),
    email: z.string().nullable(),
    emailVerified: z.boolean(),
    name: z.string().nullable(),
    picture: z.string().nullable(),
  }),
});

/** A login at the issuer that the person has not come back from. */
export type LoginState = PendingLogin & { uid: string };
/** Who signed in for an interaction, and the token of its form. */
export type PersonState = z.output<typeof personSchema>;

/** The state of sign-ins, sealed, in the browser of the person: nobody else can complete them. */
export function createSignInCookies(sealer: Sealer, isSecure: boolean) {
  const attributes = `HttpOnly; SameSite=Lax; Max-Age=${keptSeconds}${isSecure ? "; Secure" : ""}`;
  const set = async (reply: FastifyReply, name: string, path: string, value: object) => {
    const sealed = await sealer.encrypt({ ...value }, keptSeconds);
    void reply.header("set-cookie", `${name}=${sealed}; Path=${path}; ${attributes}`);
  };
  return {
    keepLogin: (reply: FastifyReply, login: LoginState) =>
      set(reply, `hub_login_${keyOf(login.state)}`, signInPaths.callback, login),
    readLogin: async (request: FastifyRequest, state: string): Promise<LoginState | null> => {
      const value = await open(sealer, readCookie(request, `hub_login_${keyOf(state)}`), loginSchema);
      return value?.state === state ? value : null;
    },
    keepPerson: (reply: FastifyReply, person: PersonState) =>
      set(reply, "hub_person", `${signInPaths.interaction}/${person.uid}`, person),
    readPerson: async (request: FastifyRequest, uid: string): Promise<PersonState | null> => {
      const value = await open(sealer, readCookie(request, "hub_person"), personSchema);
      return value?.uid === uid ? value : null;
    },
  };
}

export type SignInCookies = ReturnType<typeof createSignInCookies>;

/** Several sign-ins may be under way in one browser. */
function keyOf(state: string): string {
  return state.replaceAll(/[^A-Za-z0-9]/g, "").slice(0, 12);
}

async function open<T>(sealer: Sealer, text: string | null, schema: z.ZodType<T>): Promise<T | null> {
  if (text === null) return null;
  const parsed = schema.safeParse(await sealer.decrypt(text));
  return parsed.success ? parsed.data : null;
}

function readCookie({ headers: { cookie } }: FastifyRequest, name: string): string | null {
  for (const part of (cookie ?? "").split(";")) {
    const text = part.trim();
    if (text.startsWith(`${name}=`)) return text.slice(name.length + 1);
  }
  return null;
}
