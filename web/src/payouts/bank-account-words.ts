import { payDaysWords } from '@coverdesk/domain/pay-terms/pay-term-words.ts'
import type { AccountStatus, BankAccount } from '@coverdesk/domain/payouts/bank-account-contract.ts'

export const accountStatusWords: Record<AccountStatus, string> = {
  waiting: 'Waiting',
  approved: 'Approved',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
}

export const accountTones = {
  waiting: 'amber',
  approved: 'green',
  refused: 'grey',
  withdrawn: 'grey',
} as const satisfies Record<AccountStatus, string>

/** 'Checking ending in 6789'. */
export const accountWords = ({ kind, last4 }: BankAccount) =>
  `${kind === 'checking' ? 'Checking' : 'Savings'} ending in ${last4}`

/** 'from 01/01/2026', for payments. */
export const accountDays = ({ startDate, endDate }: BankAccount) => payDaysWords({ startDate, endDate })
