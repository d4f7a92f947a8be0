import { eventStreamType } from "../../src/http/event-stream.ts";
import { multipartType } from "../../src/http/multipart.ts";
import type { ResponsePath } from "../execution/entity-path.ts";
import type {
  IncrementalResult,
  InitialResult,
  LaterResult,
  PendingPart,
} from "../execution/incremental/incremental.types.ts";

/** How a client takes a response in parts. */
export interface IncrementalFormat {
  transport: "multipart" | "events";
  /** `draft`: of the specification's current draft. `2022`: of the draft of August 2022, which most clients read. */
  version: "draft" | "2022";
  /** The parameter of the media type that asked for the version; null without one. */
  parameter: string | null;
}

const versions = new Map<string, IncrementalFormat["version"]>([
  ["incrementalspec=v0.2", "draft"],
  ["deferspec=20220824", "2022"],
]);

/** The first format of an `accept` header that is known here; null when it has none. */
export function readIncrementalFormat(accept: string | undefined): IncrementalFormat | null {
  // Fast path for the headers of clients that accept one response only.
  if (accept === undefined || !/multipart\/mixed|text\/event-stream/i.test(accept)) return null;
  for (const range of accept.split(",")) {
    const [type, ...parameters] = range.split(";").map((text) => text.replaceAll(/[\s"]/g, "").toLowerCase());
    const transport = type === multipartType ? "multipart" : type === eventStreamType ? "events" : null;
    if (transport === null || parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) continue;
    const parameter = parameters.find((text) => /^\w+spec=/.test(text));
    if (parameter === undefined) return { transport, version: "2022", parameter: null };
    const version = versions.get(parameter);
    if (version)
      return {
        transport,
        version,
        parameter: version === "draft" ? "incrementalSpec=v0.2" : "deferSpec=20220824",
      };
  }
  return null;
}

/** The payloads of a response in parts. Starts the remaining fetches after the first payload was taken. */
export async function* payloadsOf(
  { initial, later }: IncrementalResult,
  { version }: IncrementalFormat,
): AsyncGenerator<unknown, undefined> {
  const convert = version === "draft" ? asItIs : toFormat2022();
  try {
    yield convert(initial);
    for await (const result of later) yield convert(result);
  } finally {
    await later.return(undefined);
  }
}

type Convert = (result: InitialResult | LaterResult) => unknown;

const asItIs: Convert = (result) => result;

/** In the format of 2022 each patch has its path and label, and there are no announcements. */
function toFormat2022(): Convert {
  const known = new Map<string, PendingPart>();
  const placeOf = (id: string, subPath: ResponsePath = []) => {
    const { path, label } = known.get(id)!;
    return { path: [...path, ...subPath], ...(label !== undefined && { label }) };
  };
  return (result) => {
    for (const part of result.pending ?? []) known.set(part.id, part);
    if ("data" in result) {
      const { pending: _, ...initial } = result;
      return initial;
    }
    const { incremental = [], completed = [], hasNext } = result as LaterResult;
    const patches = incremental.map(({ id, subPath, ...patch }) => ({ ...patch, ...placeOf(id, subPath) }));
    const failed = completed.flatMap(({ id, errors }) =>
      errors ? [{ data: null, errors, ...placeOf(id) }] : [],
    );
    return { incremental: [...patches, ...failed], hasNext };
  };
}
