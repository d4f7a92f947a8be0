import type { OperationArea } from "./operation.ts";

export const filesOperations: OperationArea = {
  area: "files",
  title: "Stored files",
  operations: [
    {
      name: "UploadFile",
      field: "mutation.uploadFile",
      documented: false,
      family: "success",
      rest: { method: "POST", path: "/files", status: 201 },
      tool: {
        name: "upload_file",
        keywords: ["hand in a file", "attach a photo or document", "send you a spreadsheet"],
        example: { filename: "receipt.png", contentType: "image/png", size: 250000 },
      },
    },
    {
      name: "RevokeFileLinks",
      field: "mutation.revokeFileLinks",
      documented: false,
      family: "success",
      rest: { method: "POST", path: "/files/{fileId}/revoke-links" },
      tool: {
        name: "revoke_file_links",
        destructive: true,
        idempotent: true,
        keywords: ["stop sharing a file", "leaked link", "unshare"],
      },
    },
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
