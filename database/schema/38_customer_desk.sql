-- The customer desk (D15).

-- The words of a customer's name, each as 'company:word', without case and accents. A tsvector finds words by their beginning. The
-- company is part of each word, because a GIN index cannot begin with a uuid, and so that a search reads no other company's words.
-- The search of api/customer/stored/search.sql states the same expression. Registrations are rare beside searches, so each writes its
-- words at once (fastupdate): a list of pending words would make every search slower.
-- Registrations wait while the index is built: 5 to 27 s for 1,000,000 customers (docs/operating-guide.md, 'Upgrade').
create index customer_words on customer using gin (
  array_to_tsvector(string_to_array(
    company_id::text || ':' || replace(
      regexp_replace(
        lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g')),
        '[^a-z0-9]+', ' ', 'g'),
      ' ', ' ' || company_id::text || ':'),
    ' ')))
  with (fastupdate = off)
  where name is not null;

-- Serves the acts on a customer: an erasure deletes their personal values, and the person's export shows them.
create index audit_entry_customer on audit_entry (company_id, subject, sequence) where action like 'customer.%';

-- Serves the daily purge of views of customers' data (purge_views in api/audit/stored/customer-acts.sql).
create index audit_entry_viewed on audit_entry (company_id, at) where action = 'customer.viewed';
