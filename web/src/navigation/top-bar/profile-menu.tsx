import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useCurrentUser } from '../../access/current-user.ts'
import { useOwnPhoto } from '../../profile/own-photo.ts'
import { Portrait } from '../../profile/portrait.tsx'
import { useLazyPopover } from '../../ui/overlay/lazy-popover.ts'
import { useBarTexts } from './bar-texts.ts'
import css from './profile-menu.module.css'

const load = () => import('./profile-items.tsx')
const ProfileItems = lazy(async () => ({ default: (await load()).ProfileItems }))

/**
 * Signed-in user with My Account and Logout; visitors see Login (SHELL-40 to SHELL-42). In a narrow window it also has
 * the links of the bar.
 */
export function ProfileMenu({ compact = false }: { compact?: boolean }) {
  const user = useCurrentUser()
  const photo = useOwnPhoto()
  const texts = useBarTexts()
  const name = user?.name ?? texts.visitor
  const { props, popover, used } = useLazyPopover('menu', load)
  return (
    <>
      <button {...props} type="button" className={css.target} aria-label={compact ? texts.profile(name) : undefined}>
        <Portrait name={name} photo={photo} />
        {!compact && (
          <>
            <span className={css.name}>{name}</span>
            <IconChevronDown size={14} stroke={1.75} aria-hidden />
          </>
        )}
      </button>
      {used ? (
        <Suspense>
          <ProfileItems popover={popover} compact={compact} />
        </Suspense>
      ) : null}
    </>
  )
}
