import { Failure } from '@coverdesk/domain/failures.ts'

/** Sends, and attaches a wrong-password error to the password field. */
export async function catchWrongPassword<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'password.wrong') throw error
    const details = [{ path: 'current', message: error.message }]
    throw new Failure(error.code, { message: error.message, details })
  }
}
