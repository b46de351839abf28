-- Every customer can be reached by email or phone (R5.1). Exempt are a record that waits for its person, an erased one,
-- and a customer whom the profile screen asks for a contact (R4.2).
alter table customer
  -- Came through a provider that told no contact, or only wrote down a phone that its owner has proven since. Ends with the
  -- first contact, for good: no change of a profile sets it.
  add column lacks_contact boolean not null default false,
  add column erased_at     timestamptz;  -- the personal fields are gone (D16)

update customer
   set lacks_contact = true
 where email is null
   and phone is null
   and login_type <> 'PRE';

alter table customer
  add constraint customer_contact_check
    check (email is not null or phone is not null or lacks_contact or login_type = 'PRE' or erased_at is not null);
