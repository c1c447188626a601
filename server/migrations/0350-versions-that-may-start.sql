-- runs with: 0344
-- The last migration of the oldest version that may start on the schema with this row's migration; the version that applied
-- it says so (decision 288). Empty: only versions that know it.
alter table migrations add column runs_with integer;
