-- An account is never merged into itself (D15): nobody could sign in to it any more. A call that named one account by two spellings of its
-- id, with and without capitals, could do so if the account had no points. Such an account stands by itself again.
update customer_level
   set due_at = now()
  from balance
 where balance.company_id = customer_level.company_id
   and balance.customer_id = customer_level.customer_id
   and balance.merged_into_id = balance.customer_id;
update customer_merge
   set undone_at = now()
 where staying_id = absorbed_id
   and undone_at is null;
update balance
   set merged_into_id = null
 where merged_into_id = customer_id;
alter table balance add constraint balance_not_merged_into_itself check (merged_into_id <> customer_id);
