import type { OperationArea } from "./operation.ts";

export const filesOperations: OperationArea = {
  area: "files",
  title: "Stored files",
  operations: [
    {
      name: "DeleteFile",
      field: "mutation.deleteFile",
      documented: false,
      family: "success",
      rest: { method: "DELETE", path: "/files/{fileId}" },
      tool: { name: "delete_file", destructive: true, idempotent: true },
    },
  ],
};
