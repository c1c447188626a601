-- Contacts are found by the last digits of a phone.
create index contact_phones_last_digits on contact_phones (reverse(phone) collate "C");
