/** Statuses of an internal application (APP-13, A-103): ids of the list 'status.application'. */
export const applicationStatus = { New: 1, Assigned: 2, Submitted: 3, Void: 4 } as const
export type ApplicationStatusName = keyof typeof applicationStatus

/** Codes that set them: assign, submitted, delete. */
export const statusTypeCodes = ['ASG', 'SUB', 'VOID'] as const
export type StatusTypeCode = (typeof statusTypeCodes)[number]

const { New, Assigned, Submitted, Void } = applicationStatus

/** Status code → the status it sets and the statuses from which it may be set. */
const steps: Readonly<Record<StatusTypeCode, { to: number; from: readonly number[] }>> = {
  ASG: { to: Assigned, from: [New, Assigned] },
  SUB: { to: Submitted, from: [New, Assigned] },
  VOID: { to: Void, from: [New, Assigned, Submitted] },
}

/** Status that a code sets. */
export function statusSetBy(code: StatusTypeCode): number {
  return steps[code].to
}

/**
 * Reason why a code cannot be applied to an application; undefined when it can. One in the wizard is submitted there, where
 * the exchange's answer brings the id; while it waits for that answer (`isSending`) it is not deleted, so that none is lost.
 */
export function statusChangeProblem(
  code: StatusTypeCode,
  statusId: number,
  inWizard = false,
  isSending = false,
): string | undefined {
  if (code === 'VOID' && isSending && statusId !== Void)
    return 'The marketplace has not confirmed its submission. Submit it again in the Application Wizard, or end the submission there; then delete it'
  if (steps[code].from.includes(statusId))
    return code === 'SUB' && inWizard
      ? 'Submit it in the Application Wizard, which records the id of the marketplace'
      : undefined
  return statusId === Void ? 'It is void, which is final' : 'It is submitted already'
}

/** Reason why an application of a status cannot be edited or asked for consent; undefined when it can. */
export function editProblem(statusId: number): string | undefined {
  return statusId === Void ? 'It is void, which is final' : undefined
}
