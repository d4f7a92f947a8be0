import { creditsOperations } from "./credits.operations.ts";
import type { OperationArea } from "./operation.ts";

/** Every area of the platform. An area is a file of rows, and a `.graphql` file where its documents are written by hand. */
export const operationAreas: readonly OperationArea[] = [creditsOperations];
