/** Local time and date in a zone. */
export interface ZoneClock {
  /** `YYYY-MM-DD`. */
  date: string;
  /** After midnight. */
  minute: number;
  /** 1 is Monday, 7 is Sunday. */
  weekday: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The date and time of day of a moment in a zone. */
export function clockIn(zone: string, at: Date): ZoneClock {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "numeric",
      minute: "numeric",
      hourCycle: "h23",
    });
    formats.set(zone, format);
  }
  const parts = format.formatToParts(at);
  const read = (type: string) => parts.find((part) => part.type === type)!.value;
  const date = `${read("year").padStart(4, "0")}-${read("month")}-${read("day")}`;
  const weekday = new Date(`${date}T00:00:00.000Z`).getUTCDay() || 7;
  return { date, minute: Number(read("hour")) * 60 + Number(read("minute")), weekday };
}
