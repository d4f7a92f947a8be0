/** Words that a user agent has, and the program that says so. The first that fits counts: most name several programs. */
const browsers = [
  ["EdgA/", "Edge"],
  ["EdgiOS/", "Edge"],
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["OPiOS/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Vivaldi/", "Vivaldi"],
  ["FxiOS/", "Firefox"],
  ["Firefox/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["HeadlessChrome/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const systems = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["CrOS", "ChromeOS"],
  ["Macintosh", "Mac"],
  ["Darwin/", "Apple device"],
  ["Linux", "Linux"],
] as const;

/** Programs that say who they are in the first word. */
const programs = [
  ["curl", "curl"],
  ["wget", "Wget"],
  ["postmanruntime", "Postman"],
  ["insomnia", "Insomnia"],
  ["python", "Python program"],
  ["aiohttp", "Python program"],
  ["node", "Node.js program"],
  ["undici", "Node.js program"],
  ["axios", "Node.js program"],
  ["go-http-client", "Go program"],
  ["java", "Java program"],
  ["okhttp", "Android or Java app"],
  ["dart", "Flutter app"],
  ["cfnetwork", "Apple app"],
] as const;

/**
 * A user agent in plain words, such as "Firefox on Windows". Made of words of these tables alone: what a client writes about
 * itself is not repeated.
 */
export function deviceOf(userAgent: string | null): string {
  if (userAgent === null || userAgent === "") return "Unknown device";
  const browser = wordFor(browsers, userAgent);
  const system = wordFor(systems, userAgent);
  if (browser !== null) return system === null ? browser : `${browser} on ${system}`;
  const program = programs.find(([word]) => userAgent.slice(0, word.length).toLowerCase() === word)?.[1];
  if (program !== undefined) return program;
  return system === null ? "Unknown device" : `Unknown program on ${system}`;
}

function wordFor(table: readonly (readonly [string, string])[], userAgent: string): string | null {
  return table.find(([word]) => userAgent.includes(word))?.[1] ?? null;
}
