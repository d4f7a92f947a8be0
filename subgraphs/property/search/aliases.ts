/** One thing with several names. All phrases are in normalised words; `token` represents any of them. */
interface Alias {
  readonly token: string;
  readonly phrases: readonly string[];
  /** Additional words that find a document with such a phrase, for names that are not equivalent everywhere. */
  readonly alsoKnownAs?: string;
}

/** Reviewed by hand against the three cities' street directories. Keep it short: a wrong alias costs more than a missing one. */
const ALIASES: readonly Alias[] = [
  {
    token: "mlk",
    phrases: [
      "dr martin luther king jr",
      "dr martin luther king",
      "martin luther king jr",
      "martin luther king",
      "marthin luther king",
      "dr m l king jr",
      "m l king jr",
      "m l king",
      "ml king jr",
      "ml king",
      "mlk jr",
      "mlk",
      "s king dr",
      "king dr",
    ],
  },
  {
    token: "lakeshore",
    phrases: [
      "jean baptiste point dusable lake shore",
      "dusable lake shore",
      "du sable lake shore",
      "dusable lakeshore",
      "lake shore",
      "lakeshore",
    ],
  },
  { token: "sixthavenue", phrases: ["ave americas", "avenue americas", "6 ave"] },
  { token: "malcolmx", phrases: ["malcolm x blvd", "malcolm x ave", "lenox ave"] },
  {
    token: "adamclaytonpowell",
    phrases: [
      "adam clayton powell jr blvd",
      "adam clayton powell blvd",
      "adam clayton powell jr",
      "adam clayton powell",
      "adam c powell jr blvd",
      "adam c powell blvd",
      "adam c powell",
    ],
    alsoKnownAs: "7 ave",
  },
  {
    token: "frederickdouglass",
    phrases: ["frederick douglass", "fredrick douglass", "fred douglass"],
    alsoKnownAs: "8 ave",
  },
  { token: "grandconcourse", phrases: ["grand blvd concourse", "grand concourse"] },
  { token: "idabwells", phrases: ["ida b wells dr", "ida b wells", "congress pkwy"] },
  { token: "unitednations", phrases: ["united nations plz", "un plz", "united nations"] },
  { token: "fdrdrive", phrases: ["franklin d roosevelt dr", "f d r dr", "fdr dr"] },
  { token: "desplaines", phrases: ["des plaines", "desplaines"] },
  { token: "lasalle", phrases: ["la salle", "lasalle"] },
  { token: "willistower", phrases: ["willis tower", "sears tower"] },
  { token: "merchandisemart", phrases: ["merchandise mart", "themart"] },
  { token: "standardoil", phrases: ["aon ctr", "standard oil building", "amoco building"] },
  { token: "nyc", phrases: ["new york city", "new york ny", "new york", "nyc"] },
  // Postal names and neighbourhoods of New York, whose records contain only the borough.
  {
    token: "queens",
    phrases: [
      "long island city",
      "jackson hts",
      "forest hills",
      "rego park",
      "kew gdn",
      "howard beach",
      "ozone park",
      "s ozone park",
      "college point",
      "fresh meadows",
      "queens village",
      "far rockaway",
      "e elmhurst",
    ],
  },
  {
    token: "brooklyn",
    phrases: [
      "bedford stuyvesant",
      "bed stuy",
      "park slope",
      "bay ridge",
      "crown hts",
      "brooklyn hts",
      "boerum hill",
      "cobble hill",
      "carroll gdn",
      "brighton beach",
      "coney island",
      "sheepshead bay",
      "sunset park",
      "borough park",
      "boro park",
      "e new york",
      "prospect hts",
      "ft greene",
    ],
  },
  {
    token: "manhattan",
    phrases: [
      "upper e side",
      "upper w side",
      "lower e side",
      "e harlem",
      "hells kitchen",
      "morningside hts",
      "battery park city",
      "financial district",
      "greenwich village",
      "e village",
      "midtown manhattan",
    ],
  },
  { token: "bronx", phrases: ["mott haven", "hunts point", "throgs neck", "city island", "spuyten duyvil"] },
  { token: "statenisland", phrases: ["staten island", "staten is"] },
  { token: "centralparkwest", phrases: ["central park w", "central pk w", "cpw"] },
  { token: "centralparksouth", phrases: ["central park s", "central pk s", "cps"] },
];

interface Rule {
  readonly words: readonly string[];
  readonly alias: Alias;
}

const RULES_BY_FIRST_WORD = new Map<string, Rule[]>();
for (const alias of ALIASES) {
  for (const phrase of alias.phrases) {
    const words = phrase.split(" ");
    const [first = ""] = words;
    RULES_BY_FIRST_WORD.set(first, [...(RULES_BY_FIRST_WORD.get(first) ?? []), { words, alias }]);
  }
}
for (const rules of RULES_BY_FIRST_WORD.values()) rules.sort((a, b) => b.words.length - a.words.length);

function ruleAt(words: readonly string[], start: number): Rule | undefined {
  const rules = RULES_BY_FIRST_WORD.get(words[start] ?? "");
  return rules?.find((rule) => rule.words.every((word, offset) => words[start + offset] === word));
}

/** A query's words, with each known phrase replaced by its one token; the longest phrase wins. */
export function replaceAliases(words: readonly string[]): string[] {
  const result: string[] = [];
  for (let index = 0; index < words.length;) {
    const rule = ruleAt(words, index);
    if (rule === undefined) {
      result.push(words[index] ?? "");
      index += 1;
      continue;
    }
    result.push(rule.alias.token);
    index += rule.words.length;
  }
  return result;
}

/** Additional words that find a document, because of the phrases in it. */
export function aliasWords(words: readonly string[]): string[] {
  const result: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const rule = ruleAt(words, index);
    if (rule === undefined) continue;
    result.push(rule.alias.token);
    if (rule.alias.alsoKnownAs !== undefined) result.push(...rule.alias.alsoKnownAs.split(" "));
  }
  return result;
}
