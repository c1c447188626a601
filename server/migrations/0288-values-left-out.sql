-- Columns of a staged policy whose value could not be read and was left out, so that the stored value stays.
alter table policies_staging add column left_out text[];
