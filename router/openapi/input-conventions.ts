import { earliestYear, latestYear } from "../../src/time/date-input.ts";
import { maxListedFaults } from "../../src/errors.ts";
import { maxInputDepth } from "../../src/text/text-faults.ts";
import { maxListItems, maxTextLength } from "../operations/bounded-keywords.ts";

/** Conventions of every operation's input, as the OpenAPI document states them. */
export const inputConventions = [
  "Checks come in this order: 401, 429, 403, 400.",
  "Text is well-formed Unicode without NUL.",
  `Where a schema names no bound, a text has at most ${maxTextLength.toLocaleString("en-US")} characters and a list at most ${maxListItems.toLocaleString("en-US")} items.`,
  `Open objects are nested at most ${maxInputDepth} levels deep.`,
  `Dates and times are from ${earliestYear} to ${latestYear}, times with a zone and without leap seconds.`,
  `A response lists at most ${maxListedFaults} faults; \`details.moreFaults\` is how many others were found before validation stopped.`,
].join(" ");
