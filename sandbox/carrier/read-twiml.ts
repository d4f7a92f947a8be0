/** What a document of the carrier's language has it do. */
export interface TwimlSteps {
  /** Texts that are said, in order. */
  says: string[];
  /** What is listened for, and where that goes; null where nothing is. */
  gather: { action: string; hints: string[] } | null;
}

/** Reads the verbs that the stand-in knows: `Say`, `Gather` and `Hangup`. */
export function readTwiml(text: string): TwimlSteps {
  const says = [...text.matchAll(/<Say\b[^<>]*>([^<]*)<\/Say>/g)].map(([, said]) => unescapeXml(said!));
  const [, attributes] = /<Gather\b([^<>]*)>/.exec(text) ?? [];
  if (attributes === undefined) return { says, gather: null };
  const values = new Map(
    [...attributes.matchAll(/ (\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  );
  const read = (name: string) => unescapeXml(values.get(name) ?? "");
  const hints = read("hints")
    .split(",")
    .flatMap((hint) => hint.trim() || []);
  return { says, gather: { action: read("action"), hints } };
}

function unescapeXml(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
