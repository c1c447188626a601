-- The search everywhere finds applications: by name within the records of each of their agents, and by what else begins
-- with what was typed. The agents stand in the indexes, so that whose a record is needs no look at it (decision 057).
create index marketplace_applications_agent_name on marketplace_applications (agent_id, sort_name, id);
create index marketplace_applications_seller_name on marketplace_applications (sale_agent_id, sort_name, id);
create index marketplace_applications_number on marketplace_applications (plain_text(exchange_assigned_id) collate "C")
  include (id, agent_id, sale_agent_id);
create index marketplace_applications_phone on marketplace_applications (user_phone collate "C")
  include (id, agent_id, sale_agent_id) where user_phone is not null;
create index marketplace_applications_email on marketplace_applications (plain_text(user_email) collate "C")
  include (id, agent_id, sale_agent_id) where user_email is not null;
create index internal_applications_marketplace_id on internal_applications (plain_text(marketplace_id) collate "C")
  where marketplace_id is not null;
