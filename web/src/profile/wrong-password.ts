import { Failure } from '@coverdesk/domain/failures.ts'

/** Sends, and puts the refusal of the current password at its field instead of the foot of the form. */
export async function atItsField<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'password.wrong') throw error
    const details = [{ path: 'current', message: error.message }]
    throw new Failure(error.code, { message: error.message, details })
  }
}
