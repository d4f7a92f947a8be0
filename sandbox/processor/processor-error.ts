import type { Stripe } from "stripe";

export type ProcessorErrorType =
  | "invalid_request_error"
  | "card_error"
  | "idempotency_error"
  | "authentication_error"
  | "api_error";

/** Fields of an error's body besides its type and message. */
export interface ProcessorErrorDetails {
  code?: string;
  param?: string;
  decline_code?: string;
  advice_code?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
  setup_intent?: Stripe.SetupIntent;
}

/** A request that the processor refuses; becomes `{error: {type, code, param, message, …}}`. */
export class ProcessorError extends Error {
  readonly status: number;
  readonly type: ProcessorErrorType;
  readonly details: ProcessorErrorDetails;

  constructor(
    status: number,
    type: ProcessorErrorType,
    message: string,
    details: ProcessorErrorDetails = {},
  ) {
    super(message);
    this.name = "ProcessorError";
    this.status = status;
    this.type = type;
    this.details = details;
  }

  body(): { error: Record<string, unknown> } {
    return { error: { message: this.message, ...this.details, type: this.type } };
  }
}

/** 400: something about a parameter. */
export function badRequest(message: string, param?: string, code?: string): ProcessorError {
  return new ProcessorError(400, "invalid_request_error", message, {
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  });
}

/** 404, or 400 where the id came in a parameter of another object: "No such customer: 'cus_1'". */
export function noSuch(title: string, id: string, param: string, status: 400 | 404 = 404): ProcessorError {
  const message = `No such ${title}: '${id}'`;
  return new ProcessorError(status, "invalid_request_error", message, { code: "resource_missing", param });
}
