/** The steps of a TwiML document. */
export interface TwimlSteps {
  /** Texts that are said, in order. */
  says: string[];
  /** The expected speech, and the URL for its result; null without `Gather`. */
  gather: { action: string; hints: string[] } | null;
  /** The number to connect the call to, and the URL for the end of it; null without `Dial`. */
  dial: { number: string; action: string; whisper: string | null } | null;
  /** The queue to wait in, the URL that says what is played, and the URL for the end; null without `Enqueue`. */
  enqueue: { name: string; waitUrl: string; action: string } | null;
  /** The queue whose first caller is to be taken; null without `Queue`. */
  queue: string | null;
  /** True where the caller leaves the queue. */
  leaves: boolean;
  /** Audio that is played. */
  plays: string[];
  /** URL for the end of the recording that begins here; null where none begins. */
  recording: string | null;
  /** The WebSocket of a media stream, its parameters, and the URL for what follows; null without `Connect`. */
  stream: { url: string; parameters: Record<string, string>; next: string | null } | null;
}

/** Parses the verbs that the stand-in supports: `Say`, `Gather`, `Dial`, `Start` with `Recording`, `Connect` with `Stream`, `Enqueue`, `Leave`, `Play`, `Redirect`, and `Hangup`. */
export function readTwiml(text: string): TwimlSteps {
  const says = [...text.matchAll(/<Say\b[^<>]*>([^<]*)<\/Say>/g)].map(([, said]) => unescapeXml(said!));
  const dial = readDial(text);
  const [, started = ""] = /<Start><Recording\b([^<>]*)\/><\/Start>/.exec(text) ?? [];
  const recording = attributeReader(started)("recordingStatusCallback") || null;
  const stream = readStream(text);
  const plays = [...text.matchAll(/<Play>([^<]*)<\/Play>/g)].map(([, url]) => unescapeXml(url!));
  const [, name] = /<Queue>([^<]*)<\/Queue>/.exec(text) ?? [];
  const queue = name === undefined ? null : unescapeXml(name);
  const queues = { enqueue: readEnqueue(text), queue, leaves: text.includes("<Leave/>"), plays };
  const [, attributes] = /<Gather\b([^<>]*)>/.exec(text) ?? [];
  if (attributes === undefined) return { says, gather: null, dial, recording, stream, ...queues };
  const read = attributeReader(attributes);
  const hints = read("hints")
    .split(",")
    .flatMap((hint) => hint.trim() || []);
  return { says, gather: { action: read("action"), hints }, dial, recording, stream, ...queues };
}

function readEnqueue(text: string): TwimlSteps["enqueue"] {
  const verb = /<Enqueue\b([^<>]*)>([^<]*)<\/Enqueue>/.exec(text);
  if (verb === null) return null;
  const read = attributeReader(verb[1]!);
  return { name: unescapeXml(verb[2]!), waitUrl: read("waitUrl"), action: read("action") };
}

function readStream(text: string): TwimlSteps["stream"] {
  const verb = /<Connect><Stream\b([^<>]*)>((?:<Parameter\b[^<>]*\/>)*)<\/Stream><\/Connect>/.exec(text);
  if (verb === null) return null;
  const [, attributes, inner] = verb;
  const parameters = Object.fromEntries(
    [...inner!.matchAll(/<Parameter\b([^<>]*)\/>/g)].map(([, own]) => {
      const read = attributeReader(own!);
      return [read("name"), read("value")];
    }),
  );
  const [, next] = /<Redirect\b[^<>]*>([^<]*)<\/Redirect>/.exec(text) ?? [];
  return {
    url: attributeReader(attributes!)("url"),
    parameters,
    next: next === undefined ? null : unescapeXml(next),
  };
}

function readDial(text: string): TwimlSteps["dial"] {
  const verb = /<Dial\b([^<>]*)><Number\b([^<>]*)>([^<]*)<\/Number><\/Dial>/.exec(text);
  if (verb === null) return null;
  const [, attributes, own, number] = verb;
  const whisper = attributeReader(own!)("url");
  return {
    number: unescapeXml(number!),
    action: attributeReader(attributes!)("action"),
    whisper: whisper === "" ? null : whisper,
  };
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
