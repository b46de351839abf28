-- The customer's notifications (D11), as type and figures. contract/notification.ts lists the types and the `data` of each;
-- the screen makes the sentence.

-- Writes notices in the caller's transaction, so that they exist only if it commits. An erased customer gets none (D16).
create function add_notices(p_company_id uuid, p_notices notice[])
returns void
language plpgsql as $$
begin
  if cardinality(p_notices) > 0 then
    insert into notification (company_id, customer_id, type, data, created_at, read_at)
    select p_company_id, notice.customer_id, notice.type, notice.data, notice.created_at,
           -- The customer has just redeemed the prize, so the bell does not count the notice as unread. List and mail show it.
           case when notice.type = 'voucher_issued' then notice.created_at end
      from unnest(p_notices) notice
     where not is_erased(p_company_id, notice.customer_id);
  end if;
end
$$;

-- The number of unread notices, counted up to p_limit.
create function count_unread(p_company_id uuid, p_customer_id uuid, p_limit bigint)
returns bigint
language plpgsql stable as $$
begin
  return (
    select count(*)
      from (select
              from notification
             where notification.company_id = p_company_id
               and notification.customer_id = p_customer_id
               and notification.read_at is null
             limit p_limit) unread);
end
$$;

create function move_notifications(p_company_id uuid, p_customer_id uuid, p_to uuid)
returns void
language plpgsql as $$
begin
  update notification
     set customer_id = p_to
   where notification.company_id = p_company_id
     and notification.customer_id = p_customer_id;
  update notice_preference
     set customer_id = p_to
   where notice_preference.company_id = p_company_id
     and notice_preference.customer_id = p_customer_id;
  update push_subscription
     set customer_id = p_to
   where push_subscription.company_id = p_company_id
     and push_subscription.customer_id = p_customer_id;
end
$$;

-- Deletes an erased customer's notices, choices of notices and subscribed devices (D16).
create function drop_notifications(p_company_id uuid, p_customer_id uuid)
returns void
language plpgsql as $$
begin
  delete from notification
   where notification.company_id = p_company_id
     and notification.customer_id = p_customer_id;
  delete from notice_preference
   where notice_preference.company_id = p_company_id
     and notice_preference.customer_id = p_customer_id;
  delete from notice_message
   where notice_message.company_id = p_company_id
     and notice_message.customer_id = p_customer_id;
  delete from push_subscription
   where push_subscription.company_id = p_company_id
     and push_subscription.customer_id = p_customer_id;
end
$$;
