-- The chain of the audit log (D15).

-- SHA-256 over the hash of the company's previous entry and all columns of this one. An instant is in seconds, because its text
-- would depend on the session's time zone.
create function audit_hash(p_previous bytea, entry audit_entry)
returns bytea
language sql stable as $$
  select sha256(p_previous || convert_to(row(
           entry.company_id, entry.sequence, extract(epoch from entry.at), entry.actor_kind, entry.staff_id, entry.action,
           entry.subject, entry.detail::text, encode(entry.personal_hash, 'hex'))::text, 'UTF8'))
$$;

create function personal_hash(p_salt bytea, p_content jsonb)
returns bytea
language sql immutable as $$
  select sha256(p_salt || convert_to(p_content::text, 'UTF8'))
$$;

-- Appends an entry to the company's chain, and its personal values beside it. Returns its place in the chain.
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
  head_sequence bigint;
  head_hash     bytea;
  entry         audit_entry;
begin
  insert into audit_head (company_id, sequence, hash)
  values (p_company_id, 0, decode(repeat('00', 32), 'hex'))
  on conflict (company_id) do nothing;
  select sequence, hash
    into head_sequence, head_hash
    from audit_head
   where company_id = p_company_id
     for update;
  entry.company_id := p_company_id;
  entry.sequence := head_sequence + 1;
  entry.at := p_at;
  entry.actor_kind := p_actor_kind;
  entry.staff_id := p_staff_id;
  entry.action := p_action;
  entry.subject := p_subject;
  entry.detail := p_detail;
  entry.personal_hash := personal_hash(p_salt, p_personal);
  entry.previous_hash := head_hash;
  entry.hash := audit_hash(head_hash, entry);
  insert into audit_entry (company_id, sequence, at, actor_kind, staff_id, action, subject, detail, personal_hash, previous_hash, hash)
  values (entry.company_id, entry.sequence, entry.at, entry.actor_kind, entry.staff_id, entry.action, entry.subject, entry.detail,
          entry.personal_hash, entry.previous_hash, entry.hash);
  insert into audit_personal (company_id, sequence, salt, content)
  values (p_company_id, entry.sequence, p_salt, p_personal);
  update audit_head
     set sequence = entry.sequence,
         hash = entry.hash
   where company_id = p_company_id;
  return entry.sequence;
end
$$;
