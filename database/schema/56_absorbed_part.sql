-- Serves the line of an earning in the history: the part of it that paid a deficit (engine/history.sql). Most earnings have none, and
-- allocation_pkey is as large as all uses of points.
create index allocation_absorbed on allocation (company_id, record_id) where absorbs_deficit;
