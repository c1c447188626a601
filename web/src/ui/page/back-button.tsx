import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import css from './back-button.module.css'

/** Back to where the person came from; to `to` for somebody who came by the address. */
export function BackButton({ to }: { to: string }) {
  const { history } = useRouter()
  const navigate = useNavigate()
  const back = () => (history.canGoBack() ? history.back() : void navigate({ to }))
  return (
    <button type="button" className={css.back} aria-label="Back" onClick={back}>
      <IconArrowLeft size={18} stroke={1.75} aria-hidden />
    </button>
  )
}
