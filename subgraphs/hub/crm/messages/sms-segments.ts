/** Encoding and segment count of a text (3GPP TS 23.038 and 23.040). */
export interface SmsParts {
  encoding: "GSM-7" | "UCS-2";
  segments: number;
}

/** The default alphabet of 3GPP TS 23.038 6.2.1, one septet a character. */
const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Its extension table (6.2.1.1): an escape and a character, two septets. */
const extended = new Set("\f^{}\\[~]|€");

/** Units of one message alone, and of each part of several, which carry a header of six octets. */
const room = { "GSM-7": { single: 160, part: 153 }, "UCS-2": { single: 70, part: 67 } } as const;

/** Counts the parts of a text. A character of two units is never cut in two. An empty text has one part. */
export function countSegments(text: string): SmsParts {
  const characters = Array.from(text);
  const encoding = characters.every((one) => basic.has(one) || extended.has(one)) ? "GSM-7" : "UCS-2";
  const widths = characters.map((one) => (encoding === "UCS-2" ? one.length : extended.has(one) ? 2 : 1));
  const { single, part } = room[encoding];
  if (widths.reduce((sum, width) => sum + width, 0) <= single) return { encoding, segments: 1 };
  let segments = 1;
  let used = 0;
  for (const width of widths) {
    if (used + width > part) {
      segments += 1;
      used = 0;
    }
    used += width;
  }
  return { encoding, segments };
}
