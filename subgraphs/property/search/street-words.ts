/** Words of addresses and their one short form: USPS Publication 28 (appendices B and C) and other common spellings. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  allee: "aly",
  alley: "aly",
  apartment: "apt",
  apartments: "apt",
  apts: "apt",
  association: "assn",
  assoc: "assn",
  av: "ave",
  aven: "ave",
  avenu: "ave",
  avenue: "ave",
  avenues: "ave",
  avn: "ave",
  bldg: "building",
  bldgs: "building",
  blv: "blvd",
  bldv: "blvd",
  boul: "blvd",
  boulevard: "blvd",
  boulv: "blvd",
  buildings: "building",
  bway: "broadway",
  center: "ctr",
  centre: "ctr",
  centers: "ctr",
  circle: "cir",
  circ: "cir",
  condo: "condo",
  condominium: "condo",
  condominiums: "condo",
  condos: "condo",
  court: "ct",
  crt: "ct",
  crescent: "cres",
  drive: "dr",
  driv: "dr",
  drv: "dr",
  east: "e",
  elementary: "elem",
  expressway: "expy",
  extension: "ext",
  exte: "ext",
  fort: "ft",
  garden: "gdn",
  gardens: "gdn",
  gdns: "gdn",
  heights: "hts",
  hgts: "hts",
  ht: "hts",
  highway: "hwy",
  hiway: "hwy",
  hosp: "hospital",
  international: "intl",
  junior: "jr",
  lane: "ln",
  mount: "mt",
  mountain: "mtn",
  north: "n",
  northeast: "ne",
  northwest: "nw",
  parkway: "pkwy",
  parkwy: "pkwy",
  pkway: "pkwy",
  pky: "pkwy",
  place: "pl",
  plaza: "plz",
  plza: "plz",
  road: "rd",
  school: "sch",
  schl: "sch",
  south: "s",
  southeast: "se",
  southwest: "sw",
  sq: "sq",
  square: "sq",
  sqr: "sq",
  squ: "sq",
  station: "sta",
  str: "st",
  street: "st",
  strt: "st",
  streets: "st",
  terrace: "ter",
  terr: "ter",
  theater: "theatre",
  tpke: "tpke",
  trnpk: "tpke",
  turnpike: "tpke",
  tower: "tower",
  univ: "university",
  west: "w",
  wy: "way",
};

const STREET_KINDS = new Set(["st", "ave", "pl", "rd", "dr", "blvd", "way", "ct", "ln", "ter"]);

const UNIT_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
const TEEN_ORDINALS = [
  "tenth",
  "eleventh",
  "twelfth",
  "thirteenth",
  "fourteenth",
  "fifteenth",
  "sixteenth",
  "seventeenth",
  "eighteenth",
  "nineteenth",
];
const TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const NUMBER_WORDS = [
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

function ordinalTable(): Map<string, string> {
  const table = new Map<string, string>();
  for (const [index, word] of [...UNIT_ORDINALS, ...TEEN_ORDINALS].entries())
    table.set(word, String(index + 1));
  for (const [index, word] of TENS.entries()) table.set(`${word.slice(0, -1)}ieth`, String((index + 2) * 10));
  return table;
}

const ORDINALS = ordinalTable();
const CARDINALS = new Map(NUMBER_WORDS.map((word, index) => [word, String(index + 1)]));

/** The short form of an address word, or the word itself. */
export function shortForm(word: string): string {
  return Object.hasOwn(SHORT_FORMS, word) ? (SHORT_FORMS[word] ?? word) : word;
}

const LONG_FORMS = new Map(
  [
    "apartment",
    "association",
    "avenue",
    "boulevard",
    "center",
    "circle",
    "condominium",
    "court",
    "drive",
    "east",
    "elementary",
    "expressway",
    "gardens",
    "heights",
    "highway",
    "international",
    "lane",
    "north",
    "parkway",
    "place",
    "plaza",
    "road",
    "school",
    "south",
    "square",
    "station",
    "street",
    "terrace",
    "west",
  ].map((word) => [shortForm(word), word]),
);

/** The full word of a short form, so that half-typed or misspelt words are found too; null when it has none. */
export function longForm(word: string): string | null {
  return LONG_FORMS.get(word) ?? null;
}

/** "fourth" or "4th" as "4"; null for any other word. */
export function ordinalOf(word: string): string | null {
  return ORDINALS.get(word) ?? /^(\d+)(?:st|nd|rd|th)$/.exec(word)?.[1] ?? null;
}

/** "twenty" before "third" as 20; null for any other word. */
export function tensOf(word: string): number | null {
  const index = TENS.indexOf(word);
  return index === -1 ? null : (index + 2) * 10;
}

/** "one" as "1", as in the names of many buildings; null above twelve. */
export function cardinalOf(word: string): string | null {
  return CARDINALS.get(word) ?? null;
}

/** Whether a normalised word is a kind of street. */
export function isStreetKind(word: string): boolean {
  return STREET_KINDS.has(word);
}
