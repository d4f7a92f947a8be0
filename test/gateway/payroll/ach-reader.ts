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
  if (!/^156+89$/.test(order)) throw new Error(`Records are in the order ${order}`);
  for (const { type, fields } of records) {
    const numeric = type === "6" ? ["bank", "checkDigit", "amount", "trace"] : [];
    for (const name of numeric) if (!/^\d+$/.test(fields[name]!)) throw new Error(`${name} is no number`);
  }
}

function checkSums(records: readonly AchRecord[], lineCount: number): void {
  const entries = records.filter(({ type }) => type === "6").map(({ fields }) => fields);
  const [batch] = records.filter(({ type }) => type === "8");
  const [file] = records.filter(({ type }) => type === "9");
  const [header] = records.filter(({ type }) => type === "5");
  const hash = entries.reduce((sum, { bank }) => sum + BigInt(bank!), 0n) % 10_000_000_000n;
  const credit = entries.reduce((sum, { amount }) => sum + BigInt(amount!), 0n);
  for (const { fields } of [batch!, file!])
    if (
      BigInt(fields["hash"]!) !== hash ||
      BigInt(fields["credit"]!) !== credit ||
      Number(fields["debit"]) !== 0
    )
      throw new Error("A control record does not add up");
  if (Number(batch!.fields["count"]) !== entries.length || Number(file!.fields["count"]) !== entries.length)
    throw new Error("A control record counts wrong");
  if (Number(file!.fields["blocks"]) !== lineCount / 10) throw new Error("Blocks are counted wrong");
  if (batch!.fields["companyIdentification"] !== header!.fields["companyIdentification"])
    throw new Error("The batch is of two companies");
  for (const [at, { bank, checkDigit, trace }] of entries.entries()) {
    const weights = [3, 7, 1, 3, 7, 1, 3, 7];
    const sum = [...bank!].reduce((total, digit, place) => total + Number(digit) * weights[place]!, 0);
    if ((10 - (sum % 10)) % 10 !== Number(checkDigit)) throw new Error("A check digit is wrong");
    if (trace !== header!.fields["bank"]! + String(at + 1).padStart(7, "0"))
      throw new Error("Traces do not ascend");
  }
}
