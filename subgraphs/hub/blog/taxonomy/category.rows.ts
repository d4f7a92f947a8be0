/** A row of `blog_categories`. */
export interface CategoryRow {
  id: string;
  ownerId: string;
  name: string;
  slug: string;
  createdAt: string;
}
