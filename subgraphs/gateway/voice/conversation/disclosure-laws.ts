import { stateOfNumber, states } from "../../../../src/telephony/number-states.ts";
import { countryOfNumber, hasNumbers } from "../../../../src/telephony/phone-number.ts";

/** A law by which an automated voice must say what it is. */
export interface DisclosureLaw {
  /** Country, or country and state, as in ISO 3166: KR, US-CA. EU stands for each of its member states. */
  place: string;
  law: string;
  /** Publication of the law. */
  source: string;
  /** First day on which it applies, as YYYY-MM-DD. */
  since: string;
}

/**
 * Laws that ask for it (read in November 2026). Where a law asks only in some cases, such as of regulated occupations or where a
 * person may be misled, it stands here as well: the platform does not know the case.
 */
export const disclosureLaws: readonly DisclosureLaw[] = [
  {
    place: "US-CA",
    law: "California: Bus. & Prof. Code § 17941 (SB 1001), Pub. Util. Code § 2874 (AB 2905)",
    source: "https://leginfo.legislature.ca.gov/faces/billNavClient.xhtml?bill_id=202320240AB2905",
    since: "2019-07-01",
  },
  {
    place: "US-UT",
    law: "Utah: Code § 13-75-103 (SB 149 of 2024, SB 226 of 2025)",
    source: "https://le.utah.gov/xcode/Title13/Chapter75/13-75-S103.html",
    since: "2024-05-01",
  },
  {
    place: "US-ME",
    law: "Maine: 10 M.R.S. § 1500-DD (LD 1727)",
    source: "https://legislature.maine.gov/billtracker/#Paper/HP1154?legislature=132",
    since: "2025-09-24",
  },
  {
    place: "EU",
    law: "European Union: Regulation (EU) 2024/1689 (AI Act), Article 50(1)",
    source: "https://eur-lex.europa.eu/eli/reg/2024/1689/oj",
    since: "2026-08-02",
  },
  {
    place: "KR",
    law: "South Korea: AI Basic Act, Article 31",
    source: "https://www.law.go.kr/LSW/lsInfoP.do?lsiSeq=268543",
    since: "2026-01-22",
  },
];

const members = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");
const byPlace = new Map<string, DisclosureLaw>();
for (const law of disclosureLaws)
  for (const place of law.place === "EU" ? members : [law.place]) byPlace.set(place, law);

/** The law of a place that asks for it; null where none does. */
export function lawOf(place: string): DisclosureLaw | null {
  return byPlace.get(place) ?? null;
}

/** True for a place that settings may name: a country as two letters, for the United States a state. */
export function isPlace(place: string): boolean {
  const [, country, state] = /^([A-Z]{2})(?:-([A-Z]{2}))?$/.exec(place) ?? [];
  if (country === undefined) return false;
  if (country === "US") return state !== undefined && states.includes(state);
  return state === undefined && hasNumbers(country);
}

/** Where a number is: its country, in the United States its state; null where that is not known. */
export function placeOfNumber(number: string): string | null {
  const country = countryOfNumber(number);
  if (country !== "US") return country;
  const state = stateOfNumber(number);
  return state === null ? null : `US-${state}`;
}

/**
 * Whether an agent says at the start of a call that it is an AI: always where a law asks for it or the place is not known, else
 * unless the agent or the account's setting for the place has it off.
 */
export function announcesAi(
  number: string | null,
  { agentDoes, offIn }: { agentDoes: boolean; offIn: readonly string[] },
): boolean {
  const place = number === null ? null : placeOfNumber(number);
  if (place === null || lawOf(place) !== null) return true;
  return agentDoes && !offIn.includes(place);
}
