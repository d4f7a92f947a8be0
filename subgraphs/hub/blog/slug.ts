const maxLength = 80;

/**
 * A title as the last part of an address: letters and digits of any script in lower case, joined by dashes. Accents of Latin
 * letters are dropped. `fallback` where nothing is left.
 */
export function slugOf(title: string, fallback: string): string {
  const plain = title
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  let slug = "";
  for (const word of words) {
    const longer = slug === "" ? word.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "") : `${slug}-${word}`;
    if (longer.length > maxLength) break;
    slug = longer;
  }
  return slug || fallback;
}

/** The slug itself, or the first of `slug-2`, `slug-3` and so on that is not taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number++) if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`;
}
