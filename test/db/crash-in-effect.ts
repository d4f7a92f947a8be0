/** Has the effect of a keyed write, says so, and never comes to commit it. */
import { systemClock } from "../../src/time/clock.ts";
import { exactlyOnce } from "../../src/db/idempotency.ts";
import { executeSql } from "../../src/db/sql.ts";
import { openNotes } from "./notes-database.ts";

const database = await openNotes(process.argv[2] as string);
const ctx = {
  em: database.fork(),
  principal: { id: "ann", ownerId: "ann" },
  clock: systemClock,
  idempotencyKey: "crash",
  meter: { replayed: false },
};
await exactlyOnce(ctx, { operation: "addNote", input: { body: "x" } }, async (em) => {
  await executeSql(em, "INSERT INTO notes (id, owner_id, body) VALUES ('crashed', 'ann', 'x')");
  process.stdout.write("effect\n");
  await new Promise(() => setInterval(() => {}, 1000));
});
