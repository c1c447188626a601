import type { Services } from '../http/http-call.ts'

/** Figure that is read at each scrape, so it must be cheap: an index answers it. */
export interface Gauge {
  /** Without the prefix `coverdesk_`, with its unit: `last_backup_timestamp_seconds`. */
  name: string
  help: string
  /** Name of the label that tells the samples apart; without it there is at most one sample. */
  label?: string
  /** Whether it is read while the database does not answer; others are left out then. */
  withoutDatabase?: true
  /** Returns no sample when there is nothing to report. An error leaves out this gauge only. */
  read: (services: Services) => Promise<readonly Sample[]>
}

interface Sample {
  /** Value of the label. */
  label?: string
  value: number
}
