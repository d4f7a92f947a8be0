-- Takes 0119_blog.sql back. All posts, their revisions and categories are lost.
DROP TABLE blog_post_slugs;
DROP TABLE blog_post_revisions;
DROP TABLE blog_posts;
DROP TABLE blog_categories;
DELETE FROM schema_migrations WHERE file = '0119_blog.sql';
