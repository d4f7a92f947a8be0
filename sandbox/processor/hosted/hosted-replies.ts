import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { validationError } from "../../../src/errors.ts";
import { zodFaults } from "../../zod-faults.ts";
import { messagePage, pageHeaders, renderPage, type HostedPage } from "./hosted-page.ts";
import { ProcessorError } from "../processor-error.ts";

/** True for a page's form; false for a script's JSON. */
export function isForm({ headers }: FastifyRequest): boolean {
  return String(headers["content-type"]).includes("form-urlencoded");
}

export function sendPage(reply: FastifyReply, page: HostedPage, status = 200): FastifyReply {
  return reply.code(status).headers(pageHeaders(page)).send(renderPage(page));
}

/** Shows a refusal to a user as a page too. */
export function asPage(reply: FastifyReply, show: () => FastifyReply): FastifyReply {
  try {
    return show();
  } catch (thrown) {
    if (!(thrown instanceof ProcessorError)) throw thrown;
    return sendPage(reply, messagePage(thrown.message, null), thrown.status);
  }
}

/** Response to a form: the browser continues with a GET. */
export function sendRedirect(reply: FastifyReply, url: string): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(url, 303);
}

export function wrongBody(error: z.ZodError): Error {
  return validationError(zodFaults(error));
}
