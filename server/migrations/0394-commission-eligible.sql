-- runs with: 0392
-- Whether the carrier's book says that a policy is eligible for commission (money.md, section 2); null: it does not say.
alter table policies add column commission_eligible text
  constraint policies_commission_eligible check (commission_eligible in ('Yes', 'No'));
alter table older_versions add column commission_eligible text;
alter table policies_staging add column commission_eligible text;
