-- runs with: 0392
-- 'No' where the carrier's book says that an active policy is not eligible for commission (decision 350).
alter table policies add column commission_eligible text
  constraint policies_commission_eligible check (commission_eligible = 'No');
alter table older_versions add column commission_eligible text;
alter table policies_staging add column commission_eligible text;
