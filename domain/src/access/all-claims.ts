import { claimAreas, furtherClaims } from './rights.ts'

/** view.X for each area: sees everything that agents may see. */
export const viewClaims: readonly string[] = claimAreas.map((area) => `view.${area}`)

/** Every claim there is. */
export const allClaims: readonly string[] = [
  ...viewClaims,
  ...claimAreas.map((area) => `admin.${area}`),
  ...furtherClaims,
]
