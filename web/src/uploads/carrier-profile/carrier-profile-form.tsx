import { Failure, type FailureDetail } from '@coverdesk/domain/failure.ts'
import type { OutputOf } from '@coverdesk/domain/platform/route.ts'
import { policyFile } from '@coverdesk/domain/policies/policy-csv.ts'
import { profileProblems } from '@coverdesk/domain/uploads/profile-problems.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useHasAccess } from '../../access/current-user.ts'
import { useSend } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { showInstant } from '../../ui/basics/instant.ts'
import css from './carrier-profile.module.css'
import { ProfileDates } from './profile-dates.tsx'
import { differs, draftOf, profileOf } from './profile-draft.ts'
import { ProfileHeadings } from './profile-headings.tsx'
import { ProfileTest } from './profile-test.tsx'
import { ProfileValues } from './profile-values.tsx'

type Stored = OutputOf<typeof uploads.profile>

interface Props {
  stored: Stored
  /** Fetches the current version. */
  onReload(): Promise<unknown>
  onDirty(dirty: boolean): void
  onClose(): void
}

/** Form of one carrier's profile; validates before it sends anything. */
export function CarrierProfileForm({ stored, onReload, onDirty, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(stored.profile))
  const [shown, setShown] = useState(stored)
  const save = useSend(uploads.saveProfile, { refreshes: [uploads.profile] })
  const mayLoad = useHasAccess(uploads.saveProfile.allow)
  const profile = useMemo(() => profileOf(draft), [draft])
  const problems = useMemo(() => profileProblems(policyFile, profile), [profile])
  const dirty = useMemo(() => differs(draft, shown.profile), [draft, shown])
  useEffect(() => {
    onDirty(dirty)
  }, [dirty, onDirty])
  const take = (fresh: Stored) => {
    setShown(fresh)
    setDraft(draftOf(fresh.profile))
  }
  useEffect(() => {
    if (stored.version > shown.version && !dirty) take(stored)
  })
  const send = () =>
    save.mutate(
      { carrierId: shown.carrierId, version: shown.version, profile },
      {
        onSuccess: (fresh) => {
          setShown(fresh)
          // What was typed while it was sent stays.
          setDraft((now) => (now === draft ? draftOf(fresh.profile) : now))
          toasts.success('Carrier profile saved')
        },
      },
    )
  return (
    <>
      <div className={css.body}>
        <ProfileHeadings draft={draft} onDraft={setDraft} problems={problems} />
        <ProfileValues draft={draft} onDraft={setDraft} problems={problems} />
        <ProfileDates draft={draft} onDraft={setDraft} problems={problems} />
        {mayLoad ? <ProfileTest carrierId={shown.carrierId} profile={profile} broken={problems.length > 0} /> : null}
      </div>
      <footer className={css.footer}>
        <FormStatus
          stored={shown}
          problems={problems}
          error={save.error}
          onReload={async () => {
            save.reset()
            onDirty(false)
            setShown((before) => ({ ...before, version: -1 }))
            setDraft(draftOf(shown.profile))
            await onReload()
          }}
        />
        <Button variant="subtle" onClick={onClose}>
          Close
        </Button>
        <Button
          variant="filled"
          loading={save.isPending}
          disabled={!mayLoad || !dirty || problems.length > 0}
          onClick={send}
        >
          Save profile
        </Button>
      </footer>
    </>
  )
}

interface FormStatusProps {
  stored: Stored
  problems: readonly FailureDetail[]
  error: Error | null
  onReload(): Promise<void>
}

function FormStatus({ stored, problems, error, onReload }: FormStatusProps) {
  if (error)
    return (
      <span className={css.error} role="alert">
        <IconAlertCircle size={16} stroke={1.75} aria-hidden />
        <span>{failureMessage(error)}</span>
        {error instanceof Failure && error.code === 'record.changed' ? (
          <Button size="xs" onClick={() => void onReload()}>
            Reload
          </Button>
        ) : null}
      </span>
    )
  if (problems.length > 0)
    return (
      <span className={css.error} role="alert">
        <IconAlertCircle size={16} stroke={1.75} aria-hidden />
        {problems.length === 1 ? '1 entry to correct' : `${problems.length} entries to correct`}
      </span>
    )
  const by = stored.savedBy === null ? '' : ` by ${stored.savedBy}`
  const when = stored.savedAt === null ? '' : `, saved ${showInstant(stored.savedAt)}${by}`
  return (
    <span className={css.said}>
      {stored.version === 0
        ? 'No profile saved yet. The standard headings are used'
        : `Version ${stored.version}${when}`}
    </span>
  )
}
