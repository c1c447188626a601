import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { bankAccounts } from '@coverdesk/domain/payouts/bank-account-contract.ts'
import { bankingDayAfter } from '@coverdesk/domain/payouts/banking-days.ts'
import { payouts } from '@coverdesk/domain/payouts/payout-contract.ts'
import { payoutSettings } from '@coverdesk/domain/payouts/payout-settings-contract.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { bankAccountExport } from './bank-account-list.ts'
import { ownBankAccounts } from './bank-account-queries.ts'
import { decideBankAccount, endBankAccount } from './decide-bank-account.ts'
import { discardPayoutFile, downloadPayoutFile } from './download-payout-file.ts'
import { enterBankAccount, enterOwnBankAccount } from './enter-bank-account.ts'
import { makePayoutFile } from './make-payout-file.ts'
import { previewPayouts } from './payout-queries.ts'
import { findPayoutSettings, savePayoutSettings } from './payout-settings.ts'

export function payoutRoutes(on: Bind): void {
  on(bankAccounts.list, (call, query) =>
    listOrExport(call, bankAccountExport, query, call.user.visibility('AgentPayment')),
  )
  on(bankAccounts.enter, enterBankAccount)
  on(bankAccounts.decide, decideBankAccount)
  on(bankAccounts.end, endBankAccount)
  on(bankAccounts.own, ({ db, user }) => ownBankAccounts(db, user.ownAgentId))
  on(bankAccounts.enterOwn, enterOwnBankAccount)
  on(payoutSettings.read, ({ db }) => findPayoutSettings(db))
  on(payoutSettings.save, savePayoutSettings)
  on(payouts.preview, ({ db, now }, { id, effectiveOn }) =>
    previewPayouts(db, id, effectiveOn ?? bankingDayAfter(todayIn(now))),
  )
  on(payouts.make, makePayoutFile)
  on(payouts.download, downloadPayoutFile)
  on(payouts.discard, discardPayoutFile)
}
