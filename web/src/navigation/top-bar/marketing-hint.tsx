import { IconBellOff } from '@tabler/icons-react'
import { useId } from 'react'
import { usePhone } from '../../ui/basics/use-phone.ts'
import css from './marketing-hint.module.css'

const sentence = "Marketing isn't enabled for your account, talk to your administrator"

/** Hint about marketing for agents without it (ACCESS-20, A-038); behind its icon on a phone. */
export function MarketingHint() {
  return usePhone() ? (
    <HintOnPhone />
  ) : (
    <p className={css.hint} title={sentence}>
      <IconBellOff size={14} stroke={1.75} aria-hidden />
      <span>{sentence}</span>
    </p>
  )
}

/** A native popover: closes with Escape or a click elsewhere. */
function HintOnPhone() {
  const id = useId()
  return (
    <>
      <button type="button" className={css.button} popoverTarget={id} aria-label={sentence}>
        <IconBellOff size={20} stroke={1.75} aria-hidden />
      </button>
      <p id={id} popover="auto" className={css.words}>
        {sentence}
      </p>
    </>
  )
}
