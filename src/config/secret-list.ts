import { z } from "zod";

/** Values of a secret, newest first: the first one signs, seals or hashes, every one is accepted. Never empty. */
export type SecretList = readonly [string, ...string[]];

/** More values than a rotation ever needs are a mistake, and each costs a try per rejected signature. */
const maxValues = 5;

/**
 * A secret that can be rotated: one value, or several with commas, newest first. So a value has no comma in it, and no
 * space around it. Rejects short values and repeated ones.
 */
export function secretList(minLength: number) {
  return z
    .string()
    .transform((text) => splitSecrets(text) as unknown as SecretList)
    .refine(
      (values) => values.length > 0 && values.every((value) => value.length >= minLength),
      `must have at least ${minLength} characters in each value, with commas between values`,
    )
    .refine((values) => new Set(values).size === values.length, "must not repeat a value")
    .refine((values) => values.length <= maxValues, `must have at most ${maxValues} values`);
}

/** The values of a setting's text. */
export function splitSecrets(text: string): string[] {
  return text.split(",").flatMap((part) => part.trim() || []);
}
