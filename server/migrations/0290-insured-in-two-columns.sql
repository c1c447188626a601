-- Statements that name the insured in two columns; together they are insured_name.
alter table commissions_staging add column insured_first_name text, add column insured_last_name text;
