import { addDays } from "../src/time/local-date.ts";
import type { StandIn } from "./stand-in.ts";

/** Units for one euro around which the stand-in's rates move. */
const middleRates: Readonly<Record<string, number>> = {
  USD: 1.1,
  JPY: 160,
  CZK: 24.5,
  GBP: 0.85,
  CHF: 0.95,
  CAD: 1.5,
  AUD: 1.65,
  SEK: 11.2,
  NOK: 11.4,
  PLN: 4.3,
};
const firstDay = "2018-01-02";

/** The European Central Bank's files of reference rates: daily, 90 days, all. A rate depends on its day alone. */
export function createExchangeRatesStandIn(): StandIn {
  return {
    name: "exchangerates",
    register(app, { clock }) {
      const serve = (file: string, first: (today: string) => string) =>
        app.get(`/${file}`, async (_request, reply) => {
          const today = clock.now().toISOString().slice(0, 10);
          return reply.type("text/xml; charset=utf-8").send(envelope(first(today), today));
        });
      serve("eurofxref-daily.xml", (today) => addDays(today, -2));
      serve("eurofxref-hist-90d.xml", (today) => addDays(today, -90));
      serve("eurofxref-hist.xml", () => firstDay);
    },
  };
}

function envelope(first: string, last: string): string {
  const days: string[] = [];
  for (let day = last; day >= first; day = addDays(day, -1)) if (!isWeekend(day)) days.push(day);
  const cubes = days.map((day) => `<Cube time="${day}">${ratesOn(day)}</Cube>`);
  return `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender><Cube>${cubes.join("")}</Cube></gesmes:Envelope>`;
}

function ratesOn(day: string): string {
  const index = Date.parse(day) / 86_400_000;
  const cubes = Object.entries(middleRates).map(([currency, middle], at) => {
    const rate = middle * (1 + 0.03 * Math.sin(index / 40 + at));
    return `<Cube currency="${currency}" rate="${Number(rate.toPrecision(5))}"/>`;
  });
  return cubes.join("");
}

function isWeekend(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0;
}
