-- A key with a daily limit, its row locked: the points that it may still give today.
create type key_quota as (partner_key_id uuid, left_over bigint);
