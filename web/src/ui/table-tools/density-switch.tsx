import { ActionIcon } from '@mantine/core'
import { IconBaselineDensityLarge, IconMenu2 } from '@tabler/icons-react'
import { memo } from 'react'
import type { PreferenceState } from '../basics/list-column.ts'
import css from './column-chooser.module.css'

/** Row height of 32 or 40 px; saved with the columns. */
export const DensitySwitch = memo(function DensitySwitch({ preference }: { preference: PreferenceState }) {
  const roomy = preference.value.density === 'comfortable'
  const Icon = roomy ? IconBaselineDensityLarge : IconMenu2
  return (
    <ActionIcon
      variant="subtle"
      size={30}
      c="var(--text-2)"
      className={css.button}
      aria-label="Roomy rows"
      aria-pressed={roomy}
      title={roomy ? 'Compact rows' : 'Comfortable rows'}
      onClick={() => preference.onChange({ ...preference.value, density: roomy ? 'compact' : 'comfortable' })}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
})
