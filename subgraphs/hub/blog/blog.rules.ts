import { withRight } from "../../../src/access/account-rights.ts";
import { and, isInternal, isPublic, isUser, type RuleMap } from "../../../src/access/rules.ts";

const reads = and(isUser, withRight("read"));
const writes = and(isUser, withRight("write"));

export const blogRules: RuleMap = {
  Query: {
    blog: reads,
    blogPage: isInternal,
    blogPosts: reads,
    blogPost: reads,
    blogPostRevisions: reads,
    blogCategories: reads,
    blogComments: reads,
  },
  Mutation: {
    updateBlog: writes,
    createBlogPost: writes,
    updateBlogPost: writes,
    publishBlogPost: writes,
    unpublishBlogPost: writes,
    scheduleBlogPost: writes,
    deleteBlogPost: writes,
    restoreBlogPostRevision: writes,
    createBlogCategory: writes,
    moderateBlogComment: writes,
    sendBlogComment: isPublic,
  },
};
