-- Throws for bytes that are sealed with a secret which `fiel reseal` has closed: no process could open them.
create function refuse_closed_secret(p_sealed bytea[])
returns void
language plpgsql stable as $$
begin
  if exists (
       select
         from server_secret
        where closed_at is not null
          and number in (select get_byte(sealed, 0) from unnest(p_sealed) sealed)) then
    raise exception 'this node seals with a secret that was replaced: restart it with the newer one first in FIEL_SECRET';
  end if;
end
$$;
