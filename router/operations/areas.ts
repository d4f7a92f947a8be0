import { creditsOperations } from "./credits.operations.ts";
import { invoicingOperations } from "./invoicing.operations.ts";
import type { OperationArea } from "./operation.ts";
import { propertyOperations } from "./property.operations.ts";
import { webhooksOperations } from "./webhooks.operations.ts";

/** Every area of the platform. An area is a file of rows, and a `.graphql` file where its documents are written by hand. */
export const operationAreas: readonly OperationArea[] = [
  creditsOperations,
  propertyOperations,
  invoicingOperations,
  webhooksOperations,
];
