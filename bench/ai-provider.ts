/** Two AI providers on one port that respond immediately: the measured time is then the platform's own. */
import { createServer } from "node:http";
import { reportToParent } from "./child.ts";

const answers: Record<string, unknown> = {
  openai: {
    id: "x",
    object: "chat.completion",
    created: 1,
    model: "gpt-6-luna",
    choices: [{ index: 0, message: { role: "assistant", content: "An answer." }, finish_reason: "stop" }],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  },
  anthropic: {
    id: "m",
    type: "message",
    role: "assistant",
    model: "claude-haiku-5-5",
    content: [{ type: "text", text: "An answer." }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 11, output_tokens: 7 },
  },
};
const bodies = new Map(Object.entries(answers).map(([name, body]) => [name, JSON.stringify(body)]));
/** Who answers 500 from now on. */
let broken: string | null = null;

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    const [, name = "", order] = request.url!.split("/");
    if (order === "break") broken = name;
    const isBroken = name === broken;
    response.writeHead(isBroken ? 500 : 200, { "content-type": "application/json" });
    response.end(isBroken ? "{}" : bodies.get(name));
  });
});
server.listen(Number(process.argv[2]), "127.0.0.1", () =>
  reportToParent(async () => {
    server.closeAllConnections();
    server.close();
  }),
);
