import { IconBellOff } from '@tabler/icons-react'
import { useId } from 'react'
import { usePhone } from '../../ui/basics/use-phone.ts'
import css from './marketing-hint.module.css'

const sentence = "Marketing isn't enabled for your account, talk to your administrator"

/** The top bar's word on marketing to agents who have none (ACCESS-20, A-038); on a phone behind its icon. */
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

/** The browser's own pop-over: it closes with Escape, or with a press elsewhere. */
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
