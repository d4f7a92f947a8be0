import { Lexer, Source, TokenKind, type Token } from "graphql";
import { readDocument } from "../read-document.ts";

/**
 * A document with one selection per line and even indentation. Comments stay, which a printer of syntax trees would
 * lose. Throws NotReadable for a document that is not valid.
 */
export function prettify(text: string): string {
  readDocument(text, null);
  const printer = new Printer(text);
  for (const token of tokensOf(text)) printer.add(token);
  return printer.end();
}

/** All tokens of a document, comments included, without its start and end. */
function tokensOf(text: string): Token[] {
  const lexer = new Lexer(new Source(text));
  const start = lexer.token;
  while (lexer.advance().kind !== TokenKind.EOF);
  const tokens: Token[] = [];
  for (let token = start.next; token && token.kind !== TokenKind.EOF; token = token.next) tokens.push(token);
  return tokens;
}

/** End of the token with a number, not counting comments: the same place before and after formatting. */
export function endOfToken(text: string, number: number): number {
  const tokens = tokensOf(text).filter(({ kind }) => kind !== TokenKind.COMMENT);
  return tokens[Math.max(0, Math.min(number, tokens.length - 1))]?.end ?? 0;
}

/** Number of the last token that ends at or before an offset, not counting comments. */
export function tokenBefore(text: string, offset: number): number {
  return tokensOf(text).filter(({ kind, end }) => kind !== TokenKind.COMMENT && end <= offset).length - 1;
}

/** What an open bracket encloses. */
type Frame = "selections" | "object" | "list" | "arguments";

const valueStarts = new Set<TokenKind>([
  TokenKind.NAME,
  TokenKind.INT,
  TokenKind.FLOAT,
  TokenKind.STRING,
  TokenKind.BLOCK_STRING,
  TokenKind.DOLLAR,
  TokenKind.BRACKET_L,
  TokenKind.BRACE_L,
]);

class Printer {
  private out = "";
  private readonly frames: Frame[] = [];
  /** The previous token that is no comment, and the one before it. */
  private last: Token | null = null;
  private beforeLast: Token | null = null;
  /** The previous token, comments included. */
  private lastRead: Token | null = null;

  constructor(private readonly source: string) {}

  end(): string {
    return `${this.out.trimEnd()}\n`;
  }

  add(token: Token): void {
    if (token.kind === TokenKind.COMMENT) this.addComment(token);
    else this.addToken(token);
    this.lastRead = token;
  }

  private addComment(token: Token): void {
    const text = this.source.slice(token.start, token.end).trimEnd();
    const isBehind = this.lastRead?.line === token.line;
    if (isBehind) this.out = `${this.out.trimEnd()} ${text}`;
    else {
      // A comment between two definitions belongs to the next one.
      if (this.frames.length === 0 && this.last?.kind === TokenKind.BRACE_R) this.breakBetweenDefinitions();
      this.breakLine();
      this.out += text;
    }
    this.breakLine();
  }

  private addToken(token: Token): void {
    const { kind } = token;
    const closes = kind === TokenKind.BRACE_R || kind === TokenKind.BRACKET_R || kind === TokenKind.PAREN_R;
    const closed = closes ? this.frames.pop() : undefined;
    if (closed === "selections") this.breakLine();
    else if (!closes) this.separate(token);
    this.out += this.source.slice(token.start, token.end);
    const opened = this.frameOf(token);
    if (opened) this.frames.push(opened);
    if (opened === "selections") this.breakLine();
    this.beforeLast = this.last;
    this.last = token;
  }

  private frameOf({ kind }: Token): Frame | null {
    if (kind === TokenKind.PAREN_L) return "arguments";
    if (kind === TokenKind.BRACKET_L) return "list";
    if (kind !== TokenKind.BRACE_L) return null;
    return this.isInValue() ? "object" : "selections";
  }

  private isInValue(): boolean {
    const frame = this.frames.at(-1);
    return frame !== undefined && frame !== "selections";
  }

  /** Writes what stands between the previous token and this one. */
  private separate(token: Token): void {
    const last = this.last?.kind;
    if (last === undefined || this.isAtLineStart()) return;
    const frame = this.frames.at(-1);
    if (frame === undefined && last === TokenKind.BRACE_R) return this.breakBetweenDefinitions();
    if (frame === "selections" && this.startsSelection(token)) return this.breakLine();
    if (this.startsEntry(token, frame)) this.out += ", ";
    else if (needsSpace(last, token) || this.isUnnamed(token)) this.out += " ";
  }

  /** Variables of an operation without a name: `query ($id: ID!)`. */
  private isUnnamed({ kind }: Token): boolean {
    const before = this.beforeLast?.kind ?? TokenKind.BRACE_R;
    return kind === TokenKind.PAREN_L && this.frames.length === 0 && before === TokenKind.BRACE_R;
  }

  private startsSelection({ kind }: Token): boolean {
    if (kind === TokenKind.SPREAD) return true;
    if (kind !== TokenKind.NAME) return false;
    const last = this.last!;
    if (last.kind === TokenKind.COLON || last.kind === TokenKind.AT || last.kind === TokenKind.SPREAD)
      return false;
    return !(last.value === "on" && this.beforeLast?.kind === TokenKind.SPREAD);
  }

  /** Whether a token starts a further argument, variable, property or item. */
  private startsEntry(token: Token, frame: Frame | undefined): boolean {
    const last = this.last!.kind;
    if (frame === undefined || frame === "selections" || !valueStarts.has(token.kind)) return false;
    if (last === TokenKind.DOLLAR || last === TokenKind.COLON || last === TokenKind.EQUALS) return false;
    if (last === TokenKind.AT || last === TokenKind.PAREN_L) return false;
    if (last === TokenKind.BRACKET_L || last === TokenKind.BRACE_L) return false;
    return frame === "list" || token.kind === TokenKind.NAME || token.kind === TokenKind.DOLLAR;
  }

  private isAtLineStart(): boolean {
    return this.out === "" || /\n *$/.test(this.out.slice(-200));
  }

  private breakLine(): void {
    if (this.out === "") return;
    const depth = this.frames.filter((frame) => frame === "selections").length + (this.isInValue() ? 1 : 0);
    this.out = `${this.out.replace(/\n? *$/, "")}\n${"  ".repeat(depth)}`;
  }

  private breakBetweenDefinitions(): void {
    this.out = `${this.out.trimEnd()}\n\n`;
  }
}

const closeBefore = new Set<TokenKind>([TokenKind.PAREN_L, TokenKind.COLON, TokenKind.BANG]);
const closeAfter = new Set<TokenKind>([
  TokenKind.PAREN_L,
  TokenKind.BRACKET_L,
  TokenKind.DOLLAR,
  TokenKind.AT,
]);

function needsSpace(last: TokenKind, { kind, value }: Token): boolean {
  // A fragment cannot be called `on`, so this is a type condition.
  if (last === TokenKind.SPREAD) return kind === TokenKind.AT || kind === TokenKind.BRACE_L || value === "on";
  // The braces of an object value stand close, as they do in JSON of one line.
  if (last === TokenKind.BRACE_L) return false;
  return !closeBefore.has(kind) && !closeAfter.has(last);
}
