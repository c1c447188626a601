/** Result of a full verification. */
export interface AuditReport {
  events: number
  links: number
  /** Recent events that are not sealed yet; their signatures are valid. */
  waiting: number
  /** Events from before signing was introduced: deletion is detected, editing is not. */
  unsigned: number
  anchors: number
  /** Receipts of committed events, written before the events were sealed. */
  receipts: number
  /** Every alteration with its location; empty if the record is intact. */
  problems: string[]
}
