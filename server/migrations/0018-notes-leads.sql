-- Notes on records of any kind, with attachments that stay in the database, so that a backup has them and no path is
-- ever made of a name.

create table files (
  id bigint generated always as identity primary key,
  -- As the sender named it: the last part, without control characters.
  name text not null,
  mime text not null,
  bytes int not null,
  sha256 bytea not null,
  content bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references users
);
-- What people attach (PDF, pictures, office files) is compressed already.
alter table files alter column content set storage external;

-- A note is never changed or taken away (A-067).
create table notes (
  id bigint generated always as identity primary key,
  -- entityMetadataId: which kind of record, see domain/src/notes/noted-kinds.ts.
  kind int not null,
  record_id bigint not null,
  body text not null,
  file_id bigint references files,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references users
);
create index notes_record on notes (kind, record_id, id desc);
