"""A subgraph written in Python with graphql-core 2 or 3 (Debian: python3-graphql-core): flood risk of properties.

Run: PORT=4102 python3 docs/examples/subgraphs/flood_risk.py
"""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import graphql
from graphql import (
    GraphQLArgument,
    GraphQLField,
    GraphQLID,
    GraphQLInt,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLScalarType,
    GraphQLSchema,
    GraphQLString,
    GraphQLUnionType,
)

SDL = """
extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])

type Query {
  "Lists all flood zones."
  floodZones: [FloodZone!]!
}

type FloodZone {
  code: String!
  "Expected floods per century."
  floodsPerCentury: Int!
}

type Property @key(fields: "id") {
  id: ID!
  floodZone: FloodZone
}
"""

ZONES = {"X": {"code": "X", "floodsPerCentury": 0}, "AE": {"code": "AE", "floodsPerCentury": 1}}


def field(type_, resolve=None, args=None):
    """graphql-core 2 calls the function `resolver`, 3 calls it `resolve`."""
    name = "resolver" if graphql.__version__.startswith("2.") else "resolve"
    return GraphQLField(type_, args=args, **({name: resolve} if resolve else {}))


def zone_of(building, _info):
    return ZONES["AE" if building["id"].endswith("2") else "X"]


zone = GraphQLObjectType(
    "FloodZone",
    {"code": field(GraphQLNonNull(GraphQLString)), "floodsPerCentury": field(GraphQLNonNull(GraphQLInt))},
)
building_type = GraphQLObjectType(
    "Property", {"id": field(GraphQLNonNull(GraphQLID)), "floodZone": field(zone, zone_of)}
)
service = GraphQLObjectType("_Service", {"sdl": field(GraphQLString)})
any_type = GraphQLScalarType(
    "_Any",
    serialize=lambda value: value,
    parse_value=lambda value: value,
    parse_literal=lambda *_: None,  # Routers send representations as variables.
)
entity = GraphQLUnionType("_Entity", [building_type], resolve_type=lambda *_: "Property")


def entities(_root, _info, representations):
    return [{"id": str(one["id"])} for one in representations if one.get("__typename") == "Property"]


query = GraphQLObjectType(
    "Query",
    {
        "floodZones": field(GraphQLNonNull(GraphQLList(GraphQLNonNull(zone))), lambda *_: list(ZONES.values())),
        "_service": field(GraphQLNonNull(service), lambda *_: {"sdl": SDL}),
        "_entities": field(
            GraphQLNonNull(GraphQLList(entity)),
            entities,
            {"representations": GraphQLArgument(GraphQLNonNull(GraphQLList(GraphQLNonNull(any_type))))},
        ),
    },
)
schema = GraphQLSchema(query=query)


def run(body):
    text, variables = body["query"], body.get("variables") or {}
    if graphql.__version__.startswith("2."):
        result = graphql.graphql(schema, text, variables=variables)
    else:
        result = graphql.graphql_sync(schema, text, variable_values=variables)
    errors = [{"message": str(error)} for error in result.errors or []]
    return {"data": result.data, **({"errors": errors} if errors else {})}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        answer = json.dumps(run(body)).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4102"))), Handler)
print("flood-risk: http://127.0.0.1:%d/graphql" % server.server_port, flush=True)
server.serve_forever()
