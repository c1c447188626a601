-- What a paid line paid for when it was last in a closed run: a line whose policy or months change enters the next run with the parts
-- that are gone and the new ones (rule 20). Null for lines that were paid before; the next run compares them once.
alter table paid_lines add column policy_id bigint, add column parts text;
alter table pay_earnings drop constraint pay_earnings_kind_known;
alter table pay_earnings add constraint pay_earnings_kind_known
  check (kind in ('earned', 'chargeback', 'gone', 'moved', 'correction', 'release', 'open'));
