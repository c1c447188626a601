import { adjustments } from '@coverdesk/domain/pay-terms/adjustment-contract.ts'
import { advances } from '@coverdesk/domain/pay-terms/advance-contract.ts'
import { agentContracts } from '@coverdesk/domain/pay-terms/agent-contract-contract.ts'
import { overrides } from '@coverdesk/domain/pay-terms/override-contract.ts'
import { policySplits } from '@coverdesk/domain/pay-terms/split-contract.ts'
import { uplines } from '@coverdesk/domain/pay-terms/upline-contract.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { termFiles } from '@coverdesk/domain/term-files/term-file-contract.ts'
import type { TermFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'

interface TermWords {
  one: string
  many: string
  /** Title of the dialog. */
  title: string
  /** What a row of the file holds at least, in a sentence. */
  help: string
  /** Headings of a record: whom or what it is about, and the rest. */
  record: readonly [string, string]
}

export const termWords: Readonly<Record<TermFileKind, TermWords>> = {
  schedules: {
    one: 'row',
    many: 'rows',
    title: 'Load Schedules',
    help: 'Each row names a carrier, its first month and an amount. Expected months are calculated again with the load.',
    record: ['Carrier', 'Row'],
  },
  contracts: {
    one: 'contract',
    many: 'contracts',
    title: 'Load Contracts',
    help: 'Each row names an agent by NPN or name, the part, such as 70 % or $12.00 per member, and a start date.',
    record: ['Agent', 'Contract'],
  },
  uplines: {
    one: 'upline',
    many: 'uplines',
    title: 'Load Uplines',
    help: 'Each row names an agent, the agent above, and a start date.',
    record: ['Agent', 'Upline'],
  },
  overrides: {
    one: 'override',
    many: 'overrides',
    title: 'Load Overrides',
    help: 'Each row names an agent, a level from 1 to 5, the part, and a start date.',
    record: ['Agent', 'Override'],
  },
  splits: {
    one: 'split',
    many: 'splits',
    title: 'Load Splits',
    help: 'One row per agent: policy number, agent, share and start date. The shares of a policy and date add up to 100 %.',
    record: ['Policy number', 'Split'],
  },
  advances: {
    one: 'advance',
    many: 'advances',
    title: 'Load Advances',
    help: 'Each row names an agent, the month, the amount and a reason.',
    record: ['Agent', 'Advance'],
  },
  adjustments: {
    one: 'adjustment',
    many: 'adjustments',
    title: 'Load Adjustments',
    help: 'Each row names an agent, the first month, the amount a month and a reason.',
    record: ['Agent', 'Adjustment'],
  },
}

const lists: Readonly<Record<TermFileKind, readonly Route[]>> = {
  schedules: [schedules.list, schedules.test, variances.list, variances.summary],
  contracts: [agentContracts.list],
  uplines: [uplines.list],
  overrides: [overrides.list],
  splits: [policySplits.list, policySplits.ofPolicy],
  advances: [advances.list],
  adjustments: [adjustments.list],
}

/** Calls that answer differently after a load or its undo. */
export const termRefreshes = (kind: TermFileKind): readonly Route[] => [...lists[kind], termFiles.batches]
