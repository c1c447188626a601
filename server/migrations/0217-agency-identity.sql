-- {"name", "phone", "email"} of the agency as its clients see them; null: the brand of the installation.
alter table agency_settings add column identity jsonb;
