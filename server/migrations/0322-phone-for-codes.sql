-- Another phone number for the codes of one who holds more rights counts as another email address does
-- (docs/decisions/081-second-person.md).
alter table rights_grants drop constraint rights_grants_act,
  add constraint rights_grants_act
    check (act in ('rights', 'visibility', 'contact', 'second factor', 'password', 'email', 'phone'));
