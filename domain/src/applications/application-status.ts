/** The statuses of an internal application (APP-13, A-103): ids of the list 'status.application'. */
export const applicationStatus = { New: 1, Assigned: 2, Submitted: 3, Void: 4 } as const
export type ApplicationStatusName = keyof typeof applicationStatus

/** What sets them: assign, submitted, delete. */
export const statusTypeCodes = ['ASG', 'SUB', 'VOID'] as const
export type StatusTypeCode = (typeof statusTypeCodes)[number]

const { New, Assigned, Submitted, Void } = applicationStatus

/** Code → the status that it sets and those that it is set from. */
const steps: Readonly<Record<StatusTypeCode, { to: number; from: readonly number[] }>> = {
  ASG: { to: Assigned, from: [New, Assigned] },
  SUB: { to: Submitted, from: [New, Assigned] },
  VOID: { to: Void, from: [New, Assigned, Submitted] },
}

/** The status that a code sets. */
export function statusSetBy(code: StatusTypeCode): number {
  return steps[code].to
}

/** Why an application of a status cannot be given that of a code; undefined when it can. */
export function whyNotSet(code: StatusTypeCode, statusId: number): string | undefined {
  if (steps[code].from.includes(statusId)) return undefined
  return statusId === Void ? 'It is void, which is final' : 'It is submitted already'
}

/** Why an application of a status cannot be edited, nor asked consent for; undefined when it can. */
export function whyNotChanged(statusId: number): string | undefined {
  return statusId === Void ? 'It is void, which is final' : undefined
}
