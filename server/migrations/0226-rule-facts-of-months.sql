-- What the carrier's files said of a policy month (rule 2): pay runs read it. Null: derived before, or not said.
alter table commission_months add column members int;
alter table commission_months add column residence text;
