/** Runs up to a step of an outside effect, reports it, and never continues. */
import { systemClock } from "../../src/time/clock.ts";
import { onceOutside } from "../../src/db/outside-effect.ts";
import { executeSql } from "../../src/db/sql.ts";
import { openNotes } from "./notes-database.ts";

const [url, step] = process.argv.slice(2) as [string, "act" | "acted" | "settle"];
const database = await openNotes(url);
const ctx = {
  em: database.fork(),
  principal: { id: "ann", ownerId: "ann" },
  clock: systemClock,
  idempotencyKey: "crash",
  meter: { replayed: false },
  requestId: "req_of_the_first",
};
const hang = () => new Promise<never>(() => setInterval(() => {}, 1000));
await onceOutside(
  ctx,
  { operation: "charge", input: { cents: 5 } },
  {
    record: async (em) => {
      await executeSql(em, "INSERT INTO notes (id, owner_id, body) VALUES ('intent', 'ann', 'pending')");
      return { id: "intent" };
    },
    act: async (_intent, effectKey) => {
      if (step === "act") return (process.stdout.write(`${effectKey}\n`), hang());
      process.stdout.write(`${effectKey}\n`);
      return step === "acted" ? hang() : "done";
    },
    settle: async (em) => {
      await executeSql(em, "UPDATE notes SET body = 'settled' WHERE id = 'intent'");
      process.stdout.write("settling\n");
      return hang();
    },
  },
);
