/** A refusal in the provider's own form. Its texts are the stand-in's. */
export class BankError extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string;

  constructor(type: string, code: string, message: string, status = 400) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
  }

  body(requestId: string) {
    return { ...errorObject(this), request_id: requestId };
  }
}

/** The error in the form used in items and webhooks. */
export function errorObject({
  type,
  code,
  message,
  status,
}: Pick<BankError, "type" | "code" | "message" | "status">) {
  return {
    error_type: type,
    error_code: code,
    error_message: message,
    display_message: null,
    documentation_url: "https://plaid.com/docs/errors/",
    causes: [],
    status,
    suggested_action: null,
  };
}

export function invalidRequest(code: string, message: string): BankError {
  return new BankError("INVALID_REQUEST", code, message);
}

export function invalidInput(code: string, message: string): BankError {
  return new BankError("INVALID_INPUT", code, message);
}

export function loginRequired(): BankError {
  return new BankError(
    "ITEM_ERROR",
    "ITEM_LOGIN_REQUIRED",
    "the login details of this item have changed (credentials, MFA, or required user action)",
  );
}
