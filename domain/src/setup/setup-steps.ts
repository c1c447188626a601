/** Steps of a new agency's first-run checklist, in the order in which each needs the ones before. */
export const setupSteps = [
  'agency',
  'carriers',
  'locations',
  'agents',
  'users',
  'policies',
  'schedules',
  'statements',
  'payTerms',
] as const
export type SetupStep = (typeof setupSteps)[number]

/** State of an installation by step: whether name, contact and address of the agency are set, and counts of active records. */
export interface SetupCounts {
  isAgencySet: boolean
  carriers: number
  locations: number
  agents: number
  users: number
  policyFiles: number
  schedules: number
  statementFiles: number
  /** Contracts and rates of agents. */
  payTerms: number
}

/** Whether each step is done. The first administrator is a user, so the users step needs a second one. */
export function stepsDone(counts: SetupCounts): Record<SetupStep, boolean> {
  return {
    agency: counts.isAgencySet,
    carriers: counts.carriers > 0,
    locations: counts.locations > 0,
    agents: counts.agents > 0,
    users: counts.users > 1,
    policies: counts.policyFiles > 0,
    schedules: counts.schedules > 0,
    statements: counts.statementFiles > 0,
    payTerms: counts.payTerms > 0,
  }
}
