-- The search of the customer desk (D15).

-- At most p_limit customers whose names begin with p_word, in the order of their letters. p_word: without case and accents, letters and
-- digits alone. The index customer_name (database/schema/51_customer_name.sql) has this order, so that no more customers are read.
-- Without statistics the planner would believe that they are few, and sort all of them.
create function customers_beginning(p_company_id uuid, p_word text, p_limit integer) returns uuid[]
language plpgsql stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set plan_cache_mode = force_custom_plan
as $$
declare
  following  text := left(p_word, -1) || chr(ascii(right(p_word, 1)) + 1);
begin
  return array(
    select customer.id
      from customer
     where customer.company_id = p_company_id
       and customer.name is not null
       and lower(regexp_replace(normalize(customer.name, NFD), '[\u0300-\u036f]', '', 'g')) collate "C" >= p_word
       and lower(regexp_replace(normalize(customer.name, NFD), '[\u0300-\u036f]', '', 'g')) collate "C" < following
     order by lower(regexp_replace(normalize(customer.name, NFD), '[\u0300-\u036f]', '', 'g')) collate "C", customer.id
     limit p_limit);
end
$$;

-- At most p_limit customers whose names have words that begin with each of p_words.
--
-- The words of the index customer_words (database/schema/38_customer_desk.sql) begin with the company. The words `is true`
-- hide the company from the planner. Without statistics of company_id the planner believes that a company has one customer
-- in 200. It would then read all customers of the company by their primary key. Compiling the plan (jit) would take longer
-- than the search. The index collects all customers with these words, and the limit bounds the rows that are read.
create function customers_with_words(p_company_id uuid, p_words text[], p_limit integer) returns uuid[]
language plpgsql stable
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
set jit = off
as $$
declare
  wanted  tsquery := (
    select string_agg(quote_literal(p_company_id || ':' || word) || ':*', ' & ')::tsquery
      from unnest(p_words) word);
begin
  return array(
    select customer.id
      from customer
     where customer.company_id = p_company_id is true
       and customer.name is not null
       and array_to_tsvector(string_to_array(
             customer.company_id::text || ':' || replace(
               regexp_replace(
                 lower(regexp_replace(normalize(customer.name, NFD), '[\u0300-\u036f]', '', 'g')),
                 '[^a-z0-9]+', ' ', 'g'),
               ' ', ' ' || customer.company_id::text || ':'),
             ' ')) @@ wanted
     limit p_limit);
end
$$;

-- A page of the customers whose names have words that begin with each of p_words, by name. `found`: how many there are, at most
-- p_max + 1. If more than p_max names begin with the only word, the first of them are found, and no names with the word further on.
create function customers_named(p_company_id uuid, p_words text[], p_max integer, p_limit integer, p_offset integer)
returns table (
  id uuid, name text, document text, phone text, email text, is_registered boolean, found bigint)
language plpgsql stable as $$
declare
  ids  uuid[] := '{}';
begin
  if cardinality(p_words) = 1 then
    ids := customers_beginning(p_company_id, p_words[1], p_max + 1);
  end if;
  if cardinality(ids) <= p_max then
    ids := customers_with_words(p_company_id, p_words, p_max + 1);
  end if;
  return query
    select customer.id, customer.name, customer.document, customer.phone, customer.email, customer.login_type <> 'PRE',
           cardinality(ids)::bigint
      from customer
     where customer.company_id = p_company_id
       and customer.id = any (ids)
     order by lower(regexp_replace(normalize(customer.name, NFD), '[\u0300-\u036f]', '', 'g')), customer.id
     limit p_limit
    offset p_offset;
end
$$;

-- A page of the customers with this document, phone or email, as customers_named shows them. There are at most two: eleven digits may
-- be the CPF of one person and the phone of another.
create function customers_reached(
  p_company_id uuid, p_document text, p_phone text, p_email text, p_limit integer, p_offset integer)
returns table (
  id uuid, name text, document text, phone text, email text, is_registered boolean, found bigint)
language plpgsql stable as $$
begin
  return query
    select customer.id, customer.name, customer.document, customer.phone, customer.email, customer.login_type <> 'PRE',
           count(*) over ()
      from customer
     where customer.company_id = p_company_id
       and customer.id in (
             select one.id
               from customers_with(p_company_id, p_document, p_phone, p_email) one)
     order by customer.id
     limit p_limit
    offset p_offset;
end
$$;
