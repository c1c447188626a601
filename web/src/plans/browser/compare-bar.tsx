import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import type { PlanDetail, PlanRow } from '@coverdesk/domain/plans/plan-contract.ts'
import { Button, Checkbox } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { useSharedLanguage } from '../../platform/page/reader-language.ts'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useUiTexts } from '../../ui/texts/ui-texts.ts'
import { inNetwork } from '../benefit-price.ts'
import { benefitName } from '../benefit-words.ts'
import { monthly, wholeDollars } from '../plan-facts.tsx'
import { type PlanTexts, usePlanTexts } from '../plan-texts.ts'
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
  const texts = usePlanTexts()
  return (
    <>
      {plans.length > 0 ? (
        <section className={css.bar} aria-label={texts.toCompare}>
          <strong>{texts.compareCount(plans.length)}</strong>
          <ul>
            {plans.map((plan) => (
              <li key={plan.id}>
                <span>{plan.name}</span>
                <button type="button" aria-label={texts.remove(plan.name)} onClick={() => onTakeOff(plan)}>
                  <IconX size={14} stroke={1.75} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
          <Button size={size} variant="filled" disabled={plans.length < 2} onClick={() => setOpen(true)}>
            {texts.compare}
          </Button>
          <Button size={size} variant="subtle" onClick={onClear}>
            {texts.clear}
          </Button>
        </section>
      ) : null}
      <Dialog
        opened={open && plans.length > 0}
        onClose={() => setOpen(false)}
        title={texts.comparePlans}
        closeButtonProps={{ 'aria-label': useUiTexts().close }}
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
  const texts = usePlanTexts()
  const language = useSharedLanguage()
  const [apart, setApart] = useState(false)
  const details = useQueries({ queries: plans.map(({ id }) => planDetailQuery(id)) }).map(({ data }) => data)
  const lines = [...factLines(plans, texts), ...benefitLines(details, texts, language)]
  const shown = apart ? lines.filter(({ values }) => new Set(values).size > 1) : lines
  return (
    <>
      {plans.some(({ invented }) => invented) ? <InventedPlans /> : null}
      <Checkbox
        className={css.apart}
        label={texts.onlyDifferences}
        checked={apart}
        onChange={(event) => setApart(event.currentTarget.checked)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where its columns do not fit */}
      <section className={css.scroller} aria-label={texts.comparison} tabIndex={0}>
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
        <p role="status" aria-label={texts.loadingBenefits}>
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

function factLines(plans: readonly PlanRow[], texts: PlanTexts): Line[] {
  const line = (label: string, value: (plan: PlanRow) => string): Line => ({ label, values: plans.map(value) })
  const yes = (is: boolean) => (is ? texts.yes : texts.no)
  return [
    line(texts.monthlyPremium, ({ promo_premium }) => monthly(promo_premium, texts)),
    line(texts.beforeCredit, ({ premium }) => showMoney(premium) || '-'),
    line(texts.deductible, ({ deductible }) => showMoney(deductible) || '-'),
    line(texts.moop, ({ moop }) => showMoney(moop) || '-'),
    line(texts.yearlyCostAt.medium, ({ yearly_costs }) => (yearly_costs ? wholeDollars(yearly_costs.medium) : '-')),
    line(texts.rating, ({ quality_rating }) =>
      quality_rating ? texts.ratingOf(quality_rating.global_rating) : texts.noRating,
    ),
    line(texts.facets.metal_level, ({ metal_level }) => texts.levels[metal_level]),
    line(texts.facets.type, ({ type }) => type),
    line(texts.hsa, ({ hsa_eligible }) => yes(hsa_eligible)),
    line(texts.national, ({ has_national_network }) => yes(has_national_network)),
    line(texts.referral, ({ specialist_referral_required }) => yes(specialist_referral_required)),
  ]
}

/** Benefits of all plans, in order of first appearance. */
function benefitLines(
  details: readonly (PlanDetail | undefined)[],
  texts: PlanTexts,
  language: MessageLanguage,
): Line[] {
  const names = new Set(details.flatMap((plan) => plan?.benefits.map(({ name }) => name) ?? []))
  return [...names].map((of) => ({
    label: benefitName(of, language),
    values: details.map((plan) => {
      const benefit = plan?.benefits.find(({ name }) => name === of)
      return benefit ? inNetwork(benefit, texts) : '-'
    }),
  }))
}
