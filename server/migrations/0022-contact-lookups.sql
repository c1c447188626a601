-- What filters of e-mail and phone find is kept to an agent's contacts without looking at the rows.
drop index contacts_email;
drop index contacts_phone;
create index contacts_email on contacts (plain_text(main_email) collate "C", id) include (main_email, agent_id) where merged_into is null;
create index contacts_phone on contacts (main_phone collate "C", id) include (main_phone, agent_id) where merged_into is null;
