import {
  EmergencyRequest,
  emergency,
  emergencyMinutes,
  mayRequestEmergency,
} from '@coverdesk/domain/emergency/emergency-contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { refreshCurrentUser, useCurrentUser, useHasAccess } from '../access/current-user.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { showInstant } from '../ui/basics/instant.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { SegmentedField } from '../ui/fields/choice-fields.tsx'
import { TextareaField } from '../ui/fields/text-fields.tsx'
import { FormSection, PageFormPart } from '../ui/form/page-form.tsx'
import { FailedLine } from '../ui/page/failed-state.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'

/** The select holds a string. */
const AskFields = z.strictObject({
  reason: EmergencyRequest.shape.reason,
  minutes: z.string().transform(Number).pipe(EmergencyRequest.shape.minutes),
})
type AskFields = z.input<typeof AskFields>

const durations: Record<(typeof emergencyMinutes)[number], string> = {
  30: '30 minutes',
  60: '1 hour',
  120: '2 hours',
  240: '4 hours',
}

/** In My Account: requests emergency access, shows its state, and ends it. */
export function EmergencySection() {
  return useHasAccess(mayRequestEmergency) ? <OwnEmergency /> : null
}

function OwnEmergency() {
  const { data, error, refetch } = useQuery({
    ...apiQuery(emergency.own, {}),
    refetchInterval: ({ state }) => (state.data ? 10_000 : false),
  })
  const person = useCurrentUser()
  const active = data?.state === 'active'
  const shown = person !== undefined && person.emergencyUntil !== null
  // The menu and the strip depend on the current user.
  useEffect(() => {
    if (data !== undefined && active !== shown) refreshCurrentUser()
  }, [data, active, shown])
  const end = useSend(emergency.end, { refreshes: [emergency.own] })
  return (
    <FormSection
      title="Emergency access"
      note="If a client needs help and you don't have access to their records, you can read all clients' records for up to 4 hours. A security administrator or administrator has to approve it, all of them are notified, and every read is recorded."
    >
      {error ? (
        <FailedLine title="Couldn't load emergency access." why={failureMessage(error)} retry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonBar width="60%" height={16} />
      ) : data === null ? (
        <AskForm />
      ) : (
        <NoticeLine
          tone="amber"
          action={
            <Button
              size="sm"
              loading={end.isPending}
              onClick={() =>
                end.mutate(
                  { id: data.id },
                  {
                    onSuccess: refreshCurrentUser,
                    onError: (failure) => toasts.failure("Couldn't end emergency access:", failure),
                  },
                )
              }
            >
              {active ? 'End now' : 'Withdraw'}
            </Button>
          }
        >
          {active && data.until
            ? `You have emergency access until ${showInstant(data.until)}.`
            : 'You requested emergency access. It starts when someone approves it.'}
        </NoticeLine>
      )}
    </FormSection>
  )
}

function AskForm() {
  const send = useSend(emergency.ask, { refreshes: [emergency.own] })
  const blank = { reason: '', minutes: '30' }
  return (
    <PageFormPart
      label="Emergency access"
      schema={AskFields}
      values={blank}
      submit="Request access"
      draftKey="emergency"
      onSubmit={async (fields) => {
        await send.mutateAsync(fields)
        toasts.success('Emergency access requested')
        return blank
      }}
    >
      <TextareaField<AskFields> name="reason" label="Reason" maxLength={500} rows={2} />
      <SegmentedField<AskFields>
        name="minutes"
        label="For"
        choices={emergencyMinutes.map((minutes) => ({ value: String(minutes), label: durations[minutes] }))}
      />
    </PageFormPart>
  )
}
