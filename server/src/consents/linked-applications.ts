import { sql } from 'kysely'

/**
 * SQL: whether the marketplace application `m` is what the internal application `i` was submitted as, for the same person.
 * The wizard stores the exchange's own answer, which no later name changes; an id that was typed may be another client's.
 */
export const linkedApplications = sql<boolean>`(
  i.marketplace_id = m.exchange_assigned_id and (
    exists (select from ede_applications w where w.application_id = i.id and w.submitted_at is not null)
    or lower(i.first_name) = lower(m.user_first_name) and lower(i.last_name) = lower(m.user_last_name)))`
