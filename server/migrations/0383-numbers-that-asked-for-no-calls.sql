-- runs with: 0380
-- The message that opted out asked for no calls either ("stop calling me"); a bare STOP ends texts only.
alter table message_opt_outs add column no_calls boolean not null default false;
