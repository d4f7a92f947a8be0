import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createFileSource } from "../../../subgraphs/property/sources/file.adapter.ts";
import type { PageRequest } from "../../../subgraphs/property/sources/property-source.port.ts";
import { plainCall } from "./open-sources.ts";

const first: PageRequest = { mode: "full", mark: null, cursor: null, etag: null };
const text = '\ufeffID,Name,Area\n1,"Willow\nTower","4,534,594"\n2,,7\n3,Old Hall,9\n';
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "file-source-"));
  await writeFile(join(dir, "a.csv"), text);
  await writeFile(join(dir, "b.csv"), "ID,Name,Area\n4,Last,1\n");
});

afterEach(() => rm(dir, { recursive: true }));

function source(pageSize?: number) {
  const files = ["a.csv", "b.csv"];
  return createFileSource({ id: "chicago-benchmarking", dir, files, ...(pageSize ? { pageSize } : {}) });
}

test("rows are read page by page over all files: byte-order mark, quoted line breaks, thousand separators as they are", async () => {
  const rows: unknown[] = [];
  let cursor: PageRequest["cursor"] = null;
  do {
    const page = await source(2).readPage!(plainCall(), { ...first, cursor });
    rows.push(...page.rows);
    expect(page.columns).toEqual(["ID", "Name", "Area"]);
    cursor = page.next;
  } while (cursor !== null);
  expect(rows).toEqual([
    { line: 3, cells: { ID: "1", Name: "Willow\nTower", Area: "4,534,594" } },
    { line: 4, cells: { ID: "2", Area: "7" } },
    { line: 5, cells: { ID: "3", Name: "Old Hall", Area: "9" } },
    { line: 2, cells: { ID: "4", Name: "Last", Area: "1" } },
  ]);
});

test("identical file bytes count as unchanged, other bytes as changed", async () => {
  const { version } = await source().readPage!(plainCall(), first);
  const again = { ...first, etag: version.etag };
  expect(await source().readPage!(plainCall(), again)).toMatchObject({ isUnchanged: true, rows: [] });
  await writeFile(join(dir, "b.csv"), "ID,Name,Area\n4,Other,1\n");
  expect(await source().readPage!(plainCall(), again)).toMatchObject({ isUnchanged: false });
});

test("a file with a wrong checksum or a missing file is reported", async () => {
  const sum = createHash("sha256").update(text).digest("hex");
  await writeFile(join(dir, "SHA256SUMS"), `${sum}  a.csv\n`);
  expect((await source().probe(plainCall())).sha256).toMatch(/^[0-9a-f]{64}$/);
  await writeFile(join(dir, "a.csv"), `${text}4,Cut`);
  await expect(source().probe(plainCall())).rejects.toMatchObject({ code: "MALFORMED_BODY" });
  await rm(join(dir, "a.csv"));
  await expect(source().probe(plainCall())).rejects.toMatchObject({ code: "CONFIGURATION_ERROR" });
});
