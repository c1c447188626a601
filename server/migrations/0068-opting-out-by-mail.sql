-- The agency's own settings, and opting out of e-mails by a link (docs/decisions/064-opting-out-by-mail.md).

-- One row: what administrators say of the agency, and what the installation keeps for it.
create table agency_settings (
  one boolean primary key default true constraint agency_settings_one check (one),
  version int not null default 1,
  -- {"street", "unit", "city", "state", "zipCode"}: under each e-mail to a contact; without it none goes out (15 U.S.C. 7704(a)(5)).
  postal_address jsonb,
  -- Under which the links of e-mails are sealed. Kept here, so that they outlive the secrets of the installation.
  link_key_sealed bytea
);
insert into agency_settings default values;

-- Every word on whether a number or an address wants messages; the last one of each is what message_opt_outs says.
create table opt_out_words (
  id bigint generated always as identity primary key,
  channel text not null constraint opt_out_words_channel check (channel in ('email', 'sms')),
  address text not null,
  opted_out boolean not null,
  said_by text not null constraint opt_out_words_said_by check (said_by in ('contact', 'staff')),
  -- `answer`: a message that came in; `link`: the link of one that went out; `note`: staff.
  way text not null constraint opt_out_words_way check (way in ('answer', 'link', 'note')),
  -- The message that was answered by, or whose link it was.
  message_id bigint references contact_messages on delete set null,
  user_id bigint references users,
  reason text not null default '' constraint opt_out_words_length check (length(reason) <= 500),
  at timestamptz not null default clock_timestamp(),
  constraint opt_out_words_reason check (opted_out or said_by = 'contact' or reason <> '')
);
create index opt_out_words_address on opt_out_words (channel, address, id);
create index opt_out_words_message on opt_out_words (message_id) where message_id is not null;

insert into opt_out_words (channel, address, opted_out, said_by, way, user_id, at)
select channel, address, true, said_by, case said_by when 'contact' then 'answer' else 'note' end, user_id, at
from message_opt_outs order by at;
