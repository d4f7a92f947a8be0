import { readFileSync, writeFileSync } from "node:fs";
import { formats } from "./formats.ts";
import { startBenchPlatform } from "../platform/servers.ts";
import { settings } from "../settings.ts";

/** Cost of an export at the REST door, with its bytes read to the end. */
export interface DoorRun {
  milliseconds: number;
  /** Resident memory of the whole platform at its most, beyond that just before this export. */
  moreBytes: number;
  /** Memory growth since before the first export, including uncollected garbage. */
  moreThanAtFirstBytes: number;
  size: number;
}

const path = "/api/integrations/export-payroll";

/** 50,000 flat records, the maximum that fits into the route's body limit. */
const records = Array.from({ length: 50_000 }, (_, at) => ({
  employeeId: `E-${at}`,
  firstName: `First ${at}`,
  lastName: `Last ${at}`,
  department: `Department ${at % 40}`,
  grossPay: (300_000 + at) / 100,
  taxes: 10.5,
  deductions: 1,
  netPay: (300_000 + at - 1_150) / 100,
}));

/** Exports the records in each format from a running platform, one export at a time. */
export async function measureDoor(): Promise<Map<string, DoorRun>> {
  const platform = await startBenchPlatform();
  const pid = platform.process.child.pid!;
  const send = async (format: string, rows: readonly unknown[]): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${platform.port}${path}`, {
      method: "POST",
      headers: { ...platform.headers, "content-type": "application/json" },
      body: JSON.stringify({ format, payrollData: { records: rows }, options: { download: true } }),
    });
    if (!response.ok) throw new Error(`${format} was answered ${response.status}: ${await response.text()}`);
    let size = 0;
    for await (const chunk of response.body!) size += chunk.length;
    return size;
  };
  try {
    for (const format of formats) await send(format, records.slice(0, 100));
    const atFirst = memoryOf(pid, "VmRSS");
    const runs = new Map<string, DoorRun>();
    for (let round = 0; round < settings.rounds; round++) {
      for (const format of formats) {
        writeFileSync(`/proc/${pid}/clear_refs`, "5");
        const before = memoryOf(pid, "VmRSS");
        const start = performance.now();
        const size = await send(format, records);
        const milliseconds = performance.now() - start;
        const peak = memoryOf(pid, "VmHWM");
        const earlier = runs.get(format);
        runs.set(format, {
          size,
          milliseconds: Math.min(milliseconds, earlier?.milliseconds ?? Infinity),
          moreBytes: Math.max(peak - before, earlier?.moreBytes ?? 0),
          moreThanAtFirstBytes: Math.max(peak - atFirst, earlier?.moreThanAtFirstBytes ?? 0),
        });
      }
    }
    return runs;
  } finally {
    await platform.stop();
  }
}

function memoryOf(pid: number, figure: "VmRSS" | "VmHWM"): number {
  const [, kibibytes] = new RegExp(`${figure}:\\s+(\\d+) kB`).exec(
    readFileSync(`/proc/${pid}/status`, "utf8"),
  )!;
  return Number(kibibytes) * 1024;
}
