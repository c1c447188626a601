import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { CarrierProfile, HeadingUse } from '@coverdesk/domain/uploads/carrier-profile.ts'
import { useMemo, useState } from 'react'
import { StatusPill } from '../../ui/basics/status-pill.tsx'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { fileNote } from '../load-dialog/load-check.tsx'
import { useDryRun } from '../load-dialog/use-dry-run.ts'
import { wholeBook } from '../load-dialog/use-load-form.ts'
import { usesInWords } from '../mapping/heading-choices.ts'
import { CheckCounts } from '../rows/check-counts.tsx'
import { periodOf } from '../upload-period.ts'
import css from './carrier-profile.module.css'

interface Props {
  carrierId: number
  /** The profile in the form, saved or not. */
  profile: CarrierProfile
  /** The profile has problems, so it can't be tested. */
  broken: boolean
}

const noChoices = {}

/** Tests the unsaved profile on a file: heading matches and refused rows. Writes nothing. */
export function ProfileTest({ carrierId, profile, broken }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const order = useMemo(() => {
    if (!file || broken) return null
    return {
      kind: 'policies' as const,
      carrierId,
      ...periodOf(todayIn(new Date())),
      file,
      mapping: noChoices,
      values: noChoices,
      headingLine: null,
      book: wholeBook,
      profile,
      attempt: 0,
    }
  }, [file, broken, carrierId, profile])
  const dryRun = useDryRun(order)
  const { run, failure, checking } = dryRun
  return (
    <section aria-labelledby="profile-test">
      <h3 id="profile-test">Test on a file</h3>
      <p className={css.help}>Reads a file with the unsaved profile. Nothing is loaded.</p>
      <FileDrop
        file={file}
        onFile={setFile}
        note={fileNote(dryRun)}
        error={checking ? undefined : (failure ?? undefined)}
      />
      {run ? (
        <div className={css.tested} data-old={checking || undefined}>
          <p className={css.help}>{usesInWords(run.headings, noChoices, 'the unsaved profile')}</p>
          <ul className={css.uses}>
            {run.headings.map((use) => (
              <li key={use.heading}>
                <span>{use.heading}</span>
                <ReadAs use={use} />
              </li>
            ))}
          </ul>
          {run.counts ? <CheckCounts kind="policies" run={run} /> : null}
          {run.problems.slice(0, 5).map((problem) => (
            <p key={`${problem.line} ${problem.column}`} className={css.problem}>
              Line {problem.line}, {problem.column ?? 'whole row'}: {problem.reason}
            </p>
          ))}
        </div>
      ) : null}
    </section>
  )
}

function ReadAs({ use }: { use: HeadingUse }) {
  if (use.field === null) return <span className={css.unused}>Not used</span>
  if (use.by === 'guess') return <StatusPill tone="amber">{`${use.field}, guessed`}</StatusPill>
  return <strong>{use.field}</strong>
}
