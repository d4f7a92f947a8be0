/** Fields of the records of a Nacha file by their positions (from 1), as the Nacha Operating Rules, Appendix Three, list them. */
const layouts = {
  "1": {
    priority: [2, 3],
    destination: [4, 13],
    origin: [14, 23],
    date: [24, 29],
    time: [30, 33],
    modifier: [34, 34],
    recordSize: [35, 37],
    blocking: [38, 39],
    format: [40, 40],
    destinationName: [41, 63],
    originName: [64, 86],
    reference: [87, 94],
  },
  "5": {
    service: [2, 4],
    company: [5, 20],
    discretionary: [21, 40],
    companyIdentification: [41, 50],
    entryClass: [51, 53],
    description: [54, 63],
    descriptiveDate: [64, 69],
    effectiveDate: [70, 75],
    settlement: [76, 78],
    originatorStatus: [79, 79],
    bank: [80, 87],
    batch: [88, 94],
  },
  "6": {
    code: [2, 3],
    bank: [4, 11],
    checkDigit: [12, 12],
    account: [13, 29],
    amount: [30, 39],
    id: [40, 54],
    name: [55, 76],
    discretionary: [77, 78],
    addenda: [79, 79],
    trace: [80, 94],
  },
  "8": {
    service: [2, 4],
    count: [5, 10],
    hash: [11, 20],
    debit: [21, 32],
    credit: [33, 44],
    companyIdentification: [45, 54],
    mac: [55, 73],
    reserved: [74, 79],
    bank: [80, 87],
    batch: [88, 94],
  },
  "9": {
    batches: [2, 7],
    blocks: [8, 13],
    count: [14, 21],
    hash: [22, 31],
    debit: [32, 43],
    credit: [44, 55],
    reserved: [56, 94],
  },
} as const;

export interface AchRecord {
  type: keyof typeof layouts;
  fields: Record<string, string>;
}

/** Reads a file and checks what its records say about one another. Throws for a file that a bank would refuse. */
export function readAch(content: string): AchRecord[] {
  const lines = content.split("\r\n");
  if (lines.pop() !== "") throw new Error("The last record does not end");
  if (lines.length % 10 !== 0) throw new Error("The last block is not full");
  const used = lines.filter((line, at) => !(at >= 4 && /^9{94}$/.test(line)));
  const records = used.map((line): AchRecord => {
    if (!/^[ -~]{94}$/.test(line)) throw new Error("A record has not 94 plain characters");
    const type = line[0] as AchRecord["type"];
    const layout = Object.entries(layouts[type]) as [string, readonly [number, number]][];
    return {
      type,
      fields: Object.fromEntries(layout.map(([name, [from, to]]) => [name, line.slice(from - 1, to)])),
    };
  });
  checkOrder(records);
  checkSums(records, lines.length);
  return records;
}

function checkOrder(records: readonly AchRecord[]): void {
  const order = records.map(({ type }) => type).join("");
  if (!/^1(56+8)+9$/.test(order)) throw new Error(`Records are in the order ${order}`);
  for (const { type, fields } of records) {
    const numeric = type === "6" ? ["bank", "checkDigit", "amount", "trace"] : [];
    for (const name of numeric) if (!/^\d+$/.test(fields[name]!)) throw new Error(`${name} is no number`);
  }
}

function checkSums(records: readonly AchRecord[], lineCount: number): void {
  const of = (type: AchRecord["type"]) =>
    records.filter((one) => one.type === type).map(({ fields }) => fields);
  const entries = of("6");
  const [file] = of("9");
  checkControl(file!, entries);
  if (Number(file!["blocks"]) !== lineCount / 10) throw new Error("Blocks are counted wrong");
  if (Number(file!["batches"]) !== of("5").length) throw new Error("Batches are counted wrong");
  for (const [at, batch] of batchesOf(records).entries()) checkBatch(batch, at + 1);
  const bank = of("5")[0]!["bank"]!;
  for (const [at, entry] of entries.entries()) checkEntry(entry, bank + String(at + 1).padStart(7, "0"));
}

type Fields = AchRecord["fields"];

interface AchBatch {
  header: Fields;
  entries: Fields[];
  control: Fields;
}

function batchesOf(records: readonly AchRecord[]): AchBatch[] {
  const batches: AchBatch[] = [];
  for (const { type, fields } of records) {
    if (type === "5") batches.push({ header: fields, entries: [], control: {} });
    if (type === "6") batches.at(-1)!.entries.push(fields);
    if (type === "8") batches.at(-1)!.control = fields;
  }
  return batches;
}

function checkControl(control: Fields, entries: readonly Fields[]): void {
  const hash = entries.reduce((sum, { bank }) => sum + BigInt(bank!), 0n) % 10_000_000_000n;
  const credit = entries.reduce((sum, { amount }) => sum + BigInt(amount!), 0n);
  if (
    BigInt(control["hash"]!) !== hash ||
    BigInt(control["credit"]!) !== credit ||
    Number(control["debit"]) !== 0
  )
    throw new Error("A control record does not add up");
  if (Number(control["count"]) !== entries.length) throw new Error("A control record counts wrong");
}

function checkBatch({ header, entries, control }: AchBatch, number: number): void {
  checkControl(control, entries);
  for (const name of ["companyIdentification", "bank", "batch", "service"])
    if (header[name] !== control[name]) throw new Error(`${name} differs within a batch`);
  if (Number(header["batch"]) !== number) throw new Error("Batches are not numbered in order");
}

function checkEntry({ bank, checkDigit, trace }: Fields, expectedTrace: string): void {
  const weights = [3, 7, 1, 3, 7, 1, 3, 7];
  const sum = [...bank!].reduce((total, digit, place) => total + Number(digit) * weights[place]!, 0);
  if ((10 - (sum % 10)) % 10 !== Number(checkDigit)) throw new Error("A check digit is wrong");
  if (trace !== expectedTrace) throw new Error("Traces do not ascend");
}
