/** What a look at the whole record found. */
export interface AuditReport {
  events: number
  links: number
  /** Written in the last moments and not sealed yet; their signatures hold. */
  waiting: number
  /** From before events were signed: that none vanished is known, not that none was edited. */
  unsigned: number
  anchors: number
  /** Of what processes saw committed, before it was sealed. */
  receipts: number
  /** Every alteration with its place; empty when the record is whole. */
  problems: string[]
}
