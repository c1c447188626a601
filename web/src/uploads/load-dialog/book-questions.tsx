import { commissionHeading } from '@coverdesk/domain/commissions/commission-heading.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { longMonthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import { policyFieldLabel } from '@coverdesk/domain/policies/policy-field-words.ts'
import type { BookFindings, FilePart, ImportRun, MemberAmount } from '@coverdesk/domain/uploads/upload-contract.ts'
import { Checkbox } from '@mantine/core'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import css from '../load-policies.module.css'
import { LoadSelect } from './load-policies-period.tsx'
import type { LoadForm } from './use-load-form.ts'

const parts: readonly { value: FilePart; label: string }[] = [
  { value: 'state', label: 'All policies of its states' },
  { value: 'agent', label: 'All policies of its agents' },
  { value: 'some', label: 'Only some policies' },
]

/** What the file holds of the carrier's policies. */
export function PartSelect({ part, onPart }: { part: FilePart | null; onPart(part: FilePart | null): void }) {
  const index = parts.findIndex(({ value }) => value === part)
  return (
    <LoadSelect
      label="This file holds"
      empty="All of the carrier's policies"
      value={index < 0 ? null : index + 1}
      choices={parts.map(({ label }, at) => ({ value: at + 1, label }))}
      onChange={(at) => onPart(at === null ? null : (parts[at - 1]?.value ?? null))}
    />
  )
}

/** Asks about many missing policies and about an older month, before either is loaded. */
export function BookQuestions({
  run,
  form,
  change,
}: {
  run: ImportRun
  form: LoadForm
  change(part: Partial<LoadForm>): void
}) {
  const { book, counts } = run
  if (!book || !counts) return null
  const statement = commissionHeading(run.headings)
  const { newer, standing, unknownAgents, withoutAgent, memberAmounts = [] } = book
  const { members = 0, otherVersions = 0, shiftedTermDates = 0 } = book
  return (
    <div className={css.problems}>
      {book.lostZeros ? <NoticeLine tone="red">{lostZerosInWords(book.lostZeros)}</NoticeLine> : null}
      {statement === null ? null : (
        <NoticeLine tone="red">
          This looks like a commission statement: it has “{statement}”, and no column says when coverage starts. Cancel,
          and choose Load Commissions for it. Loaded here, it changes names and agents of policies, and pays nothing.
        </NoticeLine>
      )}
      {book.ofOtherCarrier ? (
        <NoticeLine tone="red">{ofOtherCarrierInWords(book.ofOtherCarrier, run.carrierName)}</NoticeLine>
      ) : null}
      {book.nameless ? <NoticeLine tone="amber">{namelessInWords(book.nameless)}</NoticeLine> : null}
      {withoutAgent > 0 ? (
        <NoticeLine tone="amber">
          {withoutAgent === 1 ? '1 policy has an NPN' : `${showCount(withoutAgent)} policies have NPNs`} that no agent
          here has: {unknownAgents.map(({ npn, policies }) => `${npn} (${showCount(policies)})`).join(', ')}
          {unknownAgents.reduce((sum, { policies }) => sum + policies, 0) < withoutAgent ? ' and others' : ''}. They are
          loaded without an agent; once an agent with that NPN is added, they are that agent’s.
        </NoticeLine>
      ) : null}
      {members > 0 ? (
        <NoticeLine tone="blue">
          {members === 1 ? '1 row is a dependent' : `${showCount(members)} rows are dependents`} of a policy’s
          subscriber. {members === 1 ? 'It counts' : 'They count'} as members of that policy, not as policies.
        </NoticeLine>
      ) : null}
      {memberAmounts.map((of) => (
        <NoticeLine key={of.field} tone="amber">
          {amountsInWords(of)}
        </NoticeLine>
      ))}
      {otherVersions > 0 ? (
        <NoticeLine tone="blue">
          {otherVersions === 1 ? '1 row is' : `${showCount(otherVersions)} rows are`} another year or agent of a policy
          that the file has twice. The row in force in this month is loaded.
        </NoticeLine>
      ) : null}
      {shiftedTermDates > 0 ? (
        <NoticeLine tone="blue">
          By this carrier’s terms its files name the first day without coverage.{' '}
          {shiftedTermDates === 1 ? '1 term date is' : `${showCount(shiftedTermDates)} term dates are`} stored as the
          day before.
        </NoticeLine>
      ) : null}
      {newer ? (
        <NoticeLine tone="amber">
          {longMonthNames[newer.month - 1]} {newer.year} is already loaded.{' '}
          {form.setBack
            ? 'This older file replaces its data.'
            : 'What newer files say stays. This older file adds policies that are not loaded yet, as missing from the newer one, and says what was due for its months.'}{' '}
          <Checkbox
            className={css.inline}
            checked={form.setBack}
            onChange={({ currentTarget }) => change({ setBack: currentTarget.checked })}
            label="Replace newer data"
          />
        </NoticeLine>
      ) : null}
      {book.cleared.length > 0 || form.keepEmpty ? (
        <NoticeLine tone="amber">
          {form.keepEmpty ? 'Stored values stay where the file is empty.' : clearedInWords(book.cleared)}{' '}
          <Checkbox
            className={css.inline}
            checked={form.keepEmpty}
            onChange={({ currentTarget }) => change({ keepEmpty: currentTarget.checked, confirmMissing: null })}
            label="Keep what is stored where the file is empty"
          />
        </NoticeLine>
      ) : null}
      {book.manyMissing ? (
        <NoticeLine tone="red">
          {showCount(counts.missing)} of {showCount(standing)} policies ({Math.round((counts.missing * 100) / standing)}
          %) are not in this file and become missing.{' '}
          <Checkbox
            className={css.inline}
            checked={form.confirmMissing === counts.missing}
            onChange={({ currentTarget }) => change({ confirmMissing: currentTarget.checked ? counts.missing : null })}
            label={`Mark ${showCount(counts.missing)} ${counts.missing === 1 ? 'policy' : 'policies'} as missing`}
          />
        </NoticeLine>
      ) : null}
    </div>
  )
}

function lostZerosInWords({ policies, example }: NonNullable<BookFindings['lostZeros']>): string {
  const short = example.replace(/^0+/, '')
  return `${policies === 1 ? '1 new number is a known one' : `${showCount(policies)} new numbers are known ones`} without the zeros in front, such as ${short} for ${example}: a spreadsheet took them. Get the file again, and format the column of numbers as text; otherwise ${policies === 1 ? 'it becomes a second policy' : 'they become second policies'}.`
}

/** '12 of 12 new numbers are policies of Ambetter with the same insured, such as U1000001. Check the carrier …' */
function ofOtherCarrierInWords(
  { carrierName, policies, checked, example }: NonNullable<BookFindings['ofOtherCarrier']>,
  chosen: string | null,
): string {
  return `${showCount(policies)} of ${showCount(checked)} new ${checked === 1 ? 'number' : 'numbers'} ${policies === 1 ? 'is a policy' : 'are policies'} of ${carrierName} with the same insured, such as ${example}. Check the carrier: otherwise ${policies === 1 ? 'it becomes a second policy' : 'they become second policies'} of ${chosen ?? 'this carrier'}.`
}

/** What a file without names means for its policies. */
function namelessInWords({ new: added, known }: NonNullable<BookFindings['nameless']>): string {
  const news = `${showCount(added)} new ${added === 1 ? 'policy is' : 'policies are'} listed as “No name” with ${added === 1 ? 'its number' : 'their numbers'} until a later file names the insured`
  const others = `${showCount(known)} known ${known === 1 ? 'policy keeps its name' : 'policies keep their names'}`
  return `No column holds the names of the insured: ${[added > 0 && news, known > 0 && others].filter(Boolean).join(', and ')}. If one does, choose it under Headings.`
}

/** 'Monthly premium: 3 dependents’ rows of 2 policies have another amount than their subscriber’s, $310.00 in all …' */
function amountsInWords({ field, rows, policies, amount }: MemberAmount): string {
  return `${policyFieldLabel(field)}: ${rows === 1 ? '1 dependent’s row has' : `${showCount(rows)} dependents’ rows of ${showCount(policies)} ${policies === 1 ? 'policy' : 'policies'} have`} another amount than the subscriber’s, ${showMoney(amount)} in all. A policy gets its subscriber’s amount alone. If that is not the amount of the whole policy, add the others to it in the file.`
}

/** 'Empty cells of this file clear 14 stored values: Email (12), Phone (2).' */
function clearedInWords(cleared: BookFindings['cleared']): string {
  const all = cleared.reduce((sum, { values }) => sum + values, 0)
  const fields = cleared.map(({ field, values }) => `${policyFieldLabel(field)} (${showCount(values)})`).join(', ')
  return `Empty cells of this file clear ${showCount(all)} stored ${all === 1 ? 'value' : 'values'}: ${fields}.`
}
