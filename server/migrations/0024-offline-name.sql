-- The search everywhere asks each agent's applications by name in their order, as it asks contacts, policies and leads.
create index offline_applications_owner_name on offline_applications (owner, sort_name, id);
