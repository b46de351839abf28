-- The drawing of a level, by its name in contract/level.ts. Levels that were applied before have the medal that all had.
alter table level add column icon text not null default 'medal' check (icon <> '');
