/** Reads public DNS records. */
export interface Dns {
  /**
   * Texts of the TXT records of a name. Empty when the name servers answer that there is none, null when they do not answer,
   * such as after a timeout.
   */
  findTexts(name: string): Promise<readonly string[] | null>;
}
