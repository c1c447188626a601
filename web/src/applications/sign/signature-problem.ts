import { samePerson } from '@coverdesk/domain/consents/same-person.ts'

/** What is wrong with a typed signature, before the server refuses it; null if nothing. */
export function signatureProblem(signedName: string, applicant: string): 'missing' | 'other' | null {
  if (signedName.trim().length < 2) return 'missing'
  return applicant.trim() === '' || samePerson(signedName, applicant) ? null : 'other'
}
