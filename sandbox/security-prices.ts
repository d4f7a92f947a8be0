import { addDays } from "../src/time/local-date.ts";
import type { StandIn } from "./stand-in.ts";

interface DailyQuery {
  s?: string;
  d1?: string;
  d2?: string;
}

/**
 * Daily prices in the format of Stooq's CSV download. They are invented: a price depends on its symbol and day alone. Symbols that
 * begin with `none` are unknown.
 */
export function createSecurityPricesStandIn(): StandIn {
  return {
    name: "securityprices",
    register(app, { clock }) {
      app.get<{ Querystring: DailyQuery }>("/q/d/l/", async (request, reply) => {
        const { s: symbol = "", d1, d2 } = request.query;
        reply.type("text/csv; charset=utf-8");
        if (symbol === "" || symbol.startsWith("none")) return reply.send("No data");
        const today = clock.now().toISOString().slice(0, 10);
        const last = dayOf(d2) ?? today;
        return reply.send(fileOf(symbol, dayOf(d1) ?? addDays(last, -365), last < today ? last : today));
      });
    },
  };
}

/** `20260131` as a day. */
function dayOf(text: string | undefined): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text ?? "") ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
}

function fileOf(symbol: string, first: string, last: string): string {
  const lines = ["Date,Open,High,Low,Close,Volume"];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0) continue;
    const close = priceOn(symbol, day);
    lines.push(`${day},${close},${close},${close},${close},1000`);
  }
  return `${lines.join("\r\n")}\r\n`;
}

function priceOn(symbol: string, day: string): string {
  const seed = Buffer.from(symbol).reduce((sum, byte) => (sum * 31 + byte) % 1_000, 7);
  const index = Date.parse(day) / 86_400_000;
  return ((60 + seed / 10) * (1 + 0.15 * Math.sin(index / 50 + seed))).toFixed(2);
}
