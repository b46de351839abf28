-- The lines of the console's list of movements, and the choices of its filters.

-- These records as the history shows them, each with its customer, its till key and the staff member who wrote it.
create function movement_lines(p_company_id uuid, p_ids uuid[])
returns table (
  line history_line, kind text, customer_name text, is_erased boolean, key_name text, staff_id uuid, staff_name text)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select record, movement_kind(record.type_id, record.origin, record.purchase_value), person.name,
           is_erased(p_company_id, record.customer_id), key_name(p_company_id, record.partner_key_id), mover.id,
           staff_name(p_company_id, mover.id)
      from history_records(p_company_id, p_ids) record
     cross join lateral (select mover_of_record(p_company_id, record.id) as id) mover
      left join person_of(p_company_id, record.customer_id) person on true
     order by array_position(p_ids, record.id);
end
$$;

-- The shops, keys and people by which the list can be filtered, as JSON lists.
create function movement_choices(p_company_id uuid, p_max_shops integer, p_max_staff integer)
returns table (shops jsonb, keys jsonb, staff jsonb)
language plpgsql stable as $$
begin
  shops := (
    select coalesce(jsonb_agg(one.shop order by lower(one.shop)), '[]')
      from shops_of_records(p_company_id, p_max_shops) one);
  keys := (
    select coalesce(jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name)), '[]')
      from key_names(p_company_id) one);
  staff := (
    select coalesce(jsonb_agg(jsonb_build_object('id', one.staff_id, 'name', named.name) order by lower(named.name)), '[]')
      from movers(p_company_id, p_max_staff) one
     cross join lateral (select staff_name(p_company_id, one.staff_id) as name) named
     where named.name is not null);
  return next;
end
$$;
