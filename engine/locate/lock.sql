-- The order of locks. Every transaction takes them in this order. A statement that skips locked rows waits for none and has no
-- place in it (tidy/sql.test.ts):
--   1  idempotency keys (claim_keys in idempotency.sql)
--   2  limited till keys (lock_keys in api/partner/stored/key-use.sql)
--   3  balances by customer (lock_balances below)
--   4  counted prizes, then free codes (lock_prizes and lock_codes in api/prize/stored/stock.sql)
--   5  promotions (lock_promotions in api/promotion/stored/promotion.sql)
-- No call of apply() waits for any of these. It skips a row that another transaction has locked, answers busy, and Node sends
-- the commands again. After them come unique keys of new rows: documents being pre-registered
-- (api/customer/stored/customer.sql) and external ids (write.sql). A transaction may wait for those. If two wait for each other,
-- PostgreSQL ends one (40P01), and Node sends its commands again.
--   6  counts of look-ups (lock_look_ups in api/partner/stored/look-up.sql). A transaction that holds one takes no further lock.
--
-- Outside apply(), registration, changes of the profile and sign-in lock these rows, and lock no row of the engine after them:
--   a customer (api/customer/stored/password.sql, api/customer/change.ts, api/customer/pre-registration.ts), and before it the
--   imported customers of other documents with its contacts (release_contacts in api/customer/stored/imported.sql)
--   an account and a sign-in of the identity provider (api/credential/sign-in.ts, api/session/generate-token.ts)
-- An erasure (api/privacy/erase.ts) waits for the customer's balance (engine/stored/balance.sql) and then for the customer's row
-- (api/customer/stored/erasure.sql). It holds no lock before these two. A transaction that holds one of the two never waits for
-- another balance, so an erasure cannot be part of a deadlock.
-- An insert of personal data locks the customer's row (hold_customer) before it inserts. It takes none of the locks above later,
-- except that a subscription writes a missing session_ref to its sign-in (api/notification/subscription/subscription.sql).
-- A batch of `fiel reseal` waits for the company's row (api/company/stored/company.sql), and holds no lock before it. Then it
-- locks only rows that no other transaction has locked.
-- A sandbox that is emptied (api/company/stored/sandbox.sql) waits for its row of company, its balances and then its customers, like
-- an erasure. A deadlock with a call of the sandbox is possible: it runs again.
-- A write of the console first locks its caller's row of staff (holdCaller in api/staff/person.ts). That lock is shared, so writes of
-- one person do not wait for each other; a change of the person waits. It checks the caller again before it takes further locks.
-- A publication then waits for the company's row (api/company-file/version.ts). Next it waits for a draft
-- (api/programme/stored-draft.ts) or a request (api/programme/stored-request.ts), and last for the end of the audit log. In
-- between it writes the company's prizes, free codes and promotions (steps 4 and 5), for which no call of apply() waits.
-- A part or batch of an import locks the import (api/import/stored-import.ts). A batch then locks its lines
-- (api/import/apply.ts). An erasure waits for both in this order, behind its customer (api/import/stored/import.sql). Then
-- the batch adds customers in the order of their documents. A batch waits for no balance: lines of locked customers stay
-- for the next batch.
-- An adjustment (api/desk/adjust.ts) locks its caller's row. Then it waits for an advisory lock on its key, for the
-- customer's balance, and last for the end of the audit log. A request for an adjustment and its approval or refusal lock the request
-- (api/desk/stored-adjustment-request.ts) after the key and before the balance. No other transaction takes that advisory lock.
-- A block of a customer (api/desk/block.ts) locks its caller's row, the customer's balance, the customer's row
-- (api/customer/stored/block.sql), and the accounts of the identity provider; a correction the same (api/desk/correct.ts,
-- api/customer/correct.ts). A sign-in that opens a session shares the lock of the
-- customer's row. A sign-in of the identity provider may hold an account and wait for that row: then PostgreSQL ends one of the two
-- (40P01), and it runs again.
-- A write at the counter (api/counter/act.ts) locks its caller's row. Then it may add the key of the person and the shop, waits for
-- the customer's balance, and calls apply() in its transaction. Last it waits for the end of the audit log. A refused write ends
-- with the count of look-ups and has no entry.
-- A merge of two accounts and its undoing (api/merge/) lock the caller's row, wait for the advisory lock of the key, and then for
-- both balances in the order of their ids. Then they lock both customers' rows in this order, the sign-ins of the absorbed account,
-- and last the end of the audit log. An act of the desk or the counter on a record or a
-- voucher of an absorbed account locks both balances in the same order (api/customer/lock-balances.ts). An erasure of a customer who has taken accounts in locks all
-- balances in the order of their ids, and then the rows.
-- The daily notices of a company lock its row of notice_run (api/notification/expiry/notices.sql).
-- The console locks the till key (api/partner/partner-key.ts) or the webhook endpoint (api/webhook/endpoint.ts) that it changes.
-- A change of staff locks the person (api/staff/person.ts, api/staff/link.ts), or several persons (api/staff/members.ts).
-- These are the person, the caller and all owners, in the order of their ids. The order prevents a deadlock of two owners
-- who remove each other.
-- An entry of the audit log locks the end of the company's chain (api/audit/stored/audit.sql). It is the last lock of a
-- transaction.

create function lock_balances(p_company_id uuid, p_commands command[])
returns balance_state[]
language plpgsql as $$
declare
  ids uuid[] := array(
        select one.id
          from unnest(p_commands) c
         cross join lateral (values (c.customer_id), (c.absorbed_id), (c.staying_id)) one (id)
         where not c.is_done
           and not c.is_miss
           and one.id is not null);
  -- A till's return or voucher names a row, not a person, so it changes the ledger even after the customer was erased (D16) or
  -- merged into another one.
  of_rows uuid[] := array(
        select one.id
          from unnest(p_commands) c
         cross join lateral (
                 values (case when c.subject_id is not null and c.caller_id is null then c.customer_id end),
                        (c.absorbed_id), (c.staying_id)) one (id)
         where one.id = any (ids));
begin
  if cardinality(ids) = 0 then
    return '{}';
  end if;
  return array(
    select row(
             balance.company_id, balance.customer_id, balance.amount, balance.value, balance.pending_amount,
             balance.pending_value, balance.held_amount, balance.held_value, balance.deficit_amount, balance.deficit_value,
             balance.difference_value, balance.received_amount, balance.spent_value, balance.sequence, balance.last_hash,
             balance.hold_steps, balance.changes_at, balance.moved_at, balance.level_left, balance.level_due_at,
             balance.level_settled_at, balance.level_sequence)::balance_state
      from balance
     where balance.company_id = p_company_id
       and balance.customer_id = any (ids)
       and (not balance.is_erased and balance.merged_into_id is null or balance.customer_id = any (of_rows))
     order by balance.customer_id
       for no key update skip locked);
end
$$;
