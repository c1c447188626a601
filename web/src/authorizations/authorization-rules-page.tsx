import { type AuthorizationRule, authorizationRules } from '@coverdesk/domain/authorizations/authorization-contract.ts'
import { reportedRule } from '@coverdesk/domain/consents/authorization-rule.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { showInstant } from '../ui/basics/instant.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { FailedState } from '../ui/page/failed-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import css from './authorization-rules.module.css'
import { ChangeRuleDialog } from './change-rule-dialog.tsx'

/** /portal/manage/exchange-authorization: when the exchange of each state asks clients to authorize their agent. */
export function AuthorizationRulesPage() {
  const { data, error, refetch } = useQuery(apiQuery(authorizationRules.list, {}))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [changing, setChanging] = useState(false)
  const size = usePhone() ? 'xl' : 'sm'
  return (
    <>
      <PageHeader
        title="Exchange Authorization"
        actions={
          <Button size={size} variant="filled" disabled={chosen.size === 0} onClick={() => setChanging(true)}>
            {chosen.size === 0 ? 'Change' : `Change (${chosen.size})`}
          </Button>
        }
      />
      <div className={css.page}>
        <p className={css.about}>
          Where an exchange asks for it, the client authorizes the agent for each plan year by a code or link, and
          agents can't submit or enroll without it. No state asks until you set it here. The federal platform is said to
          ask from {showDate(reportedRule.from)}: {reportedRule.source} ({reportedRule.confidence}, not confirmed).
        </p>
        {data ? (
          <Button
            size="xs"
            variant="default"
            onClick={() => setChosen(new Set(data.filter(({ isFederal }) => isFederal).map(({ state }) => state)))}
          >
            Select the states of the federal platform
          </Button>
        ) : null}
        {data ? (
          <Rules rules={data} chosen={chosen} onChoose={setChosen} />
        ) : error ? (
          <FailedState title="Couldn't load the states." why={failureMessage(error)} retry={() => void refetch()} />
        ) : (
          <div role="status" aria-label="Loading the states">
            <SkeletonBar width="80%" height={16} />
          </div>
        )}
      </div>
      <ChangeRuleDialog
        states={[...chosen].toSorted()}
        opened={changing}
        onClose={() => setChanging(false)}
        onChanged={() => setChosen(new Set())}
      />
    </>
  )
}

interface RulesProps {
  rules: readonly AuthorizationRule[]
  chosen: ReadonlySet<string>
  onChoose(states: ReadonlySet<string>): void
}

function Rules({ rules, chosen, onChoose }: RulesProps) {
  const all = rules.every(({ state }) => chosen.has(state))
  const toggle = (state: string) =>
    onChoose(new Set([...chosen].filter((one) => one !== state).concat(chosen.has(state) ? [] : state)))
  return (
    <table className={css.table} aria-label="States">
      <thead>
        <tr>
          <th scope="col">
            <Checkbox
              label="State"
              aria-label="All states"
              checked={all}
              indeterminate={!all && chosen.size > 0}
              onChange={() => onChoose(new Set(all ? [] : rules.map(({ state }) => state)))}
            />
          </th>
          <th scope="col">Exchange</th>
          <th scope="col">Asked</th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <tr key={rule.state}>
            <th scope="row">
              <Checkbox label={rule.name} checked={chosen.has(rule.state)} onChange={() => toggle(rule.state)} />
            </th>
            <td>{rule.exchange}</td>
            <td>
              {rule.from === null ? <StatusPill tone="grey">Not asked</StatusPill> : <span>{periodOf(rule)}</span>}
              {rule.reason === null ? null : (
                <p className={css.why}>
                  {rule.reason} ({rule.changedBy ?? ''}, {showInstant(rule.changedDate ?? '')})
                </p>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function periodOf({ from, until }: AuthorizationRule): string {
  return `From ${showDate(from)}${until === null ? '' : ` to ${showDate(until)}`}`
}
