import type { HomeGroupOf } from '@coverdesk/domain/home/home-contract.ts'
import { ptoStatuses } from '@coverdesk/domain/pto/pto-rules.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { paths, withQuery } from '../platform/address/paths.ts'
import { timeInWords } from '../pto/pto-words.ts'
import css from './home.module.css'
import { HomeSection } from './home-section.tsx'

type TimeOff = HomeGroupOf<'pto'>['data'][number]

interface Decision {
  row: TimeOff
  status: 'Approved' | 'Denied'
}

const DecideTimeOff = lazy(async () => ({ default: (await import('./decide-time-off.tsx')).DecideTimeOff }))

/** Requests for time off, decided in place; one's own is decided by a colleague. */
export function HomeTimeOff({ group, userId }: { group: HomeGroupOf<'pto'>; userId: number }) {
  const [asked, setAsked] = useState<Decision>()
  const [opened, setOpened] = useState(false)
  const ask = (row: TimeOff, status: Decision['status']) => {
    setAsked({ row, status })
    setOpened(true)
  }
  return (
    <HomeSection
      title="Time off to decide"
      total={group.total}
      address={withQuery(paths.pto, { statusId: ptoStatuses.Requested })}
    >
      <ul className={css.rows}>
        {group.data.map((row) => (
          <li key={row.id} className={`${css.row} ${css.request}`}>
            <span className={css.name}>{row.agent}</span>
            <span className={css.second}>{timeInWords(row)}</span>
            {row.requesterId === userId ? (
              <span className={css.second}>Your own</span>
            ) : (
              <>
                <Button size="xs" aria-label={`Approve time off of ${row.agent}`} onClick={() => ask(row, 'Approved')}>
                  Approve
                </Button>
                <Button
                  size="xs"
                  variant="subtle"
                  aria-label={`Deny time off of ${row.agent}`}
                  onClick={() => ask(row, 'Denied')}
                >
                  Deny
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {asked ? <DecideTimeOff {...asked} opened={opened} onClose={() => setOpened(false)} /> : null}
      </Suspense>
    </HomeSection>
  )
}
