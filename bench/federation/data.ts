/**
 * Data of the three benchmark subgraphs, and the functions that look it up. Every contender uses these
 * functions: the hand-written routes call them, and the subgraphs' resolvers do nothing else.
 */
export interface Product {
  id: string;
  name: string;
  priceCents: number;
}

export interface ReviewSummary {
  id: string;
  rating: number;
  reviewCount: number;
  topReview: Review;
}

export interface Review {
  id: string;
  body: string;
  authorId: string;
}

export interface User {
  id: string;
  name: string;
  city: string;
}

/** Rows of each kind. */
export const size = 1_000;
const cities = ["Lisbon", "Oslo", "Graz", "Ghent", "Turin", "Riga", "Cork"];

const numbers = Array.from({ length: size }, (_, number) => number);

const products: Product[] = numbers.map((number) => ({
  id: `p${number}`,
  name: `Product number ${number}`,
  priceCents: 500 + ((number * 7_919) % 90_000),
}));

const summaries: ReviewSummary[] = numbers.map((number) => ({
  id: `p${number}`,
  rating: 1 + ((number * 31) % 41) / 10,
  reviewCount: (number * 17) % 240,
  topReview: {
    id: `r${number}`,
    body: `What I think of product ${number} after a year of using it every day.`,
    authorId: `u${(number * 13) % size}`,
  },
}));

const users: User[] = numbers.map((number) => ({
  id: `u${number}`,
  name: `Reader ${number}`,
  city: cities[number % cities.length]!,
}));

const productsById = new Map(products.map((product) => [product.id, product]));
const summariesById = new Map(summaries.map((summary) => [summary.id, summary]));
const usersById = new Map(users.map((user) => [user.id, user]));

/** The product of this id, or null. */
export function findProduct(id: string): Product | null {
  return productsById.get(id) ?? null;
}

/** That many products of the catalogue, after the first `skip` ones. */
export function listProducts(first: number, skip: number): Product[] {
  return products.slice(skip, skip + first);
}

/** The review summary of the product with this id, or null. */
export function findReviewSummary(productId: string): ReviewSummary | null {
  return summariesById.get(productId) ?? null;
}

/** The user of this id, or null. */
export function findUser(id: string): User | null {
  return usersById.get(id) ?? null;
}
