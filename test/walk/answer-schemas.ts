import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { restPaths, type StoredOperation } from "../../router/operations/registry.ts";
import { closeObjects } from "../support/close-objects.ts";
import { responseOf, routesOf, type OpenApiDocument } from "../support/openapi.ts";

/** Checks responses against the OpenAPI document. */
export interface AnswerSchemas {
  /** How a body differs from the document; null where it does not. A field that is not described is a fault. */
  faultsOf(operation: StoredOperation, answer: { status: number; body: unknown }): unknown;
}

export function createAnswerSchemas(document: OpenApiDocument): AnswerSchemas {
  // Each schema checks a few answers: shorter code for it takes longer to make than it saves.
  const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
  ajvFormats.default(ajv);
  const routes = new Map(
    routesOf(document).map((route) => [`${route.method} ${route.path}`, route.operation]),
  );
  // Errors of one kind have one schema, whichever operation answers with them.
  const byText = new Map<string, ValidateFunction>();
  const bySchema = new WeakMap<object, ValidateFunction>();
  const validatorOf = (schema: object): ValidateFunction => {
    const known = bySchema.get(schema);
    if (known) return known;
    const text = JSON.stringify(schema);
    const validate = byText.get(text) ?? ajv.compile(closeObjects(schema) as object);
    byText.set(text, validate);
    bySchema.set(schema, validate);
    return validate;
  };
  return {
    faultsOf: ({ row }, { status, body }) => {
      const documented = routes.get(`${row.rest!.method} ${restPaths(row)[0]!}`);
      const found = documented && responseOf(documented, status);
      if (!found) return `the document has no answer ${status}`;
      const validate = validatorOf(found.content!["application/json"]!.schema);
      return validate(body) ? null : validate.errors;
    },
  };
}
