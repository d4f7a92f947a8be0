import { Arg, Ctx, Directive, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { deleteFile, openFileLink, revokeFileLinks } from "./files.service.ts";
import { DeletedFile, FileLinkInput, LinkedFile, RevokedFileLinks } from "./files.types.ts";

@Resolver()
export class FilesResolver {
  @Directive("@inaccessible")
  @Query(() => LinkedFile, { description: "Returns the file that a link opens. Internal to the router." })
  linkedFile(
    @Ctx() ctx: HubContext,
    @Arg("input", () => FileLinkInput) input: FileLinkInput,
  ): Promise<LinkedFile> {
    return openFileLink(ctx, input);
  }

  @Mutation(() => RevokedFileLinks, {
    description:
      "Revokes all links to a file. The file itself is kept. Administrators may revoke links of any file.",
  })
  revokeFileLinks(
    @Ctx() ctx: HubContext,
    @Arg("fileId", () => ID, { description: "ID of the file whose links are revoked." }) fileId: string,
  ): Promise<RevokedFileLinks> {
    return revokeFileLinks(ctx, fileId);
  }

  @Mutation(() => DeletedFile, {
    description: "Deletes a file for good. Its links stop working. Administrators may delete any file.",
  })
  deleteFile(
    @Ctx() ctx: HubContext,
    @Arg("fileId", () => ID, { description: "ID of the file to delete." }) fileId: string,
  ): Promise<DeletedFile> {
    return deleteFile(ctx, fileId);
  }
}
