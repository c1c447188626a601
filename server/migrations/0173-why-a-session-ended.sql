-- The session whose login ended this one, so that its user learns on which device that was.
alter table sessions add column ended_by uuid;
