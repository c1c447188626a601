import { claimAreas, furtherClaims } from './rights.ts'

/** view.X for each area: reads everything that agents may read. */
export const viewClaims: readonly string[] = claimAreas.map((area) => `view.${area}`)

/** All claims. */
export const allClaims: readonly string[] = [
  ...viewClaims,
  ...claimAreas.map((area) => `admin.${area}`),
  ...furtherClaims,
]
