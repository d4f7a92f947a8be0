import { XMLParser, XMLValidator } from "fast-xml-parser";
import { isInvented } from "./json-body.ts";
import type {
  PageRequest,
  PropertySource,
  SourceCall,
  SourcePage,
  SourceRow,
  SourceVersion,
} from "./property-source.port.ts";
import { SourceClient, type SourceClientOptions, type SourceReply } from "./source-client.ts";
import { SourceFailure } from "./source-failure.ts";

export interface PortfolioManagerOptions extends Omit<SourceClientOptions, "headers"> {
  id: string;
  user: string;
  password: string;
  isSandbox: boolean;
  /** Properties of one page; each takes two calls or more. */
  pageSize?: number;
}

type Xml = Readonly<Record<string, unknown>>;

/** Maximum number of metric names per request. */
const metricsPerCall = 10;
const METRICS = [
  "score",
  "siteIntensity",
  "sourceIntensity",
  "sourceIntensityWN",
  "totalGHGEmissions",
  "waterIntensityTotal",
  "siteElectricityUse",
  "siteNaturalGasUse",
  "siteTotal",
  "medianScore",
  "medianSiteIntensity",
] as const;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => name === "metric" || name === "link",
});

/**
 * ENERGY STAR Portfolio Manager: the properties that are shared with our account, with the metrics of the last whole
 * calendar year. What it cannot compute is nil, and so is blank here.
 */
export function createPortfolioManager(options: PortfolioManagerOptions): PropertySource {
  return new PortfolioManager(options);
}

const noVersion: SourceVersion = { etag: null, lastModified: null, sha256: null };

class PortfolioManager implements PropertySource {
  readonly id: string;
  readonly kind = "espm";
  readonly isSandbox: boolean;
  readonly #pageSize: number;
  readonly #client: SourceClient;

  constructor(options: PortfolioManagerOptions) {
    this.id = options.id;
    this.isSandbox = options.isSandbox;
    this.#pageSize = options.pageSize ?? 20;
    const credentials = Buffer.from(`${options.user}:${options.password}`).toString("base64");
    this.#client = new SourceClient({ ...options, headers: { authorization: `Basic ${credentials}` } });
  }

  async probe(call: SourceCall): Promise<SourceVersion> {
    await this.#readAccountId(call);
    return noVersion;
  }

  readonly readPage = async (call: SourceCall, { cursor }: PageRequest): Promise<SourcePage> => {
    const ids = (cursor?.["ids"] as string[] | undefined) ?? (await this.#listProperties(call));
    const start = Number(cursor?.["start"] ?? 0);
    const rows: SourceRow[] = [];
    let columns: string[] | null = null;
    let isSynthetic = false;
    for (const [index, propertyId] of ids.slice(start, start + this.#pageSize).entries()) {
      const read = await this.#readProperty(call, propertyId, start + index + 1);
      rows.push(read.row);
      columns ??= read.columns;
      isSynthetic ||= read.isSynthetic;
    }
    const end = start + rows.length;
    return {
      rows,
      columns,
      next: end < ids.length ? { ids, start: end } : null,
      mark: null,
      version: noVersion,
      total: ids.length,
      isUnchanged: false,
      isSynthetic,
    };
  };

  #get(call: SourceCall, path: string, headers: Record<string, string> = {}) {
    return this.#client.get(call, path, {
      headers: { accept: "application/xml", ...headers },
      read: (reply) => ({ body: readXml(reply), isSynthetic: isInvented(reply) }),
    });
  }

  async #readAccountId(call: SourceCall): Promise<string> {
    return requiredText(child((await this.#get(call, "/account")).body, "account"), "id");
  }

  async #listProperties(call: SourceCall): Promise<string[]> {
    const accountId = await this.#readAccountId(call);
    const { body } = await this.#get(call, `/account/${accountId}/property/list`);
    const links = child(body, "response")["links"];
    // An account without properties has an empty element.
    const list = typeof links === "object" && links !== null ? (links as Xml)["link"] : [];
    return ((list ?? []) as Xml[]).map((link) => requiredText(link, "@id")).sort();
  }

  async #readMetrics(call: SourceCall, propertyId: string, year: number): Promise<Record<string, string>> {
    const cells: Record<string, string> = {};
    for (let start = 0; start < METRICS.length; start += metricsPerCall) {
      const path = `/property/${propertyId}/metrics?year=${year}&month=12&measurementSystem=EPA`;
      const names = METRICS.slice(start, start + metricsPerCall).join(",");
      const { body } = await this.#get(call, path, { "pm-metrics": names });
      for (const metric of (child(body, "propertyMetrics")["metric"] as Xml[] | undefined) ?? [])
        cells[requiredText(metric, "@name")] = textOf(metric["value"]);
    }
    return cells;
  }

  async #readProperty(call: SourceCall, propertyId: string, line: number) {
    const { body, isSynthetic } = await this.#get(call, `/property/${propertyId}`);
    const property = child(body, "property");
    const address = child(property, "address");
    const year = call.now.getUTCFullYear() - 1;
    const cells: Record<string, string> = {
      propertyId,
      year: String(year),
      name: textOf(property["name"]),
      primaryFunction: textOf(property["primaryFunction"]),
      yearBuilt: textOf(property["yearBuilt"]),
      grossFloorArea: textOf(child(property, "grossFloorArea")["value"]),
      address1: textOf(address["@address1"]),
      city: textOf(address["@city"]),
      state: textOf(address["@state"]),
      postalCode: textOf(address["@postalCode"]),
      ...(await this.#readMetrics(call, propertyId, year)),
    };
    const filled = Object.entries(cells).filter(([, text]) => text !== "");
    return { row: { line, cells: Object.fromEntries(filled) }, columns: Object.keys(cells), isSynthetic };
  }
}

/** A document of the protocol. An error document counts as the source's own fault, whatever its status was. */
function readXml({ text }: SourceReply): Xml {
  // The parser itself would make something of HTML and of half a document.
  if (!text.trimStart().startsWith("<?xml") || XMLValidator.validate(text) !== true)
    throw new Error("no XML");
  const body = parser.parse(text) as Xml;
  const response = body["response"] as Xml | undefined;
  if (response?.["@status"] === "Error") throw new SourceFailure("SERVER_ERROR");
  return body;
}

function child(parent: Xml, name: string): Xml {
  const value = parent[name];
  if (typeof value !== "object" || value === null) throw new Error(`no ${name}`);
  return value as Xml;
}

/** The text of an element; "" when it is absent, empty or nil. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const text = (value as Xml | null | undefined)?.["#text"];
  return typeof text === "string" ? text : "";
}

function requiredText(parent: Xml, name: string): string {
  const text = textOf(parent[name]);
  if (text === "") throw new Error(`no ${name}`);
  return text;
}
