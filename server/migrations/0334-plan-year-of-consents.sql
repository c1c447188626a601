-- The plan year of the application that a consent is requested for: it chooses the form (decision 275). Null on requests from
-- before, which have the first form.
alter table consent_requests add column plan_year int constraint consent_requests_plan_year check (plan_year between 2014 and 2100);
