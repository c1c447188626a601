import { allClaims } from '../access/all-claims.ts'
import { ClaimText } from '../access/claim-text.ts'

const known = new Set(allClaims.map((claim) => claim.toLowerCase()))

/** Claims without a checkbox in the matrix. */
export function customClaims(claims: readonly string[]): string[] {
  return claims.filter((claim) => !known.has(claim.toLowerCase()))
}

/** Problem of a custom claim's key or value (USER-12), or null. */
export function customClaimProblem(key: string, value: string): { at: 'key' | 'value'; message: string } | null {
  if (key.trim() === '') return { at: 'key', message: 'Key is required' }
  if (value.trim() === '') return { at: 'value', message: 'Value is required' }
  if (!ClaimText.safeParse(key.trim()).success)
    return { at: 'key', message: 'Begin with a letter; then letters, digits, - and _' }
  if (!ClaimText.safeParse(claimOf(key, value)).success)
    return { at: 'value', message: 'Begin with a letter; then letters, digits, - and _' }
  return null
}

/** Claim of a key and a value: view and Policy make view.Policy. */
export function claimOf(key: string, value: string): string {
  return `${key.trim()}.${value.trim()}`
}
