/** A title: 1 to 200 characters that begin and end with a visible one. Surrounding blanks do not count. */
export const titlePattern = /^[\s\p{Cc}]*[^\s\p{Cc}](?:[\s\S]{0,198}[^\s\p{Cc}])?[\s\p{Cc}]*$/u;

/** A title as stored: without surrounding blanks and control characters. */
export function plainTitle(title: string): string {
  return title
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
}
