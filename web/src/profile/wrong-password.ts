import { Failure } from '@coverdesk/domain/failure.ts'

/** Sends, and attaches a wrong-password error to the password field. */
export async function catchWrongPassword<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'password.wrong') throw error
    const { code, status, message } = error
    throw new Failure(code, { status, message, details: [{ path: 'current', message }] })
  }
}
