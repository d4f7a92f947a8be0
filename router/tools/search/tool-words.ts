import { booksWords } from "./tool-words-books.ts";
import { deskWords } from "./tool-words-desk.ts";
import { moneyWords } from "./tool-words-money.ts";
import { officeWords } from "./tool-words-office.ts";
import { roadWords } from "./tool-words-road.ts";
import { staffWords } from "./tool-words-staff.ts";

/**
 * Words that people use when they want a tool, where neither its name nor its description has them. Reviewed
 * data: what is told here of a tool is told of it alone; what holds for many stands in the synonyms.
 */
export const toolWords: Readonly<Record<string, string>> = join([
  officeWords,
  roadWords,
  moneyWords,
  deskWords,
  staffWords,
  booksWords,
]);

/** One table of several; what two tell of the same tool both counts. */
function join(tables: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [tool, words] of tables.flatMap((table) => Object.entries(table)))
    joined[tool] = joined[tool] === undefined ? words : `${joined[tool]} ${words}`;
  return joined;
}
