/** A title: 1 to 200 characters that begin and end with one that shows. What is around them does not count. */
export const titlePattern = /^[\s\p{Cc}]*[^\s\p{Cc}](?:[\s\S]{0,198}[^\s\p{Cc}])?[\s\p{Cc}]*$/u;

/** A title as it is kept: without blanks around it and without characters that steer rather than show. */
export function plainTitle(title: string): string {
  return title
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
}
