import type { EntityManager } from "@mikro-orm/postgresql";
import type { KeyRing } from "../../src/crypto/crypto.ts";
import { countEnvelopes, resealColumn, type Resealed, type ResealOptions } from "../../src/db/reseal.ts";
import { countOlderTexts, resealTexts } from "../../src/db/reseal-texts.ts";
import type { SealedColumn, SealedText } from "../../src/crypto/sealed-column.ts";
import type { Progress } from "../progress.ts";
import { subgraphNames, type SubgraphName } from "../subgraph-addresses.ts";
import { sealedBySubgraph } from "./sealed.ts";

/** Location of a column's rows, and the number of them that depend on older keys. */
export interface ColumnUse {
  column: string;
  /** Envelopes by the id of their key; of JSON none are counted. */
  byKey: ReadonlyMap<string, number>;
  older: number;
}

export interface EncryptionOptions {
  keyRing: KeyRing;
  emOf(subgraph: SubgraphName): EntityManager;
  report(progress: Progress): void;
  signal?: AbortSignal | undefined;
}

/** Result of resealing everything. `left` is empty when no data needs an older secret any more. */
export interface EncryptionResult {
  changed: number;
  failed: { column: string; row: string }[];
  left: ColumnUse[];
}

/** Writers that began before the rotation may still have committed under an older key: then another pass follows. */
const maxPasses = 3;

/**
 * Reseals everything under the newest secret, and verifies by counting that nothing is left under an older one.
 * Safe to run while the platform serves, to kill and restart, and to run twice concurrently: every row is
 * written only if it is unchanged since it was read.
 */
export async function rotateEncryption(options: EncryptionOptions): Promise<EncryptionResult> {
  let changed = 0;
  for (let pass = 1; ; pass++) {
    const failed: EncryptionResult["failed"] = [];
    for (const part of eachColumn()) {
      const result = await rotateOne(part, options);
      changed += result.changed;
      failed.push(...result.failed.map((row) => ({ column: part.name, row })));
    }
    const left = (await readColumnUse(options)).filter(({ older }) => older > 0);
    const isOver = left.length === 0 || failed.length > 0 || pass === maxPasses;
    if (isOver) return { changed, failed, left };
  }
}

/** The keys that every column depends on. */
export async function readColumnUse({
  keyRing,
  emOf,
}: Pick<EncryptionOptions, "keyRing" | "emOf">): Promise<ColumnUse[]> {
  const uses: ColumnUse[] = [];
  for (const { name, subgraph, sealed, isText } of eachColumn()) {
    const em = emOf(subgraph);
    const use = isText
      ? { byKey: new Map<string, number>(), older: await countOlderTexts(em, sealed, keyRing) }
      : await countEnvelopes(em, sealed, keyRing);
    uses.push({ column: name, ...use });
  }
  return uses;
}

type Part = { name: string; subgraph: SubgraphName } & (
  | { isText: false; sealed: SealedColumn }
  | { isText: true; sealed: SealedText }
);

function* eachColumn(): Generator<Part, undefined> {
  for (const subgraph of subgraphNames) {
    const { columns, texts } = sealedBySubgraph[subgraph];
    for (const sealed of columns)
      yield { name: `${sealed.table}.${sealed.column}`, subgraph, sealed, isText: false };
    for (const sealed of texts)
      yield { name: `${sealed.table}.${sealed.column}`, subgraph, sealed, isText: true };
  }
}

async function rotateOne(part: Part, options: EncryptionOptions): Promise<Resealed> {
  const { keyRing, report, signal } = options;
  const em = options.emOf(part.subgraph);
  const { older } = part.isText
    ? { older: await countOlderTexts(em, part.sealed, keyRing) }
    : await countEnvelopes(em, part.sealed, keyRing);
  const startedAt = performance.now();
  let count = 0;
  const addRows = (rows: number) => {
    count += rows;
    const ratePerSecond = count / ((performance.now() - startedAt) / 1000);
    const secondsLeft = ratePerSecond > 0 ? Math.max(0, older - count) / ratePerSecond : null;
    report({ phase: part.name, count, total: older, ratePerSecond, secondsLeft });
  };
  addRows(0);
  const reseal: ResealOptions = { keyRing, report: addRows, signal };
  return part.isText ? resealTexts(em, part.sealed, reseal) : resealColumn(em, part.sealed, reseal);
}
