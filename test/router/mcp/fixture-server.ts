import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import fastify from "fastify";
import type { AddressInfo } from "node:net";
import { refuseRebound } from "../../../router/mcp/local-clients.ts";
import { createHandler } from "../../../router/mcp/mcp-handler.ts";
import { relay, toWebRequest } from "../../../router/mcp/web-request.ts";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const wav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";
const text = (value: string) => ({ type: "text" as const, text: value });
const resource = (uri: string, value: string, mimeType = "text/plain") => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: value },
});
const codec = createRequestStateCodec<{ step: number }>({ key: "a secret of the fixtures alone, 32 bytes" });

const nameForm = {
  type: "object" as const,
  properties: { name: { type: "string" as const } },
  required: ["name"],
};
const askName = () => inputRequired.elicit({ message: "What is your name?", requestedSchema: nameForm });
const askModel = () =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: text("What is the capital of France?") }],
    maxTokens: 100,
  });

/** A schema with the keywords of JSON Schema 2020-12, which must come through whole. */
const schema2020 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object" as const,
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

function capabilitiesOf(ctx: ServerContext): Record<string, unknown> {
  const envelope = ctx.mcpReq.envelope as Record<string, Record<string, unknown>> | undefined;
  return envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
}

type Fixture = (args: Record<string, unknown>, ctx: ServerContext) => unknown;

/** Tools of the official suite, by name, with the results that its scenarios expect. */
const tools: Record<string, Fixture> = {
  test_simple_text: () => ({ content: [text("This is a simple text response for testing.")] }),
  test_image_content: () => ({ content: [{ type: "image", data: png, mimeType: "image/png" }] }),
  test_audio_content: () => ({ content: [{ type: "audio", data: wav, mimeType: "audio/wav" }] }),
  test_embedded_resource: () => ({
    content: [resource("test://embedded-resource", "This is an embedded resource content.")],
  }),
  test_multiple_content_types: () => ({
    content: [
      text("Multiple content types test:"),
      { type: "image", data: png, mimeType: "image/png" },
      resource("test://mixed-content-resource", '{"test":"data","value":123}', "application/json"),
    ],
  }),
  json_schema_2020_12_tool: (args) => ({ content: [text(JSON.stringify(args))] }),
  test_error_handling: () => ({
    content: [text("This tool intentionally returns an error for testing")],
    isError: true,
  }),
  test_tool_with_progress: async (_args, ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken ?? 0;
    for (const progress of [0, 50, 100])
      await ctx.mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress, total: 100 },
      });
    return { content: [text(String(progressToken))] };
  },
  test_logging_tool: () => ({ content: [text("Nothing is logged to a client that asked for no level.")] }),
  test_streaming_elicitation: async (_args, ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    if (progressToken !== undefined)
      await ctx.mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress: 1, total: 2 },
      });
    return inputRequired({ inputRequests: { user_name: askName() } });
  },
  test_missing_capability: (_args, ctx) => {
    if (capabilitiesOf(ctx)["sampling"]) return { content: [text("This client can sample.")] };
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  },
  test_input_required_result_elicitation: (_args, ctx) => {
    const given = acceptedContent<{ name: string }>(ctx.mcpReq.inputResponses, "user_name");
    if (typeof given?.name === "string") return { content: [text(`Hello, ${given.name}!`)] };
    return inputRequired({ inputRequests: { user_name: askName() } });
  },
  test_input_required_result_sampling: (_args, ctx) =>
    ctx.mcpReq.inputResponses?.["capital_question"]
      ? { content: [text(JSON.stringify(ctx.mcpReq.inputResponses["capital_question"]))] }
      : inputRequired({ inputRequests: { capital_question: askModel() } }),
  test_input_required_result_list_roots: (_args, ctx) =>
    ctx.mcpReq.inputResponses?.["client_roots"]
      ? { content: [text(JSON.stringify(ctx.mcpReq.inputResponses["client_roots"]))] }
      : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } }),
  test_input_required_result_request_state: async (_args, ctx) => {
    const state = ctx.mcpReq.requestState<{ step: number }>();
    if (state && ctx.mcpReq.inputResponses?.["confirm"])
      return { content: [text("state-ok: the state came back")] };
    const confirm = inputRequired.elicit({
      message: "Please confirm",
      requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
    });
    return inputRequired({ inputRequests: { confirm }, requestState: await codec.mint({ step: 1 }, ctx) });
  },
  test_input_required_result_multiple_inputs: async (_args, ctx) => {
    const given = ctx.mcpReq.inputResponses ?? {};
    if (["user_name", "greeting", "client_roots"].every((key) => given[key]))
      return { content: [text(JSON.stringify(given))] };
    const inputRequests = {
      user_name: askName(),
      greeting: askModel(),
      client_roots: inputRequired.listRoots(),
    };
    return inputRequired({ inputRequests, requestState: await codec.mint({ step: 1 }, ctx) });
  },
  test_input_required_result_multi_round: async (_args, ctx) => {
    const step = ctx.mcpReq.requestState<{ step: number }>()?.step ?? 0;
    if (step >= 2) return { content: [text("Both steps are done.")] };
    const ask = inputRequired.elicit({ message: `Step ${step + 1}: your name?`, requestedSchema: nameForm });
    const requestState = await codec.mint({ step: step + 1 }, ctx);
    return inputRequired({ inputRequests: { [`step${step + 1}`]: ask }, requestState });
  },
  test_input_required_result_tampered_state: async (_args, ctx) => {
    if (ctx.mcpReq.requestState()) return { content: [text("state-ok")] };
    const confirm = inputRequired.elicit({
      message: "Please confirm",
      requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
    });
    return inputRequired({ inputRequests: { confirm }, requestState: await codec.mint({ step: 1 }, ctx) });
  },
  test_input_required_result_capabilities: (_args, ctx) => {
    const can = capabilitiesOf(ctx);
    const inputRequests = {
      ...(can["elicitation"] ? { user_name: askName() } : {}),
      ...(can["sampling"] ? { greeting: askModel() } : {}),
    };
    return Object.keys(inputRequests).length > 0
      ? inputRequired({ inputRequests })
      : { content: [text("This client can be asked nothing.")] };
  },
};

const prompts: Record<string, { args: string[]; answer: Fixture }> = {
  test_simple_prompt: { args: [], answer: () => said(text("This is a simple prompt for testing.")) },
  test_prompt_with_arguments: {
    args: ["arg1", "arg2"],
    answer: ({ arg1, arg2 }) =>
      said(text(`Prompt with arguments: arg1='${String(arg1)}', arg2='${String(arg2)}'`)),
  },
  test_prompt_with_embedded_resource: {
    args: ["resourceUri"],
    answer: ({ resourceUri }) =>
      said(resource(String(resourceUri), "Embedded resource content for testing."), text("Look at it.")),
  },
  test_prompt_with_image: {
    args: [],
    answer: () => said({ type: "image", data: png, mimeType: "image/png" }, text("Look at it.")),
  },
  test_input_required_result_prompt: {
    args: [],
    answer: (_args, ctx) => {
      const given = acceptedContent<{ context: string }>(ctx.mcpReq.inputResponses, "user_context");
      if (given) return said(text(`Context: ${given.context}`));
      const user_context = inputRequired.elicit({
        message: "What context should the prompt use?",
        requestedSchema: {
          type: "object",
          properties: { context: { type: "string" } },
          required: ["context"],
        },
      });
      return inputRequired({ inputRequests: { user_context } });
    },
  },
};

function said(...contents: unknown[]) {
  return { messages: contents.map((content) => ({ role: "user", content })) };
}

const contents: Record<string, Record<string, unknown>> = {
  "test://static-text": { mimeType: "text/plain", text: "This is the content of the static text resource." },
  "test://static-binary": { mimeType: "image/png", blob: png },
};

function createFixtures(): Server {
  const forAnyone = { ttlMs: 1000, cacheScope: "public" } as const;
  const server = new Server(
    { name: "fixtures", version: "1.0.0" },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      requestState: { verify: (state, ctx) => codec.verify(state, ctx) },
      cacheHints: { "tools/list": forAnyone, "resources/list": forAnyone, "prompts/list": forAnyone },
    },
  );
  server.setRequestHandler("tools/list", () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: name,
      inputSchema: name === "json_schema_2020_12_tool" ? schema2020 : { type: "object" as const },
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, ctx) => {
    const tool = tools[params.name];
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    return (await tool(params.arguments ?? {}, ctx)) as never;
  });
  server.setRequestHandler("resources/list", () => ({
    resources: Object.keys(contents).map((uri) => ({ uri, name: uri })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template" }],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    const id = /^test:\/\/template\/(\w+)\/data$/.exec(uri)?.[1];
    const content = id
      ? {
          mimeType: "application/json",
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        }
      : contents[uri];
    if (!content)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Resource not found: ${uri}`, { uri });
    return { contents: [{ uri, ...content }] } as never;
  });
  server.setRequestHandler("prompts/list", () => ({
    prompts: Object.entries(prompts).map(([name, { args }]) => ({
      name,
      description: name,
      arguments: args.map((arg) => ({ name: arg, required: true })),
    })),
  }));
  server.setRequestHandler("prompts/get", async ({ params }, ctx) => {
    const prompt = prompts[params.name];
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name}`);
    return (await prompt.answer(params.arguments ?? {}, ctx)) as never;
  });
  server.setRequestHandler("completion/complete", () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
  return server;
}

/** The suite's fixtures behind the very handler and bridge of the agent door. */
export async function startFixtureServer(): Promise<{ url: string; close(): Promise<void> }> {
  const handler = createHandler(createFixtures);
  const server = fastify({ logger: false });
  server.post("/mcp", async (request, reply) => {
    try {
      refuseRebound(request.headers, "http://127.0.0.1");
    } catch {
      return reply.code(403).send({ error: "not from here" });
    }
    const authInfo = { token: "", clientId: "fixtures", scopes: [], extra: {} };
    return relay(await handler.fetch(toWebRequest(request), { authInfo, parsedBody: request.body }), reply);
  });
  await server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const close = async () => {
    await handler.close();
    await server.close();
  };
  return { url: `http://127.0.0.1:${port}/mcp`, close };
}
