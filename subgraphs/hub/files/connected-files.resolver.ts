import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { importConnectedFile, listConnectedFiles } from "./connected-files.service.ts";
import { ConnectedFilePage, ConnectedFilesArgs, ImportConnectedFileInput } from "./connected-files.types.ts";
import { UploadedFile } from "./uploads.types.ts";

@Resolver()
export class ConnectedFilesResolver {
  @Query(() => ConnectedFilePage, {
    description: "Lists or searches files in the Google Drive or OneDrive of a connected account.",
  })
  connectedFiles(
    @Ctx() ctx: HubContext,
    @Args(() => ConnectedFilesArgs) args: ConnectedFilesArgs,
  ): Promise<ConnectedFilePage> {
    return listConnectedFiles(ctx, args);
  }

  @Mutation(() => UploadedFile, {
    description:
      "Imports a file of a connected Google Drive or OneDrive. Up to 10 MiB; it is kept for 7 days.",
  })
  importConnectedFile(
    @Ctx() ctx: HubContext,
    @Arg("input", () => ImportConnectedFileInput, { description: "Connection and file." })
    input: ImportConnectedFileInput,
  ): Promise<UploadedFile> {
    return importConnectedFile(ctx, input);
  }
}
