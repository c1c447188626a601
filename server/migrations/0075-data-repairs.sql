-- One-time work on stored rows that follows a rule of the code, or that no migration's transaction can do (VACUUM). The next
-- start does what is not done yet, right after the migrations (decision 075).
create table data_repairs (
  name text primary key,
  done_at timestamptz
);
insert into data_repairs (name) values ('mask-personal-numbers');
