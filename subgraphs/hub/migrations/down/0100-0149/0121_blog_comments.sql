-- Takes 0121_blog_comments.sql back. All comments are lost.
DROP TABLE blog_comments;
DELETE FROM schema_migrations WHERE file = '0121_blog_comments.sql';
