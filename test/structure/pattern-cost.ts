import { check, type Diagnostics } from "recheck";
import type { Pattern } from "./code-patterns.ts";

const mebibyte = 2 ** 20;

/** Processor time that a pattern may take for 1 MiB. */
const limitMs = 50;

/**
 * The fault in the cost of a pattern, or null. A pattern that recheck can attack is refused without being run,
 * since running it may take minutes. One that `matchWithin` bounds is measured at its length, with recheck's
 * attack too.
 */
export async function costFault(pattern: Pattern): Promise<string | null> {
  const diagnostics = repeats(pattern) ? await analyse(pattern) : null;
  const isSafe = diagnostics === null || diagnostics.status === "safe";
  const name = `${pattern.where}: /${pattern.source}/${pattern.flags}`;
  if (!isSafe && pattern.maxLength === undefined)
    return diagnostics.status === "vulnerable"
      ? `${name} is ${diagnostics.complexity.summary}, for example with ${diagnostics.attack.pattern}`
      : `${name} cannot be analysed: ${diagnostics.error.kind}`;
  const slowest = slowestText(pattern, attackOf(diagnostics));
  return slowest.ms > limitMs
    ? `${name} takes ${slowest.ms.toFixed(0)} ms of at most ${limitMs} ms for ${slowest.length} characters of ${JSON.stringify(slowest.pump)}`
    : null;
}

/**
 * Whether analysis is needed. Longer text only costs more with unbounded repetition: without any, or with one
 * set of characters behind a `^` that applies to the whole pattern, the cost is at most linear. Its factor is
 * measured anyway.
 */
function repeats({ source, flags }: Pattern): boolean {
  const plain = source.replaceAll(/\\./gs, "x").replaceAll(/\[[^\]]*\]/g, "x");
  const repetitions = plain.match(/[*+]|\{\d+,(?:\d{3,})?\}/g)?.length ?? 0;
  const isPlain = plain.startsWith("^") && !/[()|]/.test(plain) && !flags.includes("m");
  return repetitions > (isPlain ? 1 : 0);
}

const analysed = new Map<string, Promise<Diagnostics>>();

/** The same for every run and machine: limits are counted in steps, and the time is only there to end some day. */
function analyse({ source, flags }: Pattern): Promise<Diagnostics> {
  // Whether text is read by code points changes no degree, but some escapes need it.
  const needed = /\\[pP]|\\u\{/.test(source) ? flags : flags.replace("u", "");
  const key = `${needed.replace("g", "")}/${source}`;
  let diagnostics = analysed.get(key);
  if (!diagnostics) {
    diagnostics = check(source, needed.replace("g", ""), {
      timeout: 120_000,
      attackTimeout: null,
      incubationTimeout: null,
    });
    analysed.set(key, diagnostics);
  }
  return diagnostics;
}

/** A pump, repeated to a length, between a start and an end. */
interface HostileText {
  prefix: string;
  pump: string;
  suffix: string;
}

function attackOf(diagnostics: Diagnostics | null): HostileText[] {
  if (diagnostics?.status !== "vulnerable") return [];
  const { pumps, suffix } = diagnostics.attack;
  return pumps.map(({ prefix, pump }) => ({ prefix, pump, suffix }));
}

const common = [
  "a",
  "A",
  "0",
  " ",
  "\n",
  "\t",
  "/",
  "-",
  "_",
  ".",
  ",",
  "<",
  "(",
  "{",
  '"',
  "a ",
  "a/",
  "a\n",
  "A.",
  "\u00e9",
];

/** Text that many patterns begin to match and then do not: common text, and pieces of the pattern itself. */
function hostileTexts(source: string): HostileText[] {
  const pieces = [...source.replaceAll(/\\[a-z]/gi, "\\").matchAll(/[^\\^$.*+?()[\]{}|]+/g)].map(
    ([piece]) => piece,
  );
  const start = pieces[0] ?? "";
  const pumps = new Set([...common, ...pieces.slice(0, 6), pieces.slice(0, 6).join("")]);
  pumps.delete("");
  return [...pumps].flatMap((pump) => [
    { prefix: "", pump, suffix: "\n" },
    { prefix: start, pump, suffix: "!" },
  ]);
}

interface Cost extends HostileText {
  ms: number;
  length: number;
}

/** The cost of the text that takes longest: all are tried short, then the worst three at full length. */
function slowestText({ source, flags, maxLength = mebibyte }: Pattern, attack: HostileText[]): Cost {
  const pattern = new RegExp(source, flags.replace("g", "") + "g");
  const texts = [...hostileTexts(source), ...attack];
  const short = [2 ** 10, 2 ** 14].filter((length) => length < maxLength);
  const tried: Cost[] = texts.map((text) => ({ ...text, ms: 0, length: 0 }));
  for (const length of short) {
    for (const [index, text] of tried.entries()) {
      const cost = costOf(pattern, text, length);
      if (cost.ms > limitMs) return cost;
      tried[index] = cost;
    }
  }
  return slowestOf(
    tried
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, short.length === 0 ? tried.length : 3)
      .map((text) => costOf(pattern, text, maxLength)),
  );
}

function slowestOf(costs: readonly Cost[]): Cost {
  return costs.reduce((worst, cost) => (cost.ms > worst.ms ? cost : worst));
}

/** The shortest of up to five runs, in processor time of this thread: other load on the machine is not counted. */
function costOf(pattern: RegExp, text: HostileText, length: number): Cost {
  const whole = writeText(text, length);
  let ms = Infinity;
  for (let run = 0; run < 5 && ms > limitMs / 10 && !(ms > limitMs * 5 && run > 0); run++) {
    const before = process.threadCpuUsage();
    findAll(pattern, whole);
    const { user, system } = process.threadCpuUsage(before);
    ms = Math.min(ms, (user + system) / 1000);
  }
  return { ...text, ms, length };
}

/** Finds what `replace` would, and keeps nothing: its results would be collected, which takes longer than the pattern. */
function findAll(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  for (let at = -1; pattern.test(text); at = pattern.lastIndex) {
    if (pattern.lastIndex !== at) continue;
    // Nothing was found twice at one place. Between the halves of a character it would be found before them again.
    pattern.lastIndex += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }
}

/** A text that was put together is copied at its first use, which is no cost of the pattern: it is copied here. */
const copied = Buffer.alloc(4 * mebibyte);

/** Texts of the common pumps, which all patterns are tried with. */
const written = new Map<string, string>();

function writeText({ prefix, pump, suffix }: HostileText, length: number): string {
  const key = JSON.stringify([prefix, pump, suffix, length]);
  const known = written.get(key);
  if (known !== undefined) return known;
  const room = Math.max(0, length - prefix.length - suffix.length);
  const text = prefix + pump.repeat(Math.ceil(room / pump.length)).slice(0, room) + suffix;
  const flat = copied.toString("utf8", 0, copied.write(text, "utf8"));
  if (prefix === "" && common.includes(pump)) written.set(key, flat);
  return flat;
}
