-- The list of policies shows the months of a year on each of its rows. To write twelve amounts as JSON anew for each row of each
-- page costs PostgreSQL an eighth of the page (decision 065), so a year keeps them as they are shown.

-- Amounts as texts with their cents. Immutable, as to_json of texts depends on no setting.
create function amounts_as_texts(amounts numeric[]) returns json
  language sql immutable strict parallel safe
  return to_json(amounts::text[]);

alter table commission_years
  add column shown json not null generated always as (amounts_as_texts(months)) stored;
