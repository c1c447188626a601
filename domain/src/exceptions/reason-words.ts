import type { ExceptionReason } from './match-line.ts'

/** Why a line is an exception, as lists and files show it. */
export const reasonWords: Readonly<Record<ExceptionReason, string>> = {
  notLoaded: 'Not loaded yet',
  nameDiffers: 'Name differs',
  numberReused: 'Number reused',
  birthDateDiffers: 'Birth date differs',
  twoPolicies: 'Two policies',
}
