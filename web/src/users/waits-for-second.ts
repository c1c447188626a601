/** Said instead of success when rights beyond one's own wait for a second security administrator. */
export const waitsForSecond =
  'Nothing is changed yet: a second security administrator has to approve it within 7 days, under Approvals'
