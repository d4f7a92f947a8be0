import { escapeHtml } from "../../../src/text/html.ts";
import type { ReleaseChanges } from "./release.types.ts";

/** The changelog as RSS 2.0: one item per release, with its breaking and reviewed changes. */
export function changelogFeed(entries: readonly ReleaseChanges[], baseUrl: string): string {
  const items = entries.map(({ version, date, since, changes }) => {
    const grave = changes.filter(({ level }) => level !== "safe");
    const lines = grave.map(({ level, subject, message }) => `${level}: ${subject}: ${message}`);
    const text = `${changes.length} changes since ${since}. ${lines.join("\n")}`.trim();
    const link = `${baseUrl}/changelog#${encodeURIComponent(version)}`;
    const published = date === null ? [] : [`<pubDate>${new Date(date).toUTCString()}</pubDate>`];
    return [
      "<item>",
      `<title>${escapeHtml(version)}</title>`,
      `<link>${escapeHtml(link)}</link>`,
      `<guid isPermaLink="false">${escapeHtml(version)}</guid>`,
      ...published,
      `<description>${escapeHtml(text)}</description>`,
      "</item>",
    ].join("");
  });
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<rss version="2.0"><channel>`,
    `<title>Hub platform: API changelog</title>`,
    `<link>${escapeHtml(`${baseUrl}/changelog`)}</link>`,
    `<description>Breaking, dangerous, new and access changes of each release.</description>`,
    ...items,
    `</channel></rss>`,
    ``,
  ].join("\n");
}
