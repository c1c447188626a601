import { sql } from 'kysely'
import type { Gauge } from '../../platform/metrics/gauge.ts'

/** How far the SIEM is behind the record. */
export const siemGauge: Gauge = {
  name: 'audit_oldest_unsent_seconds',
  help: 'Seconds since the oldest link of the audit record was sealed that the SIEM has not accepted; 0 when none is.',
  read: async ({ db, config, now }) => {
    if (!config.siem) return []
    const { rows } = await sql<{ value: number }>`
      select coalesce((select greatest(extract(epoch from ${now()}::timestamptz - c.sealed_at), 0)
        from audit_siem s join audit_chain c on c.seq > s.sent_seq order by c.seq limit 1), 0)::float8 as value`.execute(
      db,
    )
    return rows
  },
}
