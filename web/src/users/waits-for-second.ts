/** Said instead of success when rights beyond one's own wait for a second security administrator. */
export const waitsForSecond =
  'Nothing is changed yet. A second security administrator has to approve it under Approvals within 7 days'
