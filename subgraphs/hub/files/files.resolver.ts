import { Arg, Ctx, Directive, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { deleteFile, openFileLink, revokeFileLinks } from "./files.service.ts";
import { DeletedFile, FileLinkInput, LinkedFile, RevokedFileLinks } from "./files.types.ts";

@Resolver()
export class FilesResolver {
  @Directive("@inaccessible")
  @Query(() => LinkedFile, { description: "The file behind a link. For the router alone." })
  linkedFile(
    @Ctx() ctx: HubContext,
    @Arg("input", () => FileLinkInput) input: FileLinkInput,
  ): Promise<LinkedFile> {
    return openFileLink(ctx, input);
  }

  @Mutation(() => RevokedFileLinks, {
    description:
      "Revokes all links to a file at once; the file itself stays. Administrators may revoke those of any file.",
  })
  revokeFileLinks(
    @Ctx() ctx: HubContext,
    @Arg("fileId", () => ID) fileId: string,
  ): Promise<RevokedFileLinks> {
    return revokeFileLinks(ctx, fileId);
  }

  @Mutation(() => DeletedFile, {
    description:
      "Deletes a file for good: all links to it open nothing any more. Administrators may delete anybody's.",
  })
  deleteFile(@Ctx() ctx: HubContext, @Arg("fileId", () => ID) fileId: string): Promise<DeletedFile> {
    return deleteFile(ctx, fileId);
  }
}
