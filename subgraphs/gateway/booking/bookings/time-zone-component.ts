import { Temporal } from "temporal-polyfill";

/**
 * The VTIMEZONE (RFC 5545, 3.6.5) of a zone for one moment: the rule that is in force then and the next one, each from
 * the change that began it. A zone without changes has one rule.
 */
export function timeZoneComponent(zone: string, at: Date): string {
  const moment = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
  const begun = moment.add({ nanoseconds: 1 }).getTimeZoneTransition("previous");
  const next = moment.getTimeZoneTransition("next");
  const fallback = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
  const observances = [begun ?? fallback, ...(next ? [next] : [])].map(observance);
  return ["BEGIN:VTIMEZONE", `TZID:${zone}`, ...observances.flat(), "END:VTIMEZONE"].join("\r\n");
}

function observance(from: Temporal.ZonedDateTime): string[] {
  const before = from.subtract({ nanoseconds: 1 });
  const isDaylight = from.offsetNanoseconds > before.offsetNanoseconds;
  const name = isDaylight ? "DAYLIGHT" : "STANDARD";
  // By the clock that was in force until then.
  const local = from.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime();
  return [
    `BEGIN:${name}`,
    `DTSTART:${local.toString({ smallestUnit: "second" }).replaceAll(/[-:]/g, "")}`,
    `TZOFFSETFROM:${before.offset.replace(":", "")}`,
    `TZOFFSETTO:${from.offset.replace(":", "")}`,
    `END:${name}`,
  ];
}
