-- A byte string of a command, then those of a list that may be absent: a value under each secret of the server.
create function byte_strings(p_args jsonb, p_name text, p_others text)
returns bytea[]
language sql immutable as $$
  select array_prepend((p_args ->> p_name)::bytea,
                       array(select other::bytea from jsonb_array_elements_text(p_args -> p_others) other))
$$;
