/** The part of SoQL that readers of rows use: comparisons, AND, OR and brackets; order by fields; counting. */
export class SoqlError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A value of a row by its field name; undefined where it is null. */
export type FieldReader = (field: string) => string | undefined;
type Condition = (read: FieldReader) => boolean;

const tokenPattern = /\s*(?:('(?:[^']|'')*')|(<=|>=|!=|<>|=|<|>|\(|\)|,)|([:\w*]+))/y;

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.trimEnd().length) {
    const found = tokenPattern.exec(text);
    if (!found) throw new SoqlError("query.compiler.malformed", "Could not parse SoQL query");
    tokens.push((found[1] ?? found[2] ?? found[3])!);
  }
  return tokens;
}

/** Compares as the portal does: numbers by value, everything else as text. */
function compare(a: string, b: string): number {
  const [left, right] = [Number(a), Number(b)];
  const areNumbers = a.trim() !== "" && b.trim() !== "" && !Number.isNaN(left) && !Number.isNaN(right);
  return areNumbers ? left - right : a < b ? -1 : a > b ? 1 : 0;
}

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  "=": (order) => order === 0,
  "!=": (order) => order !== 0,
  "<>": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

/** Reads a `$where`. `fields` are the names that exist; another one is the portal's own error. */
export function parseWhere(text: string, fields: ReadonlySet<string>): Condition {
  const tokens = tokensOf(text);
  let at = 0;
  const isWord = (word: string) => tokens[at]?.toUpperCase() === word;
  const take = (): string => {
    const token = tokens[at++];
    if (token === undefined) throw new SoqlError("query.compiler.malformed", "Could not parse SoQL query");
    return token;
  };
  const comparison = (): Condition => {
    if (tokens[at] === "(") {
      at += 1;
      const inner = either();
      if (take() !== ")") throw new SoqlError("query.compiler.malformed", "Could not parse SoQL query");
      return inner;
    }
    const field = take();
    requireField(field, fields);
    const holds = comparisons[take()];
    const literal = take();
    if (!holds) throw new SoqlError("query.compiler.malformed", "Could not parse SoQL query");
    const wanted = literal.startsWith("'") ? literal.slice(1, -1).replaceAll("''", "'") : literal;
    return (read) => {
      const value = read(field);
      return value !== undefined && holds(compare(value, wanted));
    };
  };
  const both = (): Condition => {
    const parts = [comparison()];
    while (isWord("AND")) {
      at += 1;
      parts.push(comparison());
    }
    return (read) => parts.every((part) => part(read));
  };
  const either = (): Condition => {
    const parts = [both()];
    while (isWord("OR")) {
      at += 1;
      parts.push(both());
    }
    return (read) => parts.some((part) => part(read));
  };
  const whole = either();
  if (at < tokens.length) throw new SoqlError("query.compiler.malformed", "Could not parse SoQL query");
  return whole;
}

/** Reads an `$order` and answers how two rows compare by it. */
export function parseOrder(
  text: string,
  fields: ReadonlySet<string>,
): (a: FieldReader, b: FieldReader) => number {
  const parts = text.split(",").map((part) => {
    const [field = "", direction = "ASC"] = part.trim().split(/\s+/);
    requireField(field, fields);
    return { field, sign: direction.toUpperCase() === "DESC" ? -1 : 1 };
  });
  return (a, b) => {
    for (const { field, sign } of parts) {
      const order = compare(a(field) ?? "", b(field) ?? "");
      if (order !== 0) return order * sign;
    }
    return 0;
  };
}

export function requireField(field: string, fields: ReadonlySet<string>): void {
  if (!fields.has(field)) throw new SoqlError("query.soql.no-such-column", `No such column: ${field}`);
}
