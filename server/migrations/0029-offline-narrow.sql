-- One agent's applications of a source; two indexes put together read a sixth of the table for it.
create index offline_applications_narrow on offline_applications (source_id, owner);
