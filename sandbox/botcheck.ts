import { z } from "zod";
import { validationError } from "../src/errors.ts";
import { newToken } from "../src/ids.ts";
import type { StandIn } from "./stand-in.ts";
import { zodFaults } from "./zod-faults.ts";

/** Lifetime of a token, as at the real service. */
const lifetimeMs = 120_000;

const askedSchema = z.strictObject({
  score: z.number().min(0).max(1).default(0.9),
  action: z.string().default("create_payment"),
  hostname: z.string().default("localhost"),
  /** How long ago the check was made. */
  ageSeconds: z.number().min(0).max(86_400).default(0),
});

interface Check {
  score: number;
  action: string;
  hostname: string;
  challengeAt: Date;
}

const shown = z.object({ secret: z.string().min(1).optional(), response: z.string().min(1).optional() });

/**
 * A bot check that speaks reCAPTCHA's `siteverify`. Tokens are created on demand (`POST /tokens`) with any
 * score, action, host and age, and are valid once. `test-pass`, `test-low`, `test-expired` and `test-comment`
 * always exist and may be used any number of times, with the results that their names say: the first ones for payments, the last one
 * for comments.
 */
export function createBotCheckStandIn(): StandIn {
  return {
    name: "botcheck",
    register(app, { clock }) {
      const checks = new Map<string, Check>();
      const fixed = (score: number, action = "create_payment"): Check => ({
        score,
        action,
        hostname: "localhost",
        challengeAt: clock.now(),
      });
      const take = (token: string): Check | "spent" | null => {
        if (token === "test-pass") return fixed(0.9);
        if (token === "test-comment") return fixed(0.9, "blog_comment");
        if (token === "test-low") return fixed(0.1);
        if (token === "test-expired") return "spent";
        const check = checks.get(token);
        if (!check) return null;
        checks.set(token, { ...check, challengeAt: new Date(0) });
        const isOver = clock.now().getTime() - check.challengeAt.getTime() > lifetimeMs;
        return isOver ? "spent" : check;
      };
      app.post("/tokens", async (request, reply) => {
        const parsed = askedSchema.safeParse(request.body ?? {});
        if (!parsed.success) throw validationError(zodFaults(parsed.error));
        const { ageSeconds, ...check } = parsed.data;
        const token = newToken(32);
        checks.set(token, { ...check, challengeAt: new Date(clock.now().getTime() - ageSeconds * 1_000) });
        return reply.code(201).send({ token });
      });
      app.post("/siteverify", async (request) => {
        const { secret, response } = shown.parse(request.body ?? {});
        if (secret === undefined) return refuse("missing-input-secret");
        if (response === undefined) return refuse("missing-input-response");
        const check = take(response);
        if (check === null) return refuse("invalid-input-response");
        if (check === "spent") return refuse("timeout-or-duplicate");
        const { challengeAt, ...told } = check;
        return { success: true, challenge_ts: challengeAt.toISOString(), ...told };
      });
    },
  };
}

function refuse(code: string): Record<string, unknown> {
  return { success: false, "error-codes": [code] };
}
