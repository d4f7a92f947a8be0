-- Takes 0120_blog_pages.sql back. The addresses and titles of blogs are lost.
DROP TABLE blog_handles;
DROP TABLE blogs;
DELETE FROM schema_migrations WHERE file = '0120_blog_pages.sql';
