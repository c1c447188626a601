import { classWords } from '@coverdesk/domain/expected/class-words.ts'
import { monthRules, ruleWords } from '@coverdesk/domain/expected/month-rule.ts'
import { varianceClasses } from '@coverdesk/domain/expected/variance-class.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import {
  ExpectedMonthQuery,
  type ExpectedMonthRow,
  expectedMonths,
} from '@coverdesk/domain/variances/expected-month-contract.ts'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { searchAgents, useCarrierChoices } from '../lookups/lookup-choices.ts'
import { paths } from '../platform/address/paths.ts'
import type { Choice } from '../ui/choices/choice.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { BackButton } from '../ui/page/back-button.tsx'
import { expectedMonthColumns, expectedMonthName, expectedMonthPhoneRow } from './expected-month-columns.tsx'

const searchStatementAgents = searchAgents('Statement')
const otherAgency = { value: '0', label: 'Other agency' }
const classes: readonly Choice[] = varianceClasses.map((name) => ({ value: name, label: classWords[name] }))
const rules: readonly Choice[] = monthRules.map((name) => ({ value: name, label: ruleWords[name] }))
const statements: readonly Choice[] = [
  { value: 'yes', label: 'May pay it' },
  { value: 'no', label: 'Before the first one' },
]

/** /portal/commissions/expected-months: what is due for each policy month, by which row and rule, and what came. */
export function ExpectedMonthsPage() {
  const list = useList(expectedMonths.list, {
    screen: 'expected-months',
    address: ExpectedMonthQuery,
    sorting: { sort: 'month', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  const navigate = useNavigate()
  const open = useCallback(
    ({ policyId }: ExpectedMonthRow) => void navigate({ to: paths.policy(policyId) }),
    [navigate],
  )
  return (
    <ListScreen
      list={list}
      title="Expected Months"
      columns={expectedMonthColumns}
      rowName={expectedMonthName}
      phone={expectedMonthPhoneRow}
      sizes={operationsPageSizes}
      filters={useFilters(list.page?.data)}
      tools={<BackButton to={paths.variances} />}
      selects="one"
      onOpen={open}
      noMatches="No policy months match these filters."
      noData={{ why: 'No policy months yet. They follow from the policies that carriers list.' }}
    />
  )
}

function useFilters(rows: readonly ExpectedMonthRow[] | undefined): readonly Filter[] {
  const carriers = useCarrierChoices()
  return useMemo(
    () => [
      { name: 'carrierId', label: 'Carrier', kind: 'select', choices: carriers },
      { name: 'month', label: 'Month', kind: 'month' },
      { name: 'class', label: 'Class', kind: 'select', choices: classes },
      { name: 'rule', label: 'Rule', kind: 'select', choices: rules },
      {
        name: 'agentId',
        label: 'Agent',
        kind: 'select',
        search: async (typed: string) => [otherAgency, ...(await searchStatementAgents(typed))],
        nameOf: (id: string) =>
          id === otherAgency.value
            ? otherAgency.label
            : (rows?.find(({ agentId }) => String(agentId) === id)?.agent ?? undefined),
      },
      { name: 'mayBePaid', label: 'Statements', kind: 'select', choices: statements, rare: true },
      { name: 'monthFrom', label: 'From month', kind: 'month', rare: true },
      { name: 'monthTo', label: 'To month', kind: 'month', rare: true },
    ],
    [carriers, rows],
  )
}
