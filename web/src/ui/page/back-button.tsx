import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useUiTexts } from '../texts/ui-texts.ts'
import css from './back-button.module.css'

/** Goes back in the history, or to `to` if the page was opened by its URL. */
export function BackButton({ to }: { to: string }) {
  const { history } = useRouter()
  const navigate = useNavigate()
  const back = () => (history.canGoBack() ? history.back() : void navigate({ to }))
  return (
    <button type="button" className={css.back} aria-label={useUiTexts().back} data-print="no" onClick={back}>
      <IconArrowLeft size={18} stroke={1.75} aria-hidden />
    </button>
  )
}
