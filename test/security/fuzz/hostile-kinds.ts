import { isText, manyFields, RawJson, withManyFields, withValues, type Input, type Place } from "./places.ts";

/** Part of everything that is sent; must not appear in any log line. */
export const canary = "hostileCanary7Q2";

const surrogate = `${canary}\ud800`;
const nul = `${canary}\u0000`;
/** The highest total of a body is 1 MiB; names, quotes and the rest of the input need some of it. */
const biggest = 1_000_000;
/** Patterns of quadratic cost show with the first size already, and would take minutes with the last. */
const sizes = [20_000, 150_000, biggest] as const;

const inheritedNames = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"] as const;

/** The classes of hostile input; every operation gets one case of each at least. */
export const hostileClasses = [
  "surrogate",
  "nul",
  "inherited",
  "keys",
  "dates",
  "long",
  "longest",
  "wide",
  "list",
  "deep",
] as const;
export type HostileClass = (typeof hostileClasses)[number];

/** One hostile input. If it has sizes, they are tried in order, the next only when the one before was harmless. */
export interface HostileCase {
  kind: string;
  place: string;
  sizes: readonly number[];
  /** True for one that every run sends. */
  isAlways?: boolean;
  /** True where sizes after the first are refused in the same place for all operations. A short run sends them to a few. */
  isRefusedAlike?: boolean;
  make(input: Input, size: number): Input;
}

/** All cases of one class for an operation with these places. */
export function casesOf(hostileClass: HostileClass, places: readonly Place[]): HostileCase[] {
  switch (hostileClass) {
    case "surrogate":
      return textCases("surrogate", surrogate, places);
    case "nul":
      return textCases("nul", nul, places);
    case "inherited":
      return inheritedNames.flatMap((name) => textCases(name, name, places));
    case "keys":
      return keyCases(places);
    case "dates":
      return dateCases(places);
    case "long":
      return longCases(places);
    case "longest":
      return longestCases(places);
    case "wide":
      return wideCases(places);
    case "list":
      return places.filter(({ kind }) => kind === "list").map(listCase);
    case "deep":
      return deepCases(places);
  }
}

/** A case that puts values into places. */
function at(
  kind: string,
  entries: readonly (readonly [Place, unknown])[],
  label = nameOf(entries),
): HostileCase {
  return { kind, place: label, sizes: [0], make: (input) => withValues(input, entries) };
}

function nameOf(entries: readonly (readonly [Place, unknown])[]): string {
  return entries.map(([{ path }]) => path.join(".")).join(",");
}

/** The text in all free-text places together, then in each place that takes text, then inside open objects. */
function textCases(kind: string, text: string, places: readonly Place[]): HostileCase[] {
  const free = places.filter((place) => place.kind === "free");
  const open = places.filter((place) => place.kind === "open");
  return [
    ...(free.length > 1
      ? [
          at(
            kind,
            free.map((place) => [place, text] as const),
            "all free text",
          ),
        ]
      : []),
    ...open.map((place) => at(`${kind} inside`, [[place, { note: text, list: [{ deeper: text }] }]])),
    ...places.filter(isText).map((place) => at(kind, [[place, text]])),
  ];
}

function keyCases(places: readonly Place[]): HostileCase[] {
  const open = places.filter((place) => place.kind === "open");
  const polluted = new RawJson(`{"__proto__":{"${canary}":1},"constructor":{"prototype":{"${canary}":1}}}`);
  const inherited = Object.fromEntries(inheritedNames.slice(1).map((name) => [name, canary]));
  return [
    {
      kind: "unknown fields with hostile names",
      place: "the input",
      sizes: [0],
      make: (input) => ({ ...structuredClone(input), ...inherited, [surrogate]: 1, [nul]: canary, "": 1 }),
    },
    ...open.flatMap((place) => [
      at("surrogate key", [[place, { [surrogate]: 1 }]]),
      at("nul key", [[place, { [nul]: 1 }]]),
      at("inherited keys", [[place, inherited]]),
      at("__proto__ key", [[place, polluted]]),
    ]),
    ...places.slice(0, 1).map((place) => at("__proto__ key", [[place, polluted]])),
  ];
}

const days = ["9999-12-31", "0001-01-01", "2026-02-30"];
const moments = [
  "2026-06-30T23:59:60Z",
  "9999-12-31T23:59:59Z",
  "0001-01-01T00:00:00Z",
  "2026-06-30T24:00:00Z",
];
const dayLike = ["9999-12", "9999", "9999-12-31", "9999-12-31T23:59", "23:59:60", "24:00", "-09:59"];

/** Each date with each of its edges; and patterns that look like dates, with the last date that fits. */
function dateCases(places: readonly Place[]): HostileCase[] {
  const own = places.filter(({ kind }) => kind === "day");
  const all = (kind: string, day: string, moment: string) =>
    at(
      kind,
      own.map((place) => [place, place.schema["format"] === "date" ? day : moment] as const),
      "all dates",
    );
  return [
    ...(own.length > 1
      ? [all("far dates", days[0]!, moments[1]!), all("leap seconds", days[0]!, moments[0]!)]
      : []),
    ...own.flatMap((place) =>
      (place.schema["format"] === "date" ? days : moments).map((text) => at(text, [[place, text]])),
    ),
    ...places.flatMap((place) => {
      const pattern = place.kind === "formed" ? place.schema["pattern"] : undefined;
      if (typeof pattern !== "string") return [];
      const fitting = new RegExp(pattern, "u");
      return dayLike.filter((text) => fitting.test(text)).map((text) => at(text, [[place, text]]));
    }),
  ];
}

/** Texts by which patterns of more than linear cost have been found, for the length that each place is to get. */
const fillers: Readonly<Record<string, (length: number, place: Place) => string>> = {
  "a…a line end": (length) => `${"a".repeat(length)}\n`,
  "a…a": (length) => "a".repeat(length),
  "pattern's own prefix": (length, place) => `${prefixOf(place)}${"A".repeat(length)}!`,
  spaces: (length) => `${" ".repeat(length)}x`,
  digits: (length) => `${"0".repeat(length)}!`,
  "a/a/a": (length) => `${"Aa/".repeat(length / 3)}!`,
  "line ends": (length) => `${"\n".repeat(length / 2)}x`,
  html: (length) => `<p style="color:${"url".repeat(length / 3)}">x</p>`,
  brackets: (length) => "<".repeat(length),
  mail: (length) => `${"a@".repeat(length / 2)}.`,
  dots: (length) => `${"a.".repeat(length / 2)}@`,
  calendar: (length) =>
    `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;TZID=${"Aa/".repeat(length / 3)}!:20261201T100000\r\nEND:VEVENT\r\nEND:VCALENDAR`,
};

/** Literal characters with which the place's pattern begins. */
function prefixOf({ schema }: Place): string {
  const pattern = schema["pattern"];
  return typeof pattern === "string" ? (/^\^?([\w ]*)(?![\w ]*[?*{])/.exec(pattern)?.[1] ?? "") : "";
}

function longCases(places: readonly Place[]): HostileCase[] {
  const holders = places.filter((place) => isText(place) || place.kind === "open");
  if (holders.length === 0) return [];
  const isFormed = holders.some(({ kind }) => kind === "formed");
  return Object.entries(fillers).map(([name, fill], index) => ({
    kind: `long: ${name}`,
    place: "all text",
    sizes,
    // Where there are patterns, the texts that most patterns are slow for.
    isAlways: isFormed && index < 4,
    make: (input, size) => {
      // Line ends take two bytes of JSON.
      const length = Math.floor((name === "line ends" ? size / 2 : size) / holders.length);
      return withValues(
        input,
        holders.map((place) => {
          const text = fill(length, place);
          return [place, place.kind === "open" ? { [canary]: text } : text] as const;
        }),
      );
    },
  }));
}

/** Places that accept whole documents get every filler, others with more than a line one now and then. */
const documentLength = 10_000;

/** As long as each place may be, and no longer: such text passes the door and meets the operation itself. */
function longestCases(places: readonly Place[]): HostileCase[] {
  return places.flatMap((place) => {
    const most = place.schema["maxLength"] as number | undefined;
    if (most === undefined || most < 1_000 || !isText(place)) return [];
    return Object.entries(fillers).map(([name, fill]) => ({
      kind: `longest: ${name}`,
      place: place.path.join("."),
      sizes: [...sizes.filter((size) => size < most), most],
      isAlways: most >= documentLength,
      make: (input: Input, size: number) =>
        withValues(input, [[place, fitted(fill, Math.min(most, size, biggest / 2), place)]]),
    }));
  });
}

/** The filler's text with its ends, cut to a maximum length. */
function fitted(fill: (length: number, place: Place) => string, most: number, place: Place): string {
  const ends = fill(0, place).length;
  return fill(Math.max(0, most - ends - 3), place).slice(0, most);
}

/** The most fields that a door reads, so that the operation's own check meets them, and many more. */
const fieldCounts = [4_900, 60_000] as const;

function wideCases(places: readonly Place[]): HostileCase[] {
  return [
    {
      kind: "many unknown fields",
      place: "the input",
      sizes: fieldCounts,
      isRefusedAlike: true,
      make: (input, size) => withManyFields(structuredClone(input), size),
    },
    ...places
      .filter(({ kind }) => kind === "open")
      .map((place) => ({
        kind: "many keys",
        place: place.path.join("."),
        sizes: fieldCounts,
        isRefusedAlike: true,
        make: (input: Input, size: number) => withValues(input, [[place, new RawJson(manyFields(size))]]),
      })),
  ];
}

function listCase(place: Place): HostileCase {
  return {
    kind: "150,000 items",
    place: place.path.join("."),
    sizes: [150_000],
    make: (input, size) => withValues(input, [[place, Array.from({ length: size }, () => "x")]]),
  };
}

function deepCases(places: readonly Place[]): HostileCase[] {
  const levels = 50_000;
  const lists = new RawJson(`${"[".repeat(levels)}${"]".repeat(levels)}`);
  const objects = new RawJson(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);
  const places2 = places.filter(({ kind }) => kind === "open" || kind === "free").slice(0, 2);
  return [
    {
      kind: "50,000 levels",
      place: "an unknown field",
      sizes: [0],
      make: (input) => ({ ...structuredClone(input), deep: lists }),
    },
    ...places2.map((place, index) => at("50,000 levels", [[place, index === 0 ? objects : lists]])),
  ];
}
