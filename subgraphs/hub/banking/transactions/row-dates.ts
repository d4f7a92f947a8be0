/** A row as the driver gives it: moments are PostgreSQL's text. */
export type Decoded<Row, Dates extends keyof Row> = {
  [Name in keyof Row]: Name extends Dates ? string | null : Row[Name];
};

/** The row with its moments as dates. */
export function decodedRow<Row, Dates extends keyof Row & string>(
  row: Decoded<Row, Dates>,
  names: readonly Dates[],
): Row {
  const decoded: Record<string, unknown> = { ...row };
  for (const name of names) {
    const text = row[name] as string | null;
    decoded[name] = text === null ? null : new Date(text);
  }
  return decoded as Row;
}
