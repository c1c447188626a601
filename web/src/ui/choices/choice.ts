/** Option of a select; `value` is used in the URL. */
export interface Choice {
  value: string
  label: string
}
