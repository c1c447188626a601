import { Failure } from '@coverdesk/domain/failure.ts'
import type { FailureCode } from '@coverdesk/domain/failures.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'

const fields: Partial<Record<FailureCode, string>> = { 'password.wrong': 'current', 'password.refused': 'pass' }

/** Sends, and shows a wrong or refused password at its field, in the language of the page. */
export async function catchWrongPassword<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    const path = error instanceof Failure ? fields[error.code] : undefined
    if (!(error instanceof Failure) || path === undefined) throw error
    const { code, status } = error
    const message = failureMessage(error)
    throw new Failure(code, { status, message, details: [{ path, message }] })
  }
}
