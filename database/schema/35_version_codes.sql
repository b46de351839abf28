-- The codes that a version added to prizes. The document of a version has none, so its changes did not name them.
alter table programme_version add column codes jsonb not null default '{}';  -- key of a prize → number of codes
