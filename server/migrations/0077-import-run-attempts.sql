-- An interrupted run may be started again under its id. The attempt keeps a worker that lost its run from ending the next one;
-- the failure code is what a retry of a refused run is answered with (P-56).
alter table import_runs add column attempt int not null default 1;
alter table import_runs add column failure_code text;
