import { samePerson } from '@coverdesk/domain/consents/same-person.ts'
import { failWith } from '@coverdesk/domain/fail.ts'

/** Fails with `signature.other_name` unless a signature can be the applicant's; there are no authorized representatives. */
export function refuseOtherName(signedName: string, applicant: string): void {
  if (applicant.trim() === '' || samePerson(signedName, applicant)) return
  const message = `This must be signed by ${applicant}. Enter that name.`
  failWith('signature.other_name', { applicant }, { message, path: 'signedName' })
}
