-- The customer desk's search by the beginning of a name (D15), for names that many share. The index customer_words would collect all
-- their customers before it shows a page: 33 ms for 250,000. The search of api/customer/stored/search.sql states the same expression.
-- Registrations wait while the index is built.
create index customer_name on customer (
    company_id,
    lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g')) collate "C",
    id)
  where name is not null;
