-- A merge moved the document here from a pre-registered account (D15, docs/decisions/069-moved-document.md). An undoing gives it back.
-- Ends when the customer or the desk replaces the document.
alter table customer add column has_moved_document boolean not null default false;
