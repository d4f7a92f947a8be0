/** A line of a calendar: `NAME;PARAMETER=value:value`. */
export interface CalendarProperty {
  name: string;
  parameters: ReadonlyMap<string, string>;
  value: string;
}

/** A component: everything between `BEGIN:NAME` and `END:NAME`. */
export interface CalendarComponent {
  name: string;
  properties: CalendarProperty[];
  components: CalendarComponent[];
  /** Line numbers of its invalid content lines. */
  brokenLines: number[];
}

const parameterValue = String.raw`(?:"[^"]*"|[^";:,]*)`;
const parameter = String.raw`;[A-Za-z0-9-]+=${parameterValue}(?:,${parameterValue})*`;
const contentLine = new RegExp(`^([A-Za-z0-9-]+)((?:${parameter})*):(.*)$`, "s");
const parameters = new RegExp(parameter, "g");

/**
 * Reads an iCalendar (RFC 5545, 3.1): unfolds lines and nests components. Returns the `VCALENDAR`s of the text, or, as
 * a string, the reason why it is not a calendar.
 */
export function parseCalendar(text: string): CalendarComponent[] | string {
  const calendars: CalendarComponent[] = [];
  const open: CalendarComponent[] = [];
  for (const { line, content } of unfold(text)) {
    const property = parseLine(content);
    const inner = open.at(-1);
    if (property?.name === "BEGIN") {
      const component = {
        name: property.value.toUpperCase(),
        properties: [],
        components: [],
        brokenLines: [],
      };
      if (!inner && component.name !== "VCALENDAR") return notCalendar(line);
      (inner?.components ?? calendars).push(component);
      open.push(component);
    } else if (!inner) return notCalendar(line);
    else if (property?.name === "END") {
      if (inner.name !== property.value.toUpperCase())
        return `line ${line} ends ${shortened(property.value)} where ${shortened(inner.name)} is open`;
      open.pop();
    } else if (property) inner.properties.push(property);
    else inner.brokenLines.push(line);
  }
  if (open.length > 0) return `it is cut off: ${shortened(open.at(-1)!.name)} has no end`;
  return calendars.length > 0 ? calendars : "it must begin with BEGIN:VCALENDAR";
}

/** The first property of this name. */
export function propertyOf(component: CalendarComponent, name: string): CalendarProperty | null {
  return component.properties.find((one) => one.name === name) ?? null;
}

/** A property's text without its escapes (RFC 5545, 3.3.11). */
export function textOf(component: CalendarComponent, name: string): string | null {
  const value = propertyOf(component, name)?.value;
  return value?.replaceAll(/\\([\\;,nN])/g, (_, one: string) => (/n/i.test(one) ? "\n" : one)) ?? null;
}

function* unfold(text: string): Generator<{ line: number; content: string }> {
  let pending: { line: number; parts: string[] } | null = null;
  let line = 0;
  for (const one of text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/)) {
    line++;
    if (pending && /^[ \t]/.test(one)) pending.parts.push(one.slice(1));
    else {
      if (pending) yield { line: pending.line, content: pending.parts.join("") };
      pending = one.trim() === "" ? null : { line, parts: [one] };
    }
  }
  if (pending) yield { line: pending.line, content: pending.parts.join("") };
}

function parseLine(content: string): CalendarProperty | null {
  const match = contentLine.exec(content);
  if (!match) return null;
  const [, name, given, value] = match;
  const pairs = [...given!.matchAll(parameters)].map(([pair]) => {
    const at = pair.indexOf("=");
    return [pair.slice(1, at).toUpperCase(), pair.slice(at + 1).replaceAll('"', "")] as const;
  });
  return { name: name!.toUpperCase(), parameters: new Map(pairs), value: value!.trim() };
}

function notCalendar(line: number): string {
  return line === 1 ? "it must begin with BEGIN:VCALENDAR" : `line ${line} is outside of a calendar`;
}

function shortened(name: string): string {
  return name.slice(0, 40);
}
