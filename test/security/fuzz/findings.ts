import type { WireRequest } from "./hostile-doors.ts";

/** Something that no answer may do, and the request that makes it do so again. */
export interface HostileFinding {
  operation: string;
  door: string;
  caller: string;
  kind: string;
  place: string;
  status: number;
  /** The fault, without anything that differs between requests, so that similar findings can be grouped. */
  what: string;
  request: string;
}

const maxShown = 600;

/** A request in one line, with runs of the same text shortened. */
export function showRequest({ method, url, payload = "" }: WireRequest): string {
  return `${method} ${shorten(url)} ${shorten(payload)}`.trim();
}

function shorten(text: string): string {
  const short = text
    .replace(/"query":"(?:query|mutation) (\w+)(?:[^"\\]|\\.)*"/, '"query":"<stored document $1>"')
    .replaceAll(/(.{1,4}?)\1{19,}/gs, (whole, unit: string) => `<${unit} x${whole.length / unit.length}>`)
    .replaceAll(/("x[0-9a-z]{1,4}":1,?){10,}/g, "<many fields>");
  return short.length > maxShown ? `${short.slice(0, maxShown)}… (${text.length} characters)` : short;
}

/** One line per cause: the fault, the kind, and the place, with the first request as the example. */
export function groupFindings(findings: readonly HostileFinding[]): string[] {
  const groups = Map.groupBy(findings, ({ what, kind }) => `${what} | ${kind}`);
  return [...groups]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([cause, all]) => {
      const where = [...Map.groupBy(all, ({ operation }) => operation)].map(([operation, own]) => {
        const doors = [...new Set(own.map(({ door, caller, place }) => `${door}/${caller} ${place}`))];
        return `${operation} (${doors.slice(0, 3).join("; ")}${doors.length > 3 ? "; …" : ""})`;
      });
      return `${cause} | ${where.length} operations: ${where.join(", ")} | e.g. ${all[0]!.request}`;
    });
}
