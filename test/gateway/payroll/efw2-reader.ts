/**
 * Fields of the records of an EFW2 file by their positions (from 1), as SSA Publication 42-007 lists them; written apart from the
 * program that writes the file.
 */
const layouts: Record<string, Record<string, readonly [from: number, to: number]>> = {
  RA: {
    ein: [3, 11],
    userId: [12, 19],
    vendor: [20, 23],
    resubmits: [29, 29],
    wfid: [30, 35],
    software: [36, 37],
    company: [38, 94],
    location: [95, 116],
    delivery: [117, 138],
    city: [139, 160],
    state: [161, 162],
    zip: [163, 167],
    extension: [168, 171],
    submitter: [217, 273],
    submitterDelivery: [296, 317],
    submitterZip: [342, 346],
    contact: [396, 422],
    phone: [423, 437],
    email: [446, 485],
    preparer: [500, 500],
  },
  RE: {
    year: [3, 6],
    agent: [7, 7],
    ein: [8, 16],
    terminating: [26, 26],
    name: [40, 96],
    location: [97, 118],
    delivery: [119, 140],
    city: [141, 162],
    state: [163, 164],
    zip: [165, 169],
    kind: [174, 174],
    employment: [219, 219],
    sickPay: [221, 221],
  },
  RW: {
    ssn: [3, 11],
    firstName: [12, 26],
    lastName: [42, 61],
    location: [66, 87],
    delivery: [88, 109],
    city: [110, 131],
    state: [132, 133],
    zip: [134, 138],
    box1: [188, 198],
    box2: [199, 209],
    box3: [210, 220],
    box4: [221, 231],
    box5: [232, 242],
    box6: [243, 253],
    tips: [254, 264],
    codeD: [287, 297],
    codeW: [364, 374],
    codeDD: [463, 473],
    statutory: [486, 486],
    retirement: [488, 488],
    sickPay: [489, 489],
  },
  RS: {
    record: [3, 4],
    ssn: [10, 18],
    lastName: [49, 68],
    account: [248, 267],
    state: [274, 275],
    wages: [276, 286],
    tax: [287, 297],
    localType: [308, 308],
    localWages: [309, 319],
    localTax: [320, 330],
  },
  RT: {
    count: [3, 9],
    box1: [10, 24],
    box2: [25, 39],
    box3: [40, 54],
    box4: [55, 69],
    box5: [70, 84],
    box6: [85, 99],
    tips: [100, 114],
    codeD: [145, 159],
    codeW: [250, 264],
    codeDD: [295, 309],
  },
  RF: { count: [8, 16] },
};

export interface Efw2Record {
  code: string;
  line: string;
  fields: Record<string, string>;
}

/** Records of a file. Throws for a record that is not 512 characters of ASCII with CR and LF, or of an unknown kind. */
export function readEfw2(text: string): Efw2Record[] {
  if (!text.endsWith("\r\n")) throw new Error("The file does not end with CR and LF.");
  const lines = text.slice(0, -2).split("\r\n");
  return lines.map((line) => {
    if (!/^[\x20-\x7e]{512}$/.test(line)) throw new Error(`A record has ${line.length} characters.`);
    const code = line.slice(0, 2);
    const layout = layouts[code];
    if (!layout) throw new Error(`There is no record ${code}.`);
    const fields = Object.entries(layout).map(([name, [from, to]]) => [
      name,
      line.slice(from - 1, to).trim(),
    ]);
    return { code, line, fields: Object.fromEntries(fields) as Record<string, string> };
  });
}

const boxes = ["box1", "box2", "box3", "box4", "box5", "box6"];

/** Sums of the wage records, after they were compared with the total and the final record. */
export function totalsOf(records: readonly Efw2Record[]): {
  count: number;
  boxes: number[];
  deferred: number;
} {
  const wages = records.filter(({ code }) => code === "RW");
  const [total] = records.filter(({ code }) => code === "RT");
  const sum = (name: string) => wages.reduce((all, { fields }) => all + Number(fields[name]), 0);
  for (const name of [...boxes, "tips", "codeD", "codeW", "codeDD"])
    if (sum(name) !== Number(total!.fields[name])) throw new Error(`The total of ${name} is wrong.`);
  for (const code of ["RT", "RF"]) {
    const [record] = records.filter((one) => one.code === code);
    if (Number(record!.fields["count"]) !== wages.length) throw new Error(`The count of ${code} is wrong.`);
  }
  return { count: wages.length, boxes: boxes.map(sum), deferred: sum("codeD") };
}
