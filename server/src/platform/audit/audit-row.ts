/** Stored event without `at` and `id`, which the database assigns. */
export interface AuditRow {
  user_id: number | null
  session_id: string | null
  action: string
  entity: string | null
  entity_id: string | null
  outcome: string
  address: string | null
  request_id: string | null
  facts: Record<string, unknown>
  subjects: string | null
}
