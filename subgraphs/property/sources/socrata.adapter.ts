import { isInvented, readObjects, toCells } from "./json-body.ts";
import type {
  PageRequest,
  PropertySource,
  SourceCall,
  SourceCursor,
  SourcePage,
  SourceVersion,
} from "./property-source.port.ts";
import { fieldNameOf, PUBLISHED_COLUMNS } from "./published-columns.ts";
import { SourceClient, versionOf, type SourceClientOptions, type SourceReply } from "./source-client.ts";

export interface SocrataOptions extends Omit<SourceClientOptions, "headers"> {
  id: string;
  /** Dataset ids (`xq83-jr8c`), read one after the other. */
  datasets: readonly string[];
  /** Null: the pool shared by all callers of an address. */
  appToken: string | null;
  isSandbox: boolean;
  pageSize?: number;
}

/** A row's place in the order by which datasets are read. */
interface Place {
  updatedAt: string;
  rowId: string;
}

interface SocrataCursor {
  /** Index of the dataset. */
  dataset: number;
  /** The last row that was read of it. */
  after: Place | null;
  /** Rows read so far, of all datasets. */
  count: number;
  /** The newest row of each dataset so far, by its id. */
  marks: Readonly<Record<string, Place>>;
  total: number | null;
}

/** Rows that were being written while the last run read are read again. */
const overlapMs = 5 * 60_000;
const defaultPageSize = 5_000;

/**
 * An open-data portal in the protocol SODA 2.1. Rows come in the order of `:updated_at`, `:id`, each page after the last
 * row of the page before: a row that changes between two pages moves to the end and is read there, where an offset would
 * pass over its neighbour. Numbers arrive as text and null fields not at all.
 */
export function createSocrataSource(options: SocrataOptions): PropertySource {
  return new SocrataSource(options);
}

class SocrataSource implements PropertySource {
  readonly id: string;
  readonly kind = "socrata";
  readonly isSandbox: boolean;
  readonly #datasets: readonly string[];
  readonly #pageSize: number;
  readonly #client: SourceClient;
  readonly #columnOf: ReadonlyMap<string, string>;

  constructor(options: SocrataOptions) {
    const { id, datasets, appToken, isSandbox, pageSize = defaultPageSize } = options;
    this.id = id;
    this.isSandbox = isSandbox;
    this.#datasets = datasets;
    this.#pageSize = pageSize;
    const headers: Record<string, string> = appToken === null ? {} : { "x-app-token": appToken };
    this.#client = new SourceClient({ ...options, headers });
    const columns = PUBLISHED_COLUMNS[id] ?? [];
    this.#columnOf = new Map(columns.map((column) => [fieldNameOf(column), column]));
  }

  probe(call: SourceCall): Promise<SourceVersion> {
    return this.#client.get(call, this.#pathOf(this.#datasets.length - 1), {
      query: { $select: ":id,:updated_at", $order: ":updated_at DESC", $limit: "1" },
      read: (reply) => {
        const [newest] = readObjects(reply).map(placeOf);
        const at = Date.parse(newest?.updatedAt ?? "");
        const version = versionOf(reply);
        return { ...version, lastModified: Number.isNaN(at) ? version.lastModified : new Date(at) };
      },
    });
  }

  readonly readPage = async (call: SourceCall, request: PageRequest): Promise<SourcePage> => {
    const cursor = (request.cursor as SocrataCursor | null) ?? (await this.#start(call, request));
    const dataset = this.#datasets[cursor.dataset]!;
    const where = conditionOf(request, dataset, cursor.after);
    // An edition is that of one dataset.
    const knows = request.cursor === null && this.#datasets.length === 1 && request.mode === "incremental";
    return this.#client.get(call, this.#pathOf(cursor.dataset), {
      query: {
        $select: ":*,*",
        $order: ":updated_at,:id",
        $limit: String(this.#pageSize),
        ...(where === null ? {} : { $where: where }),
      },
      headers: knows && request.etag !== null ? { "if-none-match": request.etag } : {},
      read: (reply) => this.#toPage(reply, request, cursor),
    });
  };

  #pathOf(index: number): string {
    return `/resource/${this.#datasets[index]}.json`;
  }

  /** The beginning, with how many rows there are to read. */
  async #start(call: SourceCall, request: PageRequest): Promise<SocrataCursor> {
    let total = 0;
    for (const [index, dataset] of this.#datasets.entries()) {
      const where = conditionOf(request, dataset, null);
      const query = { $select: "count(*) as count", ...(where === null ? {} : { $where: where }) };
      total += await this.#client.get(call, this.#pathOf(index), { query, read: readCount });
    }
    return { dataset: 0, after: null, count: 0, marks: {}, total };
  }

  #toPage(reply: SourceReply, request: PageRequest, cursor: SocrataCursor): SourcePage {
    const etag = this.#datasets.length === 1 ? reply.header("etag") : null;
    const version = { ...versionOf(reply), etag };
    const shared = { version, isSynthetic: isInvented(reply), total: cursor.total };
    if (reply.status === 304)
      return { ...shared, rows: [], columns: null, next: null, mark: request.mark, isUnchanged: true };
    const found = readObjects(reply);
    const last = found.at(-1);
    const after = last === undefined ? cursor.after : placeOf(last);
    // Otherwise the same page would be read for ever.
    if (last !== undefined && cursor.after !== null && !isAfter(after!, cursor.after))
      throw new Error("not in the order asked for");
    const { next, mark } = this.#moveOn(request, cursor, { after, count: found.length });
    return {
      ...shared,
      rows: found.map((row, index) => ({
        line: cursor.count + index + 1,
        cells: toCells(row, (field) => (field.startsWith(":") ? null : (this.#columnOf.get(field) ?? field))),
      })),
      columns: columnsOf(reply, this.#columnOf),
      next,
      mark,
      isUnchanged: false,
    };
  }

  /** Where the next page starts, and up to where all datasets are read. */
  #moveOn(
    request: PageRequest,
    cursor: SocrataCursor,
    read: { after: Place | null; count: number },
  ): { next: SourceCursor | null; mark: SourceCursor } {
    const dataset = this.#datasets[cursor.dataset]!;
    const newest = read.after ?? (request.mark as Record<string, Place> | null)?.[dataset];
    const marks = newest === undefined ? cursor.marks : { ...cursor.marks, [dataset]: newest };
    const count = cursor.count + read.count;
    const isLast = cursor.dataset + 1 >= this.#datasets.length;
    const next: SocrataCursor | null =
      read.count === this.#pageSize
        ? { ...cursor, after: read.after, count, marks }
        : isLast
          ? null
          : { ...cursor, dataset: cursor.dataset + 1, after: null, count, marks };
    return { next: next as SourceCursor | null, mark: marks };
  }
}

function readCount(reply: SourceReply): number {
  const count = Number(readObjects(reply)[0]?.["count"]);
  if (!Number.isInteger(count)) throw new Error("no count");
  return count;
}

/** The SoQL condition of a page; null asks for everything. */
function conditionOf({ mode, mark }: PageRequest, dataset: string, after: Place | null): string | null {
  if (after !== null) {
    const { updatedAt, rowId } = after;
    return `:updated_at > '${updatedAt}' OR (:updated_at = '${updatedAt}' AND :id > '${rowId.replaceAll("'", "''")}')`;
  }
  const from = mode === "full" ? undefined : (mark as Record<string, Place> | null)?.[dataset];
  if (from === undefined) return null;
  return `:updated_at >= '${new Date(Date.parse(from.updatedAt) - overlapMs).toISOString()}'`;
}

function placeOf(row: Readonly<Record<string, unknown>>): Place {
  const [updatedAt, rowId] = [row[":updated_at"], row[":id"]];
  if (typeof updatedAt !== "string" || Number.isNaN(Date.parse(updatedAt)) || typeof rowId !== "string")
    throw new Error("a row without its system fields");
  return { updatedAt, rowId };
}

function isAfter(a: Place, b: Place): boolean {
  return a.updatedAt === b.updatedAt ? a.rowId > b.rowId : a.updatedAt > b.updatedAt;
}

/** The dataset's columns as its header lists them: a row says nothing of the columns that are null in it. */
function columnsOf(reply: SourceReply, columnOf: ReadonlyMap<string, string>): string[] | null {
  const header = reply.header("x-soda2-fields");
  if (header === null) return null;
  return (JSON.parse(header) as unknown[]).map((field) => columnOf.get(String(field)) ?? String(field));
}
