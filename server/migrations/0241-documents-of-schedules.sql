-- The carrier's document that a row of its schedule was taken from; rows of one document share it, and a copied row keeps it.
alter table commission_schedules add column document_id bigint references files;
create index commission_schedules_document on commission_schedules (document_id) where document_id is not null;
