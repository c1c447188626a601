import { z } from 'zod'

const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1] as const

/** Whether the last of nine digits is the check digit of an ABA routing number. */
export function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits)) return false
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return sum % 10 === 0
}

/** ABA routing number of a bank. */
export const RoutingNumber = z
  .string({ error: 'Routing number is required' })
  .trim()
  .superRefine((typed, context) => {
    const message = problemOf(typed)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

function problemOf(typed: string): string | null {
  if (typed === '') return 'Routing number is required'
  if (!/^\d{9}$/.test(typed)) return 'A routing number has nine digits'
  if (!isRoutingNumber(typed) || /^0+$/.test(typed))
    return 'No bank has this routing number: its check digit is wrong. Compare it with a check or the bank’s website'
  return null
}
