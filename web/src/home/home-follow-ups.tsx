import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { type HomeFollowUp, type HomeGroupOf, home } from '@coverdesk/domain/home/home-contract.ts'
import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { ActionIcon } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import css from './home.module.css'
import { HomeSection } from './home-section.tsx'

const addressOf: Readonly<Record<HomeFollowUp['record'], (key: string) => string>> = {
  customer: (key) => paths.customerPage(Number(key)),
  unpaid: (key) => paths.policy(Number(key)),
  variance: (key) => paths.policy(Number(key)),
  lost: (key) => paths.policy(Number(key)),
  policy: (key) => paths.policy(Number(key)),
  application: (key) => paths.internalApplication(key),
  offline: (key) => paths.offlineApplication(Number(key)),
  lead: (key) => paths.lead(Number(key)),
  agent: (key) => paths.agent(Number(key)),
}

/** The user's notes whose follow-up day has come, oldest first, with a button that marks one as done. */
export function HomeFollowUps({ group, today }: { group: HomeGroupOf<'note'>; today: string }) {
  const complete = useSend(notes.completeFollowUp, { refreshes: [home.day, notes.list] })
  return (
    <HomeSection title="Follow-ups due" total={group.total}>
      <ul className={css.rows}>
        {group.data.map((row) => (
          <li key={row.id} className={`${css.row} ${css.followUp}`}>
            <span className={css.due} data-late={row.followUpOn < today || undefined}>
              {row.followUpOn === today ? 'Today' : showDate(row.followUpOn)}
            </span>
            <Link to={addressOf[row.record](row.key)} className={`${css.name} ${css.link}`}>
              {row.name}
            </Link>
            <span className={css.second}>{row.text}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Mark the follow-up with ${row.name} as done`}
              title="Done"
              disabled={complete.isPending}
              onClick={() =>
                complete.mutate(
                  { noteId: row.id },
                  { onError: (error) => toasts.failure("Couldn't mark the follow-up as done.", error) },
                )
              }
            >
              <IconCheck size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
