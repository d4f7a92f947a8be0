/** The steps of a TwiML document. */
export interface TwimlSteps {
  /** Texts that are said, in order. */
  says: string[];
  /** The expected speech, and the URL for its result; null without `Gather`. */
  gather: { action: string; hints: string[] } | null;
  /** The number to connect the call to, and the URL for the end of it; null without `Dial`. */
  dial: { number: string; action: string } | null;
}

/** Parses the verbs that the stand-in supports: `Say`, `Gather`, `Dial` and `Hangup`. */
export function readTwiml(text: string): TwimlSteps {
  const says = [...text.matchAll(/<Say\b[^<>]*>([^<]*)<\/Say>/g)].map(([, said]) => unescapeXml(said!));
  const dial = readDial(text);
  const [, attributes] = /<Gather\b([^<>]*)>/.exec(text) ?? [];
  if (attributes === undefined) return { says, gather: null, dial };
  const read = attributeReader(attributes);
  const hints = read("hints")
    .split(",")
    .flatMap((hint) => hint.trim() || []);
  return { says, gather: { action: read("action"), hints }, dial };
}

function readDial(text: string): TwimlSteps["dial"] {
  const [, attributes, number] = /<Dial\b([^<>]*)><Number\b[^<>]*>([^<]*)<\/Number><\/Dial>/.exec(text) ?? [];
  if (attributes === undefined) return null;
  return { number: unescapeXml(number!), action: attributeReader(attributes)("action") };
}

function attributeReader(attributes: string): (name: string) => string {
  const values = new Map(
    [...attributes.matchAll(/ (\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  );
  return (name) => unescapeXml(values.get(name) ?? "");
}

function unescapeXml(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
