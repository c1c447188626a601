import { amountOf, cents, showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import { Button } from '@mantine/core'
import { useFormContext, useWatch } from 'react-hook-form'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import css from './offline-form.module.css'

interface Hint {
  text: string
  use?: { name: 'totalMembers' | 'annualHouseholdIncome'; value: string; label: string }
}

/** Inconsistencies in the household; they don't block submission. */
export function HouseholdHints() {
  const typed = useWatch<OfflineTyped>() as OfflineTyped
  const { setValue } = useFormContext<OfflineTyped>()
  return (
    <div className={css.hints} role="status">
      {hintsOf(typed).map(({ text, use }) => (
        <NoticeLine
          key={text}
          tone="amber"
          action={
            use ? (
              <Button size="xs" onClick={() => setValue(use.name, use.value, { shouldDirty: true })}>
                {use.label}
              </Button>
            ) : null
          }
        >
          {text}
        </NoticeLine>
      ))}
    </div>
  )
}

export function hintsOf(typed: OfflineTyped): Hint[] {
  const { offlineAppMembers: members, totalMembers, married, annualHouseholdIncome } = typed
  const people = members.length + 1
  const hints: Hint[] = []
  if (totalMembers !== '' && Number(totalMembers) !== people)
    hints.push({
      text: `${totalMembers} people in the household, but ${people} on this form: the applicant and ${members.length} ${members.length === 1 ? 'member' : 'members'}.`,
      use: { name: 'totalMembers', value: String(people), label: `Use ${people}` },
    })
  const spouse = members.some(({ relation }) => relation === 'spouse')
  if (married && !spouse) hints.push({ text: 'Married, but no spouse is listed.' })
  if (!married && spouse) hints.push({ text: 'A spouse is listed, but Married is not checked.' })
  const sum = [typed, ...members].reduce((total, { annualIncome }) => total + (cents(annualIncome) ?? 0), 0)
  if (annualHouseholdIncome !== '' && sum > 0 && cents(annualHouseholdIncome) !== sum) {
    const value = amountOf(sum)
    hints.push({
      text: `Incomes on this form add up to ${showMoney(value)}.`,
      use: { name: 'annualHouseholdIncome', value, label: 'Use it' },
    })
  }
  return hints
}
