-- runs with: 0356
-- A correction may remove a member whose number was revealed. The audit event of the reveal keeps which member it was.
alter table offline_reveals
  drop constraint offline_reveals_member_id_fkey,
  add constraint offline_reveals_member_id_fkey foreign key (member_id) references offline_app_members on delete set null;
create index offline_reveals_member on offline_reveals (member_id) where member_id is not null;
