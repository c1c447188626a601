-- The days of the list are asked of created_at, whose index has the list's order too; nothing asks this one any more.
drop index offline_applications_day;
