import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { PlanDetail, PlanRow } from '@coverdesk/domain/plans/plan-contract.ts'
import { showRating } from '@coverdesk/domain/plans/plan-price.ts'
import { Button, Checkbox } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { inNetwork } from '../benefit-price.ts'
import { monthly, wholeDollars } from '../plan-facts.tsx'
import { InventedPlans } from '../plans-header.tsx'
import css from './compare-plans.module.css'

/** Query of one plan's details. */
export type PlanDetailQuery = (planId: string) => UseQueryOptions<PlanDetail>

/** Plans that fit side by side. */
export const maxCompared = 4

interface CompareBarProps {
  plans: readonly PlanRow[]
  planDetailQuery: PlanDetailQuery
  onTakeOff(plan: PlanRow): void
  onClear(): void
}

/** Bar with the plans chosen for comparison, over the end of the list. */
export function CompareBar({ plans, planDetailQuery, onTakeOff, onClear }: CompareBarProps) {
  const [open, setOpen] = useState(false)
  const phone = usePhone()
  const size = phone ? 'xl' : 'sm'
  return (
    <>
      {plans.length > 0 ? (
        <section className={css.bar} aria-label="Plans to compare">
          <strong>Compare {plans.length}</strong>
          <ul>
            {plans.map((plan) => (
              <li key={plan.id}>
                <span>{plan.name}</span>
                <button type="button" aria-label={`Remove ${plan.name}`} onClick={() => onTakeOff(plan)}>
                  <IconX size={14} stroke={1.75} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
          <Button size={size} variant="filled" disabled={plans.length < 2} onClick={() => setOpen(true)}>
            Compare
          </Button>
          <Button size={size} variant="subtle" onClick={onClear}>
            Clear
          </Button>
        </section>
      ) : null}
      <Dialog
        opened={open && plans.length > 0}
        onClose={() => setOpen(false)}
        title="Compare plans"
        size="min(1120px, 100%)"
        fullScreen={phone}
      >
        <Comparison plans={plans} planDetailQuery={planDetailQuery} />
      </Dialog>
    </>
  )
}

interface Line {
  label: string
  values: readonly string[]
}

/** Plans side by side, row by row; optionally only the differences. */
function Comparison({ plans, planDetailQuery }: { plans: readonly PlanRow[]; planDetailQuery: PlanDetailQuery }) {
  const [apart, setApart] = useState(false)
  const details = useQueries({ queries: plans.map(({ id }) => planDetailQuery(id)) }).map(({ data }) => data)
  const lines = [...factLines(plans), ...benefitLines(details)]
  const shown = apart ? lines.filter(({ values }) => new Set(values).size > 1) : lines
  return (
    <>
      {plans.some(({ invented }) => invented) ? <InventedPlans /> : null}
      <Checkbox
        className={css.apart}
        label="Only differences"
        checked={apart}
        onChange={(event) => setApart(event.currentTarget.checked)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where its columns do not fit */}
      <section className={css.scroller} aria-label="Comparison" tabIndex={0}>
        <table className={css.table}>
          <thead>
            <tr>
              <td />
              {plans.map((plan) => (
                <th key={plan.id} scope="col">
                  <span>{plan.issuer.name}</span>
                  {plan.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ label, values }) => (
              <tr key={label}>
                <th scope="row">{breakable(label)}</th>
                {plans.map(({ id }, place) => (
                  <td key={id}>{values[place]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {details.includes(undefined) ? (
        <p role="status" aria-label="Loading the benefits">
          <SkeletonBar width="60%" />
        </p>
      ) : null}
    </>
  )
}

/** Allows line breaks after slashes, as in Care/Screening/Immunization. */
function breakable(label: string): ReactNode {
  const parts = label.split('/')
  return parts.map((part, place) =>
    place === parts.length - 1 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a name, which never move
      <Fragment key={place}>
        {part}/<wbr />
      </Fragment>
    ),
  )
}

function factLines(plans: readonly PlanRow[]): Line[] {
  const line = (label: string, value: (plan: PlanRow) => string): Line => ({ label, values: plans.map(value) })
  const yes = (is: boolean) => (is ? 'Yes' : 'No')
  return [
    line('Monthly premium', ({ promo_premium }) => monthly(promo_premium)),
    line('Before credit', ({ premium }) => showMoney(premium) || '-'),
    line('Deductible', ({ deductible }) => showMoney(deductible) || '-'),
    line('Out-of-pocket max', ({ moop }) => showMoney(moop) || '-'),
    line('Yearly cost, medium use', ({ yearly_costs }) => (yearly_costs ? wholeDollars(yearly_costs.medium) : '-')),
    line('Rating', ({ quality_rating }) => showRating(quality_rating)),
    line('Metal level', ({ metal_level }) => metal_level),
    line('Type', ({ type }) => type),
    line('HSA eligible', ({ hsa_eligible }) => yes(hsa_eligible)),
    line('National network', ({ has_national_network }) => yes(has_national_network)),
    line('Referral to specialists', ({ specialist_referral_required }) => yes(specialist_referral_required)),
  ]
}

/** Benefits of all plans, in order of first appearance. */
function benefitLines(details: readonly (PlanDetail | undefined)[]): Line[] {
  const names = new Set(details.flatMap((plan) => plan?.benefits.map(({ name }) => name) ?? []))
  return [...names].map((label) => ({
    label,
    values: details.map((plan) => {
      const benefit = plan?.benefits.find(({ name }) => name === label)
      return benefit ? inNetwork(benefit) : '-'
    }),
  }))
}
