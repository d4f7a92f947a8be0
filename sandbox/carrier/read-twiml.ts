/** The steps of a TwiML document. */
export interface TwimlSteps {
  /** Texts that are said, in order. */
  says: string[];
  /** The expected speech, and the URL for its result; null without `Gather`. */
  gather: { action: string; hints: string[] } | null;
}

/** Parses the verbs that the stand-in supports: `Say`, `Gather` and `Hangup`. */
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
