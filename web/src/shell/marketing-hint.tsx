import { IconBellOff } from '@tabler/icons-react'
import { usePhone } from '../ui/use-phone.ts'
import classes from './marketing-hint.module.css'

const sentence = "Marketing isn't enabled for your account, talk to your administrator"

/** The top bar's word on marketing to agents who have none (ACCESS-20, A-038); on a phone there is no room for it. */
export function MarketingHint() {
  if (usePhone()) return null
  return (
    <p className={classes.hint} title={sentence}>
      <IconBellOff size={14} stroke={1.75} aria-hidden />
      <span>{sentence}</span>
    </p>
  )
}
