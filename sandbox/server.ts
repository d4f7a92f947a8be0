import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { parse as parseForm } from "node:querystring";
import { DomainError, errorBody, publicError } from "../src/errors.ts";
import { newId } from "../src/ids.ts";

const bodyLimitBytes = 30 * 1024 * 1024;

/** The sandbox's bare HTTP server: bodies of any type, and errors in the platform's own form. */
export function createSandboxServer(log: FastifyBaseLogger): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    keepAliveTimeout: 5_000,
    forceCloseConnections: true,
    // On a machine that is busy with a whole test run, 10 seconds are not enough for all stand-ins.
    pluginTimeout: 60_000,
  });
  readBodies(app);
  app.setNotFoundHandler((_request, reply) =>
    sendError(reply, new DomainError("NOT_FOUND", "The sandbox has nothing at this path.")),
  );
  app.setErrorHandler((error: FastifyError | DomainError, _request, reply) => {
    if (error instanceof DomainError) return sendError(reply, error);
    if (error.statusCode === 413)
      return sendError(reply, new DomainError("PAYLOAD_TOO_LARGE", error.message));
    if (error instanceof SyntaxError)
      return sendError(reply, new DomainError("INVALID_JSON", "The body is not JSON."));
    log.error({ err: error }, "the sandbox failed");
    return sendError(reply, error);
  });
  return app;
}

/** JSON is parsed, an empty body too; a form becomes a flat object; text stays text; the rest are bytes. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const readText = (type: string | RegExp, read: (text: string) => unknown) =>
    app.addContentTypeParser(type, { parseAs: "string" }, async (_request: FastifyRequest, text: string) =>
      read(text),
    );
  readText("application/json", (text) => (text === "" ? null : JSON.parse(text)));
  readText("application/x-www-form-urlencoded", (text) => ({ ...parseForm(text) }));
  readText(/^text\//, (text) => text);
  app.addContentTypeParser(
    "*",
    { parseAs: "buffer" },
    async (_request: FastifyRequest, bytes: Buffer) => bytes,
  );
}

function sendError(reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = publicError(thrown, newId("req"));
  return reply.code(error.status).send(errorBody(error));
}
