-- Functions about sessions and mailed links for other folders (D10). Functions in the language SQL are inlined.

-- The customer of a token whose session is still valid. `limit 1` keeps the look-up separate. Without it the planner might join,
-- and read all sessions of the company.
create function session_of(p_company_id uuid, p_token_hash bytea, p_now timestamptz)
returns table (customer_id uuid)
language sql stable as $$
  select session.customer_id
    from session
   where session.company_id = p_company_id
     and session.token_hash = p_token_hash
     and session.expires_at > p_now
   limit 1
$$;

-- The customer of a member code's session (D14), until the session or the provider's sign-in ends.
create function customer_of_session_ref(p_company_id uuid, p_session_ref bytea, p_now timestamptz)
returns table (customer_id uuid)
language sql stable as $$
  select session.customer_id
    from session
   where session.company_id = p_company_id
     and session.session_ref = p_session_ref
     and session.expires_at > p_now
   union all
  select account.customer_id
    from provider_sign_in sign_in
    join account
      on account.company_id = sign_in.company_id
     and account.issuer = sign_in.issuer
     and account.subject = sign_in.subject
   where sign_in.company_id = p_company_id
     and sign_in.session_ref = p_session_ref
     and sign_in.ended_at is null
     and sign_in.signed_in_at > p_now - make_interval(days => session_days())
$$;

-- The ref of a session's member codes; null without a session, and for a session that has no ref yet.
create function stored_session_ref(p_company_id uuid, p_token_hash bytea)
returns bytea
language plpgsql stable as $$
begin
  return (
    select coalesce(session.session_ref, sign_in.session_ref)
      from session
      left join provider_sign_in sign_in
        on sign_in.company_id = session.company_id
       and sign_in.id = session.provider_sign_in_id
     where session.company_id = p_company_id
       and session.token_hash = p_token_hash);
end
$$;

-- As stored_session_ref, but a session or sign-in without a ref gets p_new_ref, once.
create function session_ref_of(p_company_id uuid, p_token_hash bytea, p_new_ref bytea)
returns bytea
language plpgsql as $$
begin
  update session
     set session_ref = p_new_ref
   where session.company_id = p_company_id
     and session.token_hash = p_token_hash
     and session.provider_sign_in_id is null
     and session.session_ref is null;
  update provider_sign_in
     set session_ref = p_new_ref
    from session
   where session.company_id = p_company_id
     and session.token_hash = p_token_hash
     and provider_sign_in.company_id = session.company_id
     and provider_sign_in.id = session.provider_sign_in_id
     and provider_sign_in.session_ref is null;
  return stored_session_ref(p_company_id, p_token_hash);
end
$$;

-- The customer of a mailed link, whether or not the link is still valid.
create function mailed_link(p_company_id uuid, p_token_hash bytea, p_purpose text)
returns table (customer_id uuid, email text)
language sql stable as $$
  select mailed_token.customer_id, mailed_token.email
    from mailed_token
   where mailed_token.company_id = p_company_id
     and mailed_token.token_hash = p_token_hash
     and mailed_token.purpose = p_purpose
$$;

-- Moves all sign-ins of a person to another customer record. Accounts come first: a sign-in that is being admitted holds its
-- account's row lock, so this function waits for it and then sees its session.
create function move_sign_ins(p_company_id uuid, p_customer_id uuid, p_to uuid)
returns void
language plpgsql as $$
begin
  update account
     set customer_id = p_to
   where account.company_id = p_company_id
     and account.customer_id = p_customer_id;
  update session
     set customer_id = p_to
   where session.company_id = p_company_id
     and session.customer_id = p_customer_id;
  update mailed_token
     set customer_id = p_to
   where mailed_token.company_id = p_company_id
     and mailed_token.customer_id = p_customer_id;
end
$$;

-- When the person of a session last proved who they are: the sign-in at the provider, or the opening of our own session.
create function signed_in_at(p_company_id uuid, p_token_hash bytea, p_now timestamptz)
returns timestamptz
language plpgsql stable as $$
begin
  return (
    select coalesce(sign_in.signed_in_at, session.created_at)
      from session
      left join provider_sign_in sign_in
        on sign_in.company_id = session.company_id and sign_in.id = session.provider_sign_in_id
     where session.company_id = p_company_id
       and session.token_hash = p_token_hash
       and session.expires_at > p_now);
end
$$;

-- The open sessions of a customer.
create function open_sessions(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns bigint
language plpgsql stable as $$
begin
  return (
    select count(*)
      from session
     where session.company_id = p_company_id
       and session.customer_id = p_customer_id
       and session.expires_at > p_now);
end
$$;

-- Ends every sign-in of an erased customer (D16). Accounts first, as in move_sign_ins.
create function drop_sign_ins(p_company_id uuid, p_customer_id uuid, p_now timestamptz)
returns void
language plpgsql as $$
begin
  update account
     set valid_from = p_now
   where account.company_id = p_company_id
     and account.customer_id = p_customer_id;
  delete from mailed_token
   where mailed_token.company_id = p_company_id
     and mailed_token.customer_id = p_customer_id;
  delete from session
   where session.company_id = p_company_id
     and session.customer_id = p_customer_id;
  delete from provider_sign_in
   using account
   where account.company_id = p_company_id
     and account.customer_id = p_customer_id
     and provider_sign_in.company_id = account.company_id
     and provider_sign_in.issuer = account.issuer
     and provider_sign_in.subject = account.subject;
  delete from account
   where account.company_id = p_company_id
     and account.customer_id = p_customer_id;
end
$$;
