-- The failures that still count at p_now. One failure is forgotten every p_forgets_every_s seconds. Clocks of
-- nodes differ: if p_now is before p_last_at, no failure is forgiven and none added.
create function remembered(
  p_failures numeric, p_last_at timestamptz, p_now timestamptz, p_forgets_every_s numeric)
returns numeric
language sql immutable as $$
  select greatest(0, p_failures - greatest(0, extract(epoch from p_now - p_last_at)) / p_forgets_every_s)
$$;

-- `timestamptz + interval` is only stable, because a day depends on the time zone. Seconds do not, so this is immutable. Citus accepts
-- only immutable functions in an upsert.
create function seconds_after(p_instant timestamptz, p_seconds double precision)
returns timestamptz
language sql immutable as $$
  select p_instant + make_interval(secs => p_seconds)
$$;
