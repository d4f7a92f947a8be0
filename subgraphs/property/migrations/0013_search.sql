-- What a search matches, filters and orders by: one narrow row for each published property, so that neither the records
-- nor their provenance are read to find one. Written where properties are; see search/index-properties.rows.ts.
CREATE TABLE property_search (
  id text COLLATE "C" PRIMARY KEY REFERENCES properties (id),
  -- Words of any field as they are; those of name and street once more with a caret in front, and neighbouring words of
  -- these written as one with a plus.
  words tsvector NOT NULL,
  -- The words by field, as ranking reads them.
  content text NOT NULL,
  -- Words of the shorter of name and street: of very many matches the shortest are the likeliest.
  shortest_field smallint NOT NULL,
  type text NOT NULL,
  subtype text,
  city text NOT NULL,
  neighborhood text,
  region text,
  latitude float8,
  longitude float8,
  year_built integer,
  floor_area float8,
  overall float8 NOT NULL,
  confidence float8 NOT NULL,
  completeness float8 NOT NULL,
  sort_name text COLLATE "C"
);
-- Rows that an import writes are gathered and put into this index at once, at its end, and so are those of the normalised
-- lines: see settle_search().
CREATE INDEX property_search_words ON property_search USING gin (words) WITH (gin_pending_list_limit = 65536);
CREATE INDEX property_search_shortest ON property_search (shortest_field, id);
CREATE INDEX property_search_best ON property_search (overall DESC, id);
CREATE INDEX property_search_city ON property_search (city, type, overall DESC, id);
CREATE INDEX property_search_neighborhood ON property_search (neighborhood, type, overall DESC, id);
CREATE INDEX property_search_region ON property_search (region, type, overall DESC, id);
CREATE INDEX property_search_type ON property_search (type, overall DESC, id);
CREATE INDEX property_search_subtype ON property_search (subtype, overall DESC, id);
CREATE INDEX property_search_name ON property_search (sort_name, id);
CREATE INDEX property_search_area ON property_search (floor_area, id);
CREATE INDEX property_search_year ON property_search (year_built, id);
CREATE INDEX property_search_place ON property_search (latitude, longitude);

ALTER INDEX properties_search_norm SET (fastupdate = on, gin_pending_list_limit = 65536);

-- How many properties have a word, exactly: for what a word tells, and for what a misspelt one may mean.
CREATE TABLE search_words (
  word text COLLATE "C" PRIMARY KEY,
  documents integer NOT NULL
);

-- The revision of the rules that made all search rows; 0 until those of properties from before this table are made.
ALTER TABLE data_version ADD COLUMN search_revision integer NOT NULL DEFAULT 0;
UPDATE data_version SET search_revision = 1 WHERE NOT EXISTS (SELECT FROM properties);

-- Great-circle distance in kilometres on a sphere of 6371.0088 km (haversine), as properties/coordinates.ts has it.
CREATE FUNCTION distance_km(latitude_1 float8, longitude_1 float8, latitude_2 float8, longitude_2 float8)
  RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN 2 * 6371.0088 * asin(least(1, sqrt(
    sin(radians(latitude_2 - latitude_1) / 2) ^ 2
    + cos(radians(latitude_1)) * cos(radians(latitude_2)) * sin(radians(longitude_2 - longitude_1) / 2) ^ 2)));

-- Puts gathered rows into the indexes, and after a change of a tenth of them counts anew what the planner knows of them. The
-- application does not own the table.
CREATE FUNCTION settle_search(changed integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM gin_clean_pending_list('property_search_words'), gin_clean_pending_list('properties_search_norm');
  IF changed * 10 > (SELECT reltuples FROM pg_class WHERE oid = 'property_search'::regclass) THEN
    ANALYZE property_search;
  END IF;
END $$;
