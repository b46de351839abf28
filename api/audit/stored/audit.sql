-- The chain of the audit log (D15).

-- SHA-256 over the hash of the company's previous entry and all columns of this one. The text of a row quotes its fields, so two
-- different entries have different texts. An instant is in seconds, because its text would depend on the session's time zone.
create function audit_hash(
  p_previous      bytea,
  p_company_id    uuid,
  p_sequence      bigint,
  p_at            timestamptz,
  p_actor_kind    text,
  p_staff_id      uuid,
  p_action        text,
  p_subject       text,
  p_detail        jsonb,
  p_personal_hash bytea
)
returns bytea
language sql stable as $$
  select sha256(p_previous || convert_to(row(
           p_company_id, p_sequence, extract(epoch from p_at), p_actor_kind, p_staff_id, p_action, p_subject, p_detail::text,
           encode(p_personal_hash, 'hex'))::text, 'UTF8'))
$$;

-- The salt has 16 bytes, so its end is known. It keeps a reader of the chain from guessing short values by their hash.
create function personal_hash(p_salt bytea, p_content jsonb)
returns bytea
language sql stable as $$
  select sha256(p_salt || convert_to(p_content::text, 'UTF8'))
$$;

-- The hash before the first entry.
create function no_audit_hash()
returns bytea
language sql immutable as $$
  select decode(repeat('00', 32), 'hex')
$$;

-- Appends an entry to the company's chain, and its personal values beside it. Returns its number in the chain. The lock of the
-- head lasts until the transaction commits, so entries become visible in their order and without gaps.
create function append_audit(
  p_company_id uuid,
  p_at         timestamptz,
  p_actor_kind text,
  p_staff_id   uuid,
  p_action     text,
  p_subject    text,
  p_detail     jsonb,
  p_salt       bytea,
  p_personal   jsonb
)
returns bigint
language plpgsql as $$
declare
  previous    bytea;
  number      bigint;
  of_personal bytea := personal_hash(p_salt, p_personal);
  own         bytea;
begin
  select audit_head.sequence + 1, audit_head.hash
    into number, previous
    from audit_head
   where audit_head.company_id = p_company_id
     for no key update;
  if not found then
    -- The company's first entry. A concurrent first entry makes this insert wait and then do nothing, and its head is read.
    insert into audit_head (company_id, sequence, hash)
    values (p_company_id, 0, no_audit_hash())
    on conflict (company_id) do nothing;
    select audit_head.sequence + 1, audit_head.hash
      into number, previous
      from audit_head
     where audit_head.company_id = p_company_id
       for no key update;
  end if;
  own := audit_hash(
    previous, p_company_id, number, p_at, p_actor_kind, p_staff_id, p_action, p_subject, p_detail, of_personal);
  insert into audit_entry (
    company_id, sequence, at, actor_kind, staff_id, action, subject, detail, personal_hash, previous_hash, hash)
  values (p_company_id, number, p_at, p_actor_kind, p_staff_id, p_action, p_subject, p_detail, of_personal, previous, own);
  insert into audit_personal (company_id, sequence, salt, content)
  values (p_company_id, number, p_salt, p_personal);
  update audit_head
     set sequence = number,
         hash = own
   where audit_head.company_id = p_company_id;
  return number;
end
$$;

-- The faults of the entries p_from … p_to, one an entry. 'gap': an entry before it is missing. 'order': it does not continue the
-- entry before it. 'content': a column was changed. 'personal': its personal values were changed. Deleted personal values are no
-- fault: an erasure deletes them.
create function audit_faults(p_company_id uuid, p_from bigint, p_to bigint)
returns table (sequence bigint, fault text)
language plpgsql stable as $$
begin
  return query
    select checked.sequence, checked.fault
      from (select entry.sequence,
                   case
                     when entry.sequence <> 1 + coalesce(lag(entry.sequence) over one_by_one, 0) then 'gap'
                     when entry.previous_hash <> coalesce(lag(entry.hash) over one_by_one, no_audit_hash()) then 'order'
                     when entry.hash <> audit_hash(
                            entry.previous_hash, entry.company_id, entry.sequence, entry.at, entry.actor_kind, entry.staff_id,
                            entry.action, entry.subject, entry.detail, entry.personal_hash) then 'content'
                     when entry.personal_hash <> personal_hash(personal.salt, personal.content) then 'personal'
                   end as fault
              from audit_entry entry
              left join audit_personal personal
                on personal.company_id = entry.company_id
               and personal.sequence = entry.sequence
             where entry.company_id = p_company_id
               and entry.sequence between p_from - 1 and p_to
            window one_by_one as (order by entry.sequence)) checked
     where checked.sequence >= p_from
       and checked.fault is not null
     order by checked.sequence;
end
$$;

-- The number of the last entry, that of the head, and whether the head has the last entry's hash. One statement, so that both are
-- of one instant.
create function audit_end(p_company_id uuid)
returns table (last_sequence bigint, head_sequence bigint, agrees boolean)
language plpgsql stable as $$
begin
  return query
    select coalesce(last.sequence, 0), coalesce(head.sequence, 0),
           coalesce(last.hash, no_audit_hash()) = coalesce(head.hash, no_audit_hash())
      from (select p_company_id as company_id) company
      left join audit_head head
        on head.company_id = p_company_id
      left join lateral (
           select audit_entry.sequence, audit_entry.hash
             from audit_entry
            where audit_entry.company_id = p_company_id
            order by audit_entry.sequence desc
            limit 1
           ) last on true;
end
$$;

-- The first sentences of the changes in an entry of the company document, as a search reads them: the same form as column
-- audit_personal.words. They name no person, so they stand in the chain, and an erasure leaves them. The bound keeps a search fast: a
-- document may change in thousands of places.
create function changed_words(p_detail jsonb)
returns text
language plpgsql immutable as $$
declare
  sentences text := left((p_detail #> '{after,changes}')::text, 20000);
begin
  return coalesce(' ' || lower(regexp_replace(normalize(sentences, NFD), '[\u0300-\u036f]', '', 'g')), '');
end
$$;

-- A page of the log, newest first: the entries before p_before that match all filters. A filter that is null is not set. The page
-- begins with the newest entry if p_before is null. The searched words must match all p_patterns, which are patterns of LIKE. The person's filter finds
-- also refused sign-ins with the person's email, whose actor is unknown. p_from
-- and p_to are days of the company's calendar, both included.
--
-- The query reads the primary key backwards, entry by entry, until the page is full. A search that finds little reads all
-- entries of the company. It needs no index: 100,000 entries take 0.1 s on a busy machine of 2 cores
-- (api/audit/index-access.test.ts).
create function audit_page(
  p_company_id uuid,
  p_before     bigint,
  p_limit      bigint,
  p_patterns   text[],
  p_action     text,
  p_staff_id   uuid,
  p_from       date,
  p_to         date
)
returns table (
  sequence bigint, at timestamptz, actor_kind text, staff_id uuid, action text, subject text, detail jsonb, personal jsonb)
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_sort = off
set plan_cache_mode = force_custom_plan
as $$
declare
  zone        text := time_zone_of(p_company_id);
  from_at     timestamptz := coalesce(p_from::timestamp at time zone zone, '-infinity');
  until_at    timestamptz := coalesce((p_to + 1)::timestamp at time zone zone, 'infinity');
begin
  return query
    select entry.sequence, entry.at, entry.actor_kind, entry.staff_id, entry.action, entry.subject, entry.detail,
           beside.content
      from audit_entry entry
      left join audit_personal beside
        on beside.company_id = entry.company_id
       and beside.sequence = entry.sequence
     where entry.company_id = p_company_id
       and entry.sequence < coalesce(p_before, 9223372036854775807)
       and (p_action is null or entry.action = p_action)
       and (p_staff_id is null
         or entry.staff_id = p_staff_id
         or entry.action = 'staff.sign_in_refused' and entry.subject = p_staff_id::text)
       and entry.at >= from_at
       and entry.at < until_at
       and (p_patterns is null
         or coalesce(beside.words, '') || case
              when entry.action like 'programme.%' then changed_words(entry.detail)
              else ''
            end like all (p_patterns))
     order by entry.sequence desc
     limit p_limit;
end
$$;
