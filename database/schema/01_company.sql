-- The company (tenant). Every other table's keys begin with company_id.

create table company (
  company_id           uuid        primary key,
  slug                 text        not null unique check (slug <> ''),  -- the name that commands use; unique over all companies
  file                 jsonb       not null,                 -- company.yaml as contract/company-file.ts validated it
  images               jsonb       not null,                 -- file name → hash of company_image
  blocked_at           timestamptz,
  maintenance          boolean     not null,
  time_zone            text        not null,
  points_per_real      integer     not null check (points_per_real > 0),
  -- What happens to points that a return takes back and the customer has spent.
  reversal             text        not null default 'deficit' check (reversal in ('deficit', 'clamp', 'pending_only')),
  intention_minutes    integer     not null default 10 check (intention_minutes between 1 and 60),
  levels_system        text        check (levels_system in ('LOOKBACK', 'RENOVATION')),  -- null: no levels
  update_lookback      integer     check (update_lookback > 0),      -- days
  renovation_interval  integer     check (renovation_interval > 0),  -- months
  levels_changed_at    timestamptz,                          -- when the chain, or how it is climbed, last changed
  levels_settled_at    timestamptz,                          -- the change that every customer has been settled by since
  subsidiaries_version integer     not null default 0 check (subsidiaries_version >= 0),  -- 0 before the first shop
  has_subsidiaries     boolean     not null default false,   -- whether the list has any shop now
  subsidiaries_strict  boolean     not null default false,   -- whether an unknown shop's name is refused
  created_at           timestamptz not null,
  applied_at           timestamptz not null,
  check (levels_system <> 'LOOKBACK' or update_lookback is not null),
  check (levels_system <> 'RENOVATION' or renovation_interval is not null),
  check (not has_subsidiaries or subsidiaries_version > 0)
);

create table company_domain (
  company_id uuid not null references company,
  hostname   text not null unique check (hostname = lower(hostname)),  -- R1.1: the host alone tells the company
  primary key (company_id, hostname)
);

create table company_image (
  company_id uuid  not null references company,
  hash       text  not null,
  media_type text  not null,
  content    bytea not null,
  own_hash   text,  -- of the file's own bytes, where `content` was drawn anew from them: an export finds the picture by it
  primary key (company_id, hash)
);

-- A picture in the sizes that screens need.
create table company_image_size (
  company_id uuid    not null,
  hash       text    not null,
  width      integer not null check (width > 0),  -- px
  media_type text    not null,
  content    bytea   not null,
  primary key (company_id, hash, width, media_type),
  foreign key (company_id, hash) references company_image
);

-- The company's shops, as tills name them (D13). Rows are never removed: the list of a version holds the rows with
-- since_version <= version < until_version.
create table subsidiary (
  company_id    uuid    not null references company,
  name_key      text    not null,  -- a till's name is matched by it: subsidiaryKey of contract/subsidiary.ts
  since_version integer not null check (since_version > 0),
  until_version integer check (until_version > since_version),  -- null: listed now
  name          text    not null,  -- in the company's spelling
  primary key (company_id, name_key, since_version)
);
create unique index subsidiary_listed on subsidiary (company_id, name_key) where until_version is null;

-- Append-only: what was accepted under a name that the list of that version lacked. Reports list these apart; a repeat of the
-- call gets the same warning from here.
create table unlisted_subsidiary (
  company_id uuid        not null references company,
  kind       text        not null check (kind in ('sale', 'intention', 'voucher')),
  source_id  uuid        not null,  -- of the points record, the intention or the voucher
  name       text        not null,
  version    integer     not null,
  created_at timestamptz not null,
  primary key (company_id, kind, source_id)
);
