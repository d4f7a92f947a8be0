import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const blogOperations: AreaDefinition<CentralGroup> = {
  area: "blog",
  title: "Blog",
  group: "blog-posts",
  operations: [
    {
      name: "GetBlog",
      field: "query.blog",
      rest: { method: "GET", path: "/blog" },
      tool: {
        name: "get_blog",
        group: "blog-editing",
        keywords: ["where is my website feed rss url settings"],
      },
    },
    {
      name: "UpdateBlog",
      field: "mutation.updateBlog",
      rest: { method: "PATCH", path: "/blog" },
      tool: {
        name: "update_blog",
        group: "blog-editing",
        idempotent: true,
        keywords: ["rename settings site switch commenting off"],
        example: { handle: "workshop", title: "From the workshop" },
      },
    },
    {
      name: "CreateBlogPost",
      field: "mutation.createBlogPost",
      rest: { method: "POST", path: "/blog/posts", status: 201 },
      tool: {
        name: "create_blog_post",
        keywords: ["write article news story announcement markdown entry"],
        example: {
          title: "Spring hours",
          markdown: "We are open from **8 to 5** until June.",
          tags: ["news"],
        },
      },
    },
    {
      name: "ListBlogPosts",
      field: "query.blogPosts",
      rest: { method: "GET", path: "/blog/posts" },
      tool: { name: "list_blog_posts", keywords: ["articles drafts news entries what have we written"] },
    },
    {
      name: "GetBlogPost",
      field: "query.blogPost",
      rest: { method: "GET", path: "/blog/posts/{postId}" },
      tool: {
        name: "get_blog_post",
        keywords: ["read article markdown html"],
        example: { postId: "spring-hours" },
      },
    },
    {
      name: "UpdateBlogPost",
      field: "mutation.updateBlogPost",
      rest: { method: "PATCH", path: "/blog/posts/{postId}" },
      tool: {
        name: "update_blog_post",
        idempotent: true,
        keywords: ["edit correct rewrite article rename"],
        example: { postId: "bpo_01m853a43ngprk8bex8c3hyvvc", version: 1, tags: ["news", "hours"] },
      },
    },
    {
      name: "PublishBlogPost",
      field: "mutation.publishBlogPost",
      rest: { method: "POST", path: "/blog/posts/{postId}/publish" },
      tool: { name: "publish_blog_post", idempotent: true, keywords: ["go live article put online"] },
    },
    {
      name: "UnpublishBlogPost",
      field: "mutation.unpublishBlogPost",
      rest: { method: "POST", path: "/blog/posts/{postId}/unpublish" },
      tool: {
        name: "unpublish_blog_post",
        idempotent: true,
        keywords: ["take offline hide article retract"],
      },
    },
    {
      name: "ScheduleBlogPost",
      field: "mutation.scheduleBlogPost",
      rest: { method: "POST", path: "/blog/posts/{postId}/schedule" },
      tool: {
        name: "schedule_blog_post",
        idempotent: true,
        keywords: ["publish later plan article tomorrow next week"],
      },
    },
    {
      name: "DeleteBlogPost",
      field: "mutation.deleteBlogPost",
      rest: { method: "DELETE", path: "/blog/posts/{postId}" },
      tool: {
        name: "delete_blog_post",
        destructive: true,
        idempotent: true,
        keywords: ["remove article trash"],
      },
    },
    {
      name: "ListBlogPostRevisions",
      field: "query.blogPostRevisions",
      rest: { method: "GET", path: "/blog/posts/{postId}/revisions" },
      tool: {
        name: "list_blog_post_revisions",
        group: "blog-editing",
        keywords: ["history versions of article who changed diff"],
      },
    },
    {
      name: "RestoreBlogPostRevision",
      field: "mutation.restoreBlogPostRevision",
      rest: { method: "POST", path: "/blog/posts/{postId}/revisions/{revision}/restore" },
      tool: {
        name: "restore_blog_post_revision",
        group: "blog-editing",
        keywords: ["undo go back to earlier version undelete article"],
      },
    },
    {
      name: "CreateBlogCategory",
      field: "mutation.createBlogCategory",
      rest: { method: "POST", path: "/blog/categories", status: 201 },
      tool: { name: "create_blog_category", group: "blog-editing", keywords: ["section topic of articles"] },
    },
    {
      name: "ListBlogCategories",
      field: "query.blogCategories",
      rest: { method: "GET", path: "/blog/categories" },
      tool: {
        name: "list_blog_categories",
        group: "blog-editing",
        keywords: ["sections topics of articles"],
      },
    },
    {
      name: "ListBlogComments",
      field: "query.blogComments",
      rest: { method: "GET", path: "/blog/comments" },
      tool: {
        name: "list_blog_comments",
        group: "blog-editing",
        keywords: ["what do readers say waiting replies moderation queue"],
      },
    },
    {
      name: "ModerateBlogComment",
      field: "mutation.moderateBlogComment",
      rest: { method: "POST", path: "/blog/comments/{commentId}/moderate" },
      tool: {
        name: "moderate_blog_comment",
        group: "blog-editing",
        idempotent: true,
        keywords: ["allow release hide reader reply"],
      },
    },
    {
      name: "SendBlogComment",
      field: "mutation.sendBlogComment",
      rest: { method: "POST", path: "/blog/posts/{postId}/comments", status: 201 },
    },
  ],
};
