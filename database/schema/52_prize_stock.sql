-- Since when prize.issued counts (D8): a cancelled voucher that was issued before takes nothing off the count. Null: no stock, or a stock
-- from before this column was added. Of those each cancelled voucher takes 1 off.
alter table prize add column stock_since timestamptz;
