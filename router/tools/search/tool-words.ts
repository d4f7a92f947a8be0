import { moneyWords } from "./tool-words-money.ts";
import { officeWords } from "./tool-words-office.ts";
import { roadWords } from "./tool-words-road.ts";

/**
 * Words that people use when they want a tool, where neither its name nor its description has them. Reviewed data: what is
 * told here of a tool is told of it alone; what holds for many stands in the synonyms.
 */
export const toolWords: Readonly<Record<string, string>> = { ...officeWords, ...roadWords, ...moneyWords };
