import { randomInt } from "node:crypto";

const fixedSeed = 20_261_122;

/**
 * Seed of generated inputs in `npm test`. Fixed, so that a run fails where an earlier one of the same code failed, and nowhere
 * else. TEST_SEED sets another.
 */
export const suiteSeed = Number(process.env["TEST_SEED"] ?? fixedSeed);

/** Whether a fuzz command runs a test file, with all of its cases: `npm run fuzz:rest`, `npm run fuzz:graphql`. */
export const isFuzzRun = process.env["FUZZ_REQUESTS"] !== undefined;

/** Seed of a fuzz command: that of the variable, else a random one. The command prints it. */
export function fuzzSeed(variable = "FUZZ_SEED"): number {
  return Number(process.env[variable] ?? randomInt(2 ** 31));
}

/** Seed of a test file that is run by `npm test` and by a fuzz command. FUZZ_SEED sets the seed of either. */
export const seedOfRun = (): number =>
  isFuzzRun || process.env["FUZZ_SEED"] !== undefined ? fuzzSeed() : suiteSeed;
