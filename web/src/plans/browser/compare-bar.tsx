import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import type { PlanDetail, PlanRow } from '@coverdesk/domain/plans/plan-contract.ts'
import type { UseLevel } from '@coverdesk/domain/plans/yearly-cost.ts'
import { ActionIcon, Button, Checkbox } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useState } from 'react'
import { useSharedLanguage } from '../../platform/page/reader-language.ts'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useUiTexts } from '../../ui/texts/ui-texts.ts'
import { inNetwork } from '../benefit-price.ts'
import { benefitName } from '../benefit-words.ts'
import { dollars, monthly, wholeDollars } from '../plan-facts.tsx'
import { type PlanTexts, usePlanTexts } from '../plan-texts.ts'
import { InventedPlans } from '../plans-header.tsx'
import css from './compare-bar.module.css'

/** Query of one plan's details. */
export type PlanDetailQuery = (planId: string) => UseQueryOptions<PlanDetail>

interface CompareBarProps {
  /** Ids of the chosen plans. */
  compared: readonly string[]
  planDetailQuery: PlanDetailQuery
  /** Path of a plan's details. */
  detailsOf(planId: string): string
  /** Level of use of the yearly cost. */
  use: UseLevel
  onTakeOff(planId: string): void
  onClear(): void
  onChoose?: ((plan: PlanRow) => void) | undefined
}

/**
 * Bar with the plans chosen for comparison, over the end of the list. The plans are read for the people of the list: another
 * household or county changes their prices. One that is not offered to these people is left out.
 */
export function CompareBar({ compared, planDetailQuery, onClear, ...actions }: CompareBarProps) {
  const [open, setOpen] = useState(false)
  const phone = usePhone()
  const size = phone ? 'xl' : 'sm'
  const texts = usePlanTexts()
  const answers = useQueries({ queries: compared.map((id) => planDetailQuery(id)) })
  const plans = answers.flatMap(({ data }) => (data ? [data] : []))
  const waits = answers.some(({ isPending }) => isPending)
  const count = answers.filter(({ data, isPending }) => data !== undefined || isPending).length
  return (
    <>
      {count > 0 ? (
        <section className={css.bar} aria-label={texts.toCompare}>
          <strong>{texts.compareCount(count)}</strong>
          <ul>
            {plans.map(({ id, name }) => (
              <li key={id}>
                <span>{name}</span>
                <button type="button" aria-label={texts.remove(name)} onClick={() => actions.onTakeOff(id)}>
                  <IconX size={14} stroke={1.75} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
          <Button size={size} variant="filled" disabled={count < 2} onClick={() => setOpen(true)}>
            {texts.compare}
          </Button>
          <Button size={size} variant="subtle" onClick={onClear}>
            {texts.clear}
          </Button>
        </section>
      ) : null}
      <Dialog
        opened={open && count > 0}
        onClose={() => setOpen(false)}
        title={texts.comparePlans}
        closeButtonProps={{ 'aria-label': useUiTexts().close }}
        size="min(1120px, 100%)"
        fullScreen={phone}
      >
        <Comparison plans={plans} waits={waits} {...actions} />
      </Dialog>
    </>
  )
}

interface Line {
  label: string
  values: readonly string[]
}

interface ComparisonProps extends Pick<CompareBarProps, 'detailsOf' | 'use' | 'onTakeOff' | 'onChoose'> {
  plans: readonly PlanDetail[]
  /** Whether some of the plans are still loading. */
  waits: boolean
}

/** Plans side by side, row by row; optionally only the differences. */
function Comparison({ plans, waits, detailsOf, use, onTakeOff, onChoose }: ComparisonProps) {
  const texts = usePlanTexts()
  const language = useSharedLanguage()
  const phone = usePhone()
  const [apart, setApart] = useState(false)
  const lines = [...factLines(plans, use, texts), ...benefitLines(plans, texts, language)]
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
              {plans.map(({ id, issuer, name }) => (
                <th key={id} scope="col">
                  <span>{issuer.name}</span>
                  <Link to={detailsOf(id)}>{name}</Link>
                </th>
              ))}
            </tr>
            <tr>
              <td />
              {plans.map((plan) => (
                <td key={plan.id}>
                  <div className={css.actions}>
                    {onChoose ? (
                      <Button
                        size={phone ? 'xl' : 'sm'}
                        variant="filled"
                        aria-label={texts.chooseOne(plan.name)}
                        onClick={() => onChoose(plan)}
                      >
                        {texts.choose}
                      </Button>
                    ) : null}
                    <ActionIcon
                      size={phone ? 44 : 28}
                      ms={phone ? -14 : 0}
                      variant="subtle"
                      color="gray"
                      aria-label={texts.remove(plan.name)}
                      onClick={() => onTakeOff(plan.id)}
                    >
                      <IconX size={16} stroke={1.75} aria-hidden />
                    </ActionIcon>
                  </div>
                </td>
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
      {waits ? (
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

function factLines(plans: readonly PlanDetail[], use: UseLevel, texts: PlanTexts): Line[] {
  const line = (label: string, value: (plan: PlanDetail) => string): Line => ({ label, values: plans.map(value) })
  const yes = (is: boolean) => (is ? texts.yes : texts.no)
  return [
    line(texts.monthlyPremium, ({ promo_premium }) => monthly(promo_premium, texts)),
    line(texts.beforeCredit, ({ premium }) => showMoney(premium) || '-'),
    line(texts.deductible, ({ deductible }) => (deductible === null ? '-' : dollars(deductible))),
    line(texts.moop, ({ moop }) => (moop === null ? '-' : dollars(moop))),
    line(texts.yearlyCostAt[use], ({ yearly_costs }) => (yearly_costs ? wholeDollars(yearly_costs[use]) : '-')),
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
function benefitLines(plans: readonly PlanDetail[], texts: PlanTexts, language: MessageLanguage): Line[] {
  const names = new Set(plans.flatMap(({ benefits }) => benefits.map(({ name }) => name)))
  return [...names].map((of) => ({
    label: benefitName(of, language),
    values: plans.map(({ benefits }) => {
      const benefit = benefits.find(({ name }) => name === of)
      return benefit ? inNetwork(benefit, texts) : '-'
    }),
  }))
}
