import { allClaims } from '../access/all-claims.ts'
import { ClaimText } from './user-contract.ts'

const known = new Set(allClaims.map((claim) => claim.toLowerCase()))

/** The claims that no box of the matrix stands for. */
export function customClaims(claims: readonly string[]): string[] {
  return claims.filter((claim) => !known.has(claim.toLowerCase()))
}

/** Why a key and a value make no claim, at the one that is wrong (USER-12); null when they make one. */
export function customClaimProblem(key: string, value: string): { at: 'key' | 'value'; message: string } | null {
  if (key.trim() === '') return { at: 'key', message: 'Key is required' }
  if (value.trim() === '') return { at: 'value', message: 'Value is required' }
  if (!ClaimText.safeParse(key.trim()).success)
    return { at: 'key', message: 'Begin with a letter; then letters, digits, - and _' }
  if (!ClaimText.safeParse(claimOf(key, value)).success)
    return { at: 'value', message: 'Begin with a letter; then letters, digits, - and _' }
  return null
}

/** The claim that a key and a value make: view and Policy make view.Policy. */
export function claimOf(key: string, value: string): string {
  return `${key.trim()}.${value.trim()}`
}
