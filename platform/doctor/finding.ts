import type pg from "pg";

/** What was looked at in a database, and what is wrong with it. */
export interface Finding {
  what: string;
  isGood: boolean;
  words: string;
}

/** Says what it found; null where it had nothing to say against it. */
export interface Faults {
  /** What there is when nothing is wrong. */
  seen: string;
  faults: readonly string[];
}

/** Reads as the user of DATABASE_URL, every owner's rows, and changes nothing. */
export type Look = (client: pg.Client) => Promise<Faults>;

/** Looks and tells. What cannot be looked at is a fault too: nobody knows then. */
export async function examine(what: string, look: () => Promise<Faults>): Promise<Finding> {
  try {
    const { seen, faults } = await look();
    return { what, isGood: faults.length === 0, words: faults.length === 0 ? seen : faults.join(" ") };
  } catch (error) {
    return { what, isGood: false, words: `Cannot be checked: ${(error as Error).message}.` };
  }
}

/** Up to three names, and how many more. */
export function someOf(names: readonly string[]): string {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  return `${names.slice(0, 3).join(", ")}${more}`;
}
