/** Addresses in a comment beyond which it is taken for spam. */
const maxLinks = 2;

/**
 * Whether the content of a comment looks like spam: more than two addresses, or markup of links, which comments do not have.
 */
export function looksLikeSpam(content: string): boolean {
  const links = content.match(/https?:\/\/|www\./gi)?.length ?? 0;
  return links > maxLinks || /<a\s|\[url|\[link/i.test(content);
}
