import { NODATA, NOTFOUND } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { Dns } from "./dns.port.ts";

interface DnsTimes {
  /** Of one try of one server. */
  tryMs: number;
  /** Of everything together. */
  totalMs: number;
}

/** Bounds of what is read: the wanted record is short. */
const maxRecords = 100;
const maxLength = 1_000;

/** Queries these name servers (`address:port`), or those of the system. */
export function createNodeDns(
  servers: readonly string[] | null,
  { tryMs, totalMs }: DnsTimes = { tryMs: 2_000, totalMs: 6_000 },
): Dns {
  return {
    async findTexts(name) {
      // One resolver per query, so that cancelling it cancels no other.
      const resolver = new Resolver({ timeout: tryMs, tries: 2 });
      if (servers !== null) resolver.setServers([...servers]);
      const timer = setTimeout(() => resolver.cancel(), totalMs);
      try {
        const records = await resolver.resolveTxt(name);
        return records.slice(0, maxRecords).map((parts) => parts.join("").slice(0, maxLength));
      } catch (error) {
        const { code } = error as { code?: string };
        return code === NOTFOUND || code === NODATA ? [] : null;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
