-- Carriers pay some lines to the agency's own NPN; those lines count for the agent of record (money.md 4, row 5).
alter table agency_settings add column npn text;
