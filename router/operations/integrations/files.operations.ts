import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const filesOperations: AreaDefinition<CentralGroup> = {
  area: "files",
  title: "Stored files",
  family: "success",
  group: "files",
  operations: [
    {
      name: "UploadFile",
      field: "mutation.uploadFile",
      rest: { method: "POST", path: "/files", status: 201 },
      tool: {
        name: "upload_file",
        keywords: [
          "hand in a file",
          "attach a photo or document",
          "send you a spreadsheet",
          "attach document send a pdf photo csv",
        ],
        example: { filename: "receipt.png", contentType: "image/png", size: 250000 },
      },
    },
    {
      name: "RevokeFileLinks",
      field: "mutation.revokeFileLinks",
      rest: { method: "POST", path: "/files/{fileId}/revoke-links" },
      tool: {
        name: "revoke_file_links",
        destructive: true,
        idempotent: true,
        keywords: ["stop sharing a file", "leaked link", "unshare", "stop sharing a document download link"],
      },
    },
    {
      name: "DeleteFile",
      field: "mutation.deleteFile",
      rest: { method: "DELETE", path: "/files/{fileId}" },
      tool: {
        name: "delete_file",
        keywords: ["remove an uploaded document"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "ListConnectedFiles",
      field: "query.connectedFiles",
      rest: { method: "GET", path: "/files/connected" },
      tool: {
        name: "list_connected_files",
        group: "connections",
        keywords: ["google drive onedrive find document search pick cloud"],
        openWorld: true,
        example: { connectionId: "ocn_01m853j85mqsazhj33f9m7ax3a", query: "invoice" },
      },
    },
    {
      name: "ImportConnectedFile",
      field: "mutation.importConnectedFile",
      rest: { method: "POST", path: "/files/import-connected", status: 201 },
      tool: {
        name: "import_connected_file",
        group: "connections",
        keywords: ["google drive onedrive copy document get cloud"],
        openWorld: true,
        example: { connectionId: "ocn_01m853j85mqsazhj33f9m7ax3a", remoteFileId: "1AbC-dEf_123" },
      },
    },
  ],
};
