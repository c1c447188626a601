-- Policy files that name the insured in one column, and those with a row for each member of a policy.
alter table policies_staging add column insured_name text, add column relationship text;
