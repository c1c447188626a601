-- Times that the submission under way was sent, after some of which an administrator can end it.
alter table ede_applications add column submission_tries int not null default 0;
-- The administrator who ended an enrollment without an answer of the exchange.
alter table enrollment_sendings add column ended_by bigint references users;
