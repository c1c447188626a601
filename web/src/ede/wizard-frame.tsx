import { type EdeStep, edeSteps } from '@coverdesk/domain/ede/ede-answers.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconArrowLeft, IconCheck } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { Logo } from '../brand/logo.tsx'
import { useLanguage } from '../platform/page/reader-language.ts'
import { SessionClocks } from '../session-timeout/session-clocks.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { LanguageButton } from '../ui/language/language-button.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { useEdeTexts } from './use-ede-texts.ts'
import type { SaveState } from './use-saved-application.ts'
import css from './wizard.module.css'

interface WizardFrameProps {
  /** Beside the name of the agency. */
  title: string
  saveState?: SaveState
  /** Where 'Save and exit' and the arrow of a phone lead. */
  exit: { to: string; label: string }
  /** On a phone instead of the title. */
  step?: EdeStep
  onReload?(): void
  /** Saves before the exit; false stays on the page. */
  onExit?(): Promise<boolean>
  children: ReactNode
}

/** Frame of /ede/app/: name, title, state of saving, language and the way out; no sidebar of the portal. */
export function WizardFrame({ title, saveState, exit, step, onReload, onExit, children }: WizardFrameProps) {
  const texts = useEdeTexts()
  const language = useLanguage()
  const phone = usePhone()
  const place = step ? edeSteps.indexOf(step) + 1 : 0
  const navigate = useNavigate()
  const [isStuck, setStuck] = useState(false)
  const leave = async (event: MouseEvent) => {
    if (!onExit || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (await onExit().catch(() => false)) await navigate({ to: exit.to })
    else setStuck(true)
  }
  return (
    <div className={css.frame} lang={language}>
      <SessionClocks />
      <header className={css.head}>
        {phone ? (
          <>
            <Link to={exit.to} className={css.arrow} aria-label={exit.label} onClick={(event) => void leave(event)}>
              <IconArrowLeft size={20} stroke={1.75} aria-hidden />
            </Link>
            <div className={css.phoneTitle}>
              <strong>{step ? texts.steps[step] : title}</strong>
              {step ? <span>{texts.stepOf(String(place), String(edeSteps.length))}</span> : null}
            </div>
          </>
        ) : (
          <>
            <Logo />
            <span className={css.title}>{title}</span>
          </>
        )}
        <span className={css.gap} />
        {saveState ? <Saved state={saveState} /> : null}
        <LanguageButton />
        {phone ? null : (
          <Button
            size="sm"
            renderRoot={(props) => <Link to={exit.to} {...props} onClick={(event) => void leave(event)} />}
          >
            {exit.label}
          </Button>
        )}
      </header>
      {phone && step ? (
        <div className={css.bar} aria-hidden>
          <span style={{ inlineSize: `${(place / edeSteps.length) * 100}%` }} />
        </div>
      ) : null}
      {saveState?.kind === 'conflict' ? (
        <div className={css.conflict}>
          <NoticeLine
            tone="red"
            action={
              <Button size={phone ? 'xl' : 'sm'} onClick={onReload}>
                {texts.reload}
              </Button>
            }
          >
            {isStuck ? `${texts.conflict} ${texts.resolveFirst}` : texts.conflict}
          </NoticeLine>
        </div>
      ) : isStuck && saveState?.kind === 'failed' ? (
        <NoticeLine tone="red">
          {texts.notLeft}{' '}
          <Link to={exit.to} className={css.link}>
            {texts.leaveAnyway}
          </Link>
        </NoticeLine>
      ) : null}
      {children}
    </div>
  )
}

function Saved({ state }: { state: SaveState }) {
  const texts = useEdeTexts()
  const language = useLanguage()
  const phone = usePhone()
  if (state.kind === 'failed' || state.kind === 'conflict')
    return (
      <span
        className={`${css.saved} ${css.wrong}`}
        role="alert"
        title={state.kind === 'failed' ? state.why : texts.conflict}
      >
        <IconAlertCircle size={16} stroke={1.75} aria-hidden />
        {texts.notSaved}
      </span>
    )
  // A phone has room for the name of the step beside the mark only.
  const words = (text: string) => (phone ? <VisuallyHidden>{text}</VisuallyHidden> : text)
  if (state.kind === 'saving') return <span className={css.saved}>{words(texts.saving)}</span>
  const time = new Intl.DateTimeFormat(language === 'es' ? 'es-US' : 'en-US', { timeStyle: 'short' })
  return (
    <span className={css.saved} role="status">
      <IconCheck className={css.savedMark} size={16} stroke={1.75} aria-hidden />
      {words(texts.saved(time.format(new Date(state.at))))}
    </span>
  )
}
