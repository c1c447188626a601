import {
  appliedCredit,
  type Enrollee,
  type EnrollmentGroup,
  type GroupPlan,
  leftOut,
  maxCredit,
  responsibility,
} from '@coverdesk/domain/enrollment/enrollment-groups.ts'
import { amountOf, showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSharedLanguage } from '../platform/page/reader-language.ts'
import { Missing } from '../ui/basics/money-cell.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { ShortSelect } from '../ui/choices/short-select.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { CreditField } from './credit-field.tsx'
import css from './enrollment-page.module.css'
import { useEnrollmentTexts } from './enrollment-texts.ts'

interface GroupCardProps {
  group: EnrollmentGroup
  groups: readonly EnrollmentGroup[]
  enrollees: readonly Enrollee[]
  /** Path where its plan is chosen. */
  plansAt: string
  /** What prevents submission, after the first attempt. */
  problem: string | null
  onMove(applicant: string, to: number | null): void
  onCredit(wantedCents: number): void
  onRemove(): void
}

/** Number of a group by position, from 1. */
const numberOf = (groups: readonly EnrollmentGroup[], id: number) => groups.findIndex((group) => group.id === id) + 1

/** Names of a group's members, as 'Mia Case and Leo Case'. */
function memberNames(
  { applicants }: EnrollmentGroup,
  enrollees: readonly Enrollee[],
  language: MessageLanguage,
): string {
  return new Intl.ListFormat(language).format(
    enrollees.flatMap(({ id, name }) => (applicants.includes(id) ? [name] : [])),
  )
}

/** The chosen plan: name, carrier and deductible. */
function Plan({ plan: { name, issuer, deductible, invented } }: { plan: GroupPlan }) {
  const texts = useEnrollmentTexts()
  const facts = [issuer, deductible ? texts.deductible(showMoney(deductible)) : null].filter(Boolean)
  return (
    <>
      <p>{name}</p>
      <p className={css.quiet}>{facts.join(', ')}</p>
      {invented ? <StatusPill tone="amber">{texts.invented}</StatusPill> : null}
    </>
  )
}

/** A group: members, plan and applied credit (ENROLL-01 to ENROLL-08). */
export function GroupCard({ group, groups, enrollees, plansAt, problem, onMove, onCredit, onRemove }: GroupCardProps) {
  const size = usePhone() ? 'xl' : 'sm'
  const texts = useEnrollmentTexts()
  const language = useSharedLanguage()
  const name = texts.group(numberOf(groups, group.id))
  const applied = appliedCredit(enrollees, group, groups)
  return (
    <section className={css.group} aria-label={name} data-wrong={problem ? true : undefined}>
      <div className={css.groupHead}>
        <h2>
          {name} <span className={css.members}>{memberNames(group, enrollees, language)}</span>
        </h2>
        {groups.length > 1 ? (
          <Button size={size} variant="subtle" aria-label={texts.removeOne(name)} onClick={onRemove}>
            {texts.removeGroup}
          </Button>
        ) : null}
      </div>
      {problem ? <NoticeLine tone="red">{problem}</NoticeLine> : null}
      <Members group={group} groups={groups} enrollees={enrollees} onMove={onMove} />
      <div className={css.plan}>
        <div className={css.planName}>
          <h3>{texts.plan}</h3>
          {group.plan ? <Plan plan={group.plan} /> : <p className={css.quiet}>{texts.noPlan}</p>}
        </div>
        {group.applicants.length > 0 ? (
          <Button
            size={size}
            variant={group.plan ? 'default' : 'filled'}
            renderRoot={(props) => <Link to={plansAt} {...props} />}
            aria-label={group.plan ? texts.changePlanOf(name) : texts.choosePlanOf(name)}
          >
            {group.plan ? texts.changePlan : texts.choosePlan}
          </Button>
        ) : null}
      </div>
      <CreditField group={name} value={applied} most={maxCredit(enrollees, group, groups)} onChange={onCredit} />
      <Sums premium={group.plan?.premiumCents ?? null} applied={applied} />
    </section>
  )
}

function Members({
  group,
  groups,
  enrollees,
  onMove,
}: Pick<GroupCardProps, 'group' | 'groups' | 'enrollees' | 'onMove'>) {
  const texts = useEnrollmentTexts()
  if (group.applicants.length === 0) return <p className={css.quiet}>{texts.noMembers}</p>
  return (
    <ul className={css.people}>
      {enrollees
        .filter(({ id }) => group.applicants.includes(id))
        .map((enrollee) => (
          <Member key={enrollee.id} enrollee={enrollee} groups={groups} onMove={onMove} of={group.id} />
        ))}
    </ul>
  )
}

/** Value of a person's group select for no group. */
const none = 'none'

/** A person with the own credit and the group, which may be none for one who may get Medicaid or CHIP. */
function Member({
  enrollee: { id, name, aptcCents, mayHaveMedicaid },
  groups,
  of,
  onMove,
}: Pick<GroupCardProps, 'groups' | 'onMove'> & { enrollee: Enrollee; of: number | null }) {
  const phone = usePhone()
  const texts = useEnrollmentTexts()
  const choices = groups.map((one) => ({ value: String(one.id), label: texts.group(numberOf(groups, one.id)) }))
  return (
    <li className={css.person}>
      <span className={css.personName}>{name}</span>
      <span className={`figures ${css.quiet}`}>{texts.credit(showMoney(amountOf(aptcCents)))}</span>
      <ShortSelect
        size={phone ? 'xl' : 'sm'}
        aria-label={texts.groupOf(name)}
        className={css.groupSelect}
        choices={mayHaveMedicaid ? [...choices, { value: none, label: texts.notEnrolling }] : choices}
        value={of === null ? none : String(of)}
        onChange={(value) => onMove(id, value === none ? null : Number(value))}
      />
    </li>
  )
}

/** People who may get Medicaid or CHIP and are not enrolled here unless someone moves them into a group. */
export function LeftOut({ groups, enrollees, onMove }: Pick<GroupCardProps, 'groups' | 'enrollees' | 'onMove'>) {
  const texts = useEnrollmentTexts()
  const people = leftOut(enrollees, groups)
  if (people.length === 0) return null
  return (
    <section className={css.group} aria-label={texts.notEnrolling}>
      <div className={css.groupHead}>
        <h2>{texts.notEnrolling}</h2>
      </div>
      <NoticeLine tone="blue">{texts.mayHaveMedicaid}</NoticeLine>
      <ul className={css.people}>
        {people.map((enrollee) => (
          <Member key={enrollee.id} enrollee={enrollee} groups={groups} onMove={onMove} of={null} />
        ))}
      </ul>
    </section>
  )
}

function Sums({ premium, applied }: { premium: number | null; applied: number }) {
  const texts = useEnrollmentTexts()
  const shown = (cents: number | null) => (cents === null ? <Missing /> : showMoney(amountOf(cents)))
  return (
    <dl className={css.sums}>
      <div>
        <dt>{texts.premium}</dt>
        <dd className="figures">{shown(premium)}</dd>
      </div>
      <div>
        <dt>{texts.creditApplied}</dt>
        <dd className="figures">{shown(premium === null ? null : applied)}</dd>
      </div>
      <div className={css.rest}>
        <dt>{texts.responsibility}</dt>
        <dd className="figures">{shown(premium === null ? null : responsibility(premium, applied))}</dd>
      </div>
    </dl>
  )
}
