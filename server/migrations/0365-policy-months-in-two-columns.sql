-- runs with: 0356
-- The policy month of a file that has its month and its year in columns of their own.
alter table commissions_staging add column policy_month_number smallint, add column policy_month_year smallint;
