import type pg from "pg";

/** One check of a database, with its faults. */
export interface Finding {
  what: string;
  isGood: boolean;
  words: string;
}

/** Result of a check; without faults, the fault fields are null. */
export interface Faults {
  /** Description of the healthy state. */
  seen: string;
  faults: readonly string[];
}

/** Reads as the user of DATABASE_URL, every owner's rows, and changes nothing. */
export type Look = (client: pg.Client) => Promise<Faults>;

/** Runs a check and returns its finding. A check that fails to run is a fault too: the state is unknown then. */
export async function examine(what: string, look: () => Promise<Faults>): Promise<Finding> {
  try {
    const { seen, faults } = await look();
    return { what, isGood: faults.length === 0, words: faults.length === 0 ? seen : faults.join(" ") };
  } catch (error) {
    return { what, isGood: false, words: `The check failed: ${(error as Error).message}.` };
  }
}

/** Up to three names, and how many more. */
export function someOf(names: readonly string[]): string {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  return `${names.slice(0, 3).join(", ")}${more}`;
}
