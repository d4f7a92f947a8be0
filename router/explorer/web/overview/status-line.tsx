import { useEffect, useState } from "preact/hooks";
import { creditWords, limitWords } from "../session/meter.ts";
import { session } from "../session/session.ts";
import { useSignal } from "../state/signal.ts";
import { Pill } from "../ui/pill.tsx";

const document = `query OverviewBalance { creditBalance(appId: "central") { available } }`;

interface Balance {
  creditBalance: { available: number };
}

interface Health {
  status: string;
  reasons?: Record<string, string>;
}

/** Readiness of the platform, and remaining credits and limits of the current identity. */
export function StatusLine() {
  const identity = useSignal(session.identity);
  const [health, setHealth] = useState<Health | null>(null);
  const [left, setLeft] = useState<string[]>([]);
  useEffect(() => {
    fetch("/readyz").then(
      async (response) => setHealth((await response.json()) as Health),
      () => setHealth({ status: "not reachable" }),
    );
  }, []);
  useEffect(() => {
    let isCurrent = true;
    setLeft([]);
    if (identity.credential === null) return;
    const read = async () => {
      const settings = { as: identity, isQuiet: true, isPageRead: true };
      const { data, meta } = await session.graphql<Balance>(document, {}, settings);
      if (!isCurrent || !data) return;
      const limit = limitWords(meta);
      setLeft([`${creditWords(data.creditBalance.available)}, app central`, ...(limit ? [limit] : [])]);
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [identity]);
  const failing = Object.entries(health?.reasons ?? {});
  return (
    <p class="pills" role="status">
      {health && (
        <Pill tone={health.status === "ready" ? "ok" : "bad"}>
          Platform {health.status}
          {failing.map(([name, why]) => ` · ${name}: ${why}`)}
        </Pill>
      )}
      {left.map((text) => (
        <Pill key={text}>{text}</Pill>
      ))}
    </p>
  );
}
