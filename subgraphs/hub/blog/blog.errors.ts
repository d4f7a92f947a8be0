import { DomainError } from "../../../src/errors.ts";

export function postNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Blog post not found. Check the postId or the slug.");
}

export function categoryNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Blog category not found. Check the categoryId.");
}

export function revisionNotFound(): DomainError {
  return new DomainError(
    "NOT_FOUND",
    "Revision not found. Check the number: the last 100 revisions are kept.",
  );
}

/** 409 with the version that is there now. */
export function postVersionConflict(version: number): DomainError {
  return new DomainError(
    "VERSION_CONFLICT",
    "The version is outdated. Read the current version and apply your changes again.",
    { version },
  );
}

/** 409: the post is in the bin. */
export function postInBin(): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "This post is in the bin. Restore one of its revisions to take it out.",
    { reason: "deleted" },
  );
}

/** 409: what is public cannot be published later. */
export function alreadyPublished(): DomainError {
  return new DomainError("INVALID_STATE", "This post is published already. Change it to a draft first.", {
    reason: "published",
  });
}

/** 409: another category has a name that gives the same slug. */
export function categoryExists(categoryId: string): DomainError {
  return new DomainError("DUPLICATE", "A category with this name exists already. Use it.", { categoryId });
}

/** 409: another post has, or has had, this slug. */
export function slugTaken(postId: string): DomainError {
  return new DomainError("DUPLICATE", "Another post has or had this slug. Choose another slug.", { postId });
}

/** 409: the account holds as many as it may. */
export function tooMany(noun: string, limit: number): DomainError {
  return new DomainError(
    "INVALID_STATE",
    `The account already has ${limit} ${noun}, the maximum. Use or delete one of them.`,
    {
      reason: "limit",
      limit,
    },
  );
}

/** 409: another blog has, or has had, this handle. */
export function handleTaken(): DomainError {
  return new DomainError("DUPLICATE", "Another blog has or had this handle. Choose another one.", {
    reason: "handle_taken",
  });
}

export function commentNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Comment not found. Check the commentId.");
}

/** 409: the blog takes no comments. */
export function commentsClosed(): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "This blog takes no comments. Use another way to reach its authors.",
    {
      reason: "comments_closed",
    },
  );
}
