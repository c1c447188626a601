/** One choice of a select; `value` is what stands in the address. */
export interface Choice {
  value: string
  label: string
}
