-- The year for which a draft was begun, when that year ended before it was submitted and the draft moved to the next one.
alter table ede_applications add column moved_from_year int;
