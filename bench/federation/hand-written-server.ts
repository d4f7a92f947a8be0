/**
 * The named baseline: the three answers as one would write them by hand, one Fastify route each. They look the rows up
 * with the functions that the subgraphs' resolvers call. They have no response schemas: the serializers that Fastify
 * compiles from them were measured here and are slower than JSON.stringify on the lists.
 */
import fastify from "fastify";
import { findProduct, findReviewSummary, findUser, listProducts } from "./data.ts";
import { reportToParent } from "../child.ts";

const [port] = process.argv.slice(2) as [string];
const server = fastify({ keepAliveTimeout: 60_000 });

interface ById {
  Body: { variables: { id: string } };
}
interface ByPage {
  Body: { variables: { first: number; skip: number } };
}

server.post<ById>("/oneField", (request, reply) => {
  const product = findProduct(request.body.variables.id);
  return reply.send({ data: { product: product && { name: product.name } } });
});

server.post<ByPage>("/join", (request, reply) => {
  const { first, skip } = request.body.variables;
  const products = listProducts(first, skip).map(({ id, name, priceCents }) => {
    const summary = findReviewSummary(id);
    return { id, name, priceCents, rating: summary?.rating, reviewCount: summary?.reviewCount };
  });
  return reply.send({ data: { products } });
});

server.post<ByPage>("/threeSubgraphs", (request, reply) => {
  const { first, skip } = request.body.variables;
  const products = listProducts(first, skip).map(({ id, name }) => {
    const review = findReviewSummary(id)?.topReview;
    if (!review) return { id, name, topReview: null };
    const author = findUser(review.authorId);
    return {
      id,
      name,
      topReview: { body: review.body, author: author && { name: author.name, city: author.city } },
    };
  });
  return reply.send({ data: { products } });
});

await server.listen({ host: "127.0.0.1", port: Number(port) });
reportToParent();
