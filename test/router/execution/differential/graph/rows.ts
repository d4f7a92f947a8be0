/** One record of the toy data. References are ids; embedded values are rows of their own. */
export interface Row {
  __typename: string;
  /** Also on types that do not show it, so that a fault can name the row. */
  id: string;
  [column: string]: unknown;
}

const part = (id: string, weight: number | null, density: number | null): Row => ({
  __typename: "Part",
  id,
  weight,
  count: id.charCodeAt(1) % 5,
  material: { __typename: "Material", id: `m-${id}`, name: `material of ${id}`, density },
});

const dimensions = (id: string, width: number, height: number | null): Row => ({
  __typename: "Dimensions",
  id,
  width,
  height,
});

const parts = [part("x1", 3, 7), part("x2", null, 2), part("x3", 11, null)];

const product = (id: string, index: number): Row => ({
  __typename: id.startsWith("b") ? "Book" : "Tool",
  id,
  name: `product ${id}`,
  category: id.startsWith("b") ? "BOOK" : index % 2 ? "TOOL" : "TOY",
  relatedIds: [`b${(index % 3) + 1}`, `t${(index % 2) + 1}`, "b1"],
  dimensions: index % 3 === 0 ? null : dimensions(`d-${id}`, index * 2, index % 2 ? index : null),
  makerId: index % 4 === 0 ? null : `o${(index % 2) + 1}`,
  edition: index,
  grade: index % 2 ? "TOY" : "BOOK",
});

const book = (id: string, index: number): Row => ({
  ...product(id, index),
  isbn: `isbn-${id}`,
  weight: index === 2 ? null : index * 10,
  pages: index === 3 ? null : index * 100,
  tag: index === 1 ? null : `tag ${id}`,
  authorIds: [`p${index}`, `p${(index % 4) + 1}`],
});

const tool = (id: string, index: number): Row => ({
  ...product(id, index),
  weight: index * 1000,
  voltage: index % 2 ? 230 : null,
  tag: `tag ${id}`,
  attributes: index % 2 ? { color: "red", sizes: [1, [2, null]], __typename: "data" } : ["a", { b: 1 }],
  wiring: [[1, index], [], [3]],
});

const person = (id: string, index: number): Row => ({
  __typename: "Person",
  id,
  email: `${id}@toy.test`,
  name: `person ${id}`,
  role: ["ADMIN", "EDITOR", "GUEST"][index % 3],
  managerId: index === 1 ? null : `p${index - 1}`,
  organizationId: `o${(index % 2) + 1}`,
  bio: index % 2 ? `bio of ${id}` : null,
  favouriteIds: [`t${(index % 2) + 1}`, `b${(index % 3) + 1}`],
});

const review = (id: string, index: number): Row => ({
  __typename: "Review",
  id,
  body: index % 3 ? `body of ${id}` : null,
  rating: (index % 5) + 1,
  authorId: `p${(index % 4) + 1}`,
  productId: ["b1", "t1", "b2", "b3", "t2"][index % 5],
  subjectRef: [["Person", "p2"], ["Organization", "o1"], ["Review", "r1"], ["Membership", "m2"], null][
    index % 5
  ],
  replyIds: index > 3 ? [[`r${index - 1}`, null], null, [`r${index - 2}`]] : null,
});

/** The whole data set, new for each call. */
export function buildRows(): Row[] {
  return [
    ...["b1", "b2", "b3"].map((id, index) => book(id, index + 1)),
    ...["t1", "t2"].map((id, index) => tool(id, index + 1)),
    ...["p1", "p2", "p3", "p4"].map((id, index) => person(id, index + 1)),
    ...["r1", "r2", "r3", "r4", "r5", "r6"].map((id, index) => review(id, index + 1)),
    ...["o1", "o2"].map((id, index) => ({
      __typename: "Organization",
      id,
      name: `organization ${id}`,
      headcount: index ? null : 12,
      secret: index ? null : `secret of ${id}`,
      parentId: index ? "o1" : null,
      awards: ["first", null],
    })),
    ...["m1", "m2", "m3"].map((id, index) => ({
      __typename: "Membership",
      id,
      organizationId: `o${(index % 2) + 1}`,
      personId: `p${index + 1}`,
      since: index ? 2000 + index : null,
      rank: index,
    })),
    ...["k1", "k2"].map((id, index) => ({
      __typename: "Bundle",
      id,
      name: index ? null : `bundle ${id}`,
      parts: parts.slice(index),
      matrix: index ? null : [[parts[0], null], null, [parts[2]]],
      mainId: index ? null : "t1",
      contentRefs: index
        ? [["Tool", "t2"], parts[1]]
        : [["Book", "b1"], parts[0], ["Tool", "t1"], ["Book", "b3"]],
    })),
    ...["c1", "c2", "c3"].map((id, index) => ({
      __typename: "Parcel",
      id,
      contentRefs: [
        ["Book", `b${index + 1}`],
        ["Bundle", `k${(index % 2) + 1}`],
        ["Tool", "t1"],
      ],
      recipientId: index === 1 ? null : `p${index + 1}`,
    })),
    ...["w1", "w2"].map((id, index) => ({
      __typename: "Warehouse",
      id,
      name: index ? null : `warehouse ${id}`,
      keeperId: index ? "p3" : null,
      ownerId: `o${index + 1}`,
      shelfIds: index ? [["b1"], [], ["b2", "b1"]] : null,
    })),
  ];
}
