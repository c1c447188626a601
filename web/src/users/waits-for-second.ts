/** Shown instead of success when rights beyond the user's own need approval. */
export const waitsForSecond =
  'Nothing is changed yet. A second security administrator has to approve it under Approvals within 7 days'
