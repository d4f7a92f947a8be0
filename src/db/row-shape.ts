/** What the driver knows of a statement's rows once the server has described them. */
export interface RowShape {
  readonly fields: readonly { name: string }[];
  readonly _parsers: readonly ((text: string) => unknown)[];
}

/** Makes a row of the texts of its columns. */
export type BuildRow = (texts: readonly (string | null)[]) => Record<string, unknown>;

/** The reading of rows of one shape; the driver copies an empty row first and finds each column's name again. */
export function rowBuilder({ fields, _parsers: parsers }: RowShape): BuildRow {
  const names = fields.map(({ name }) => name);
  return (texts) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) {
      const text = texts[index]!;
      row[names[index]!] = text === null ? null : parsers[index]!(text);
    }
    return row;
  };
}
