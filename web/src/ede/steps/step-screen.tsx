import { type EdeStep, edeSteps } from '@coverdesk/domain/ede/ede-answers.ts'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { WindowNotice } from '../../enrollment-windows/window-notice.tsx'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { useToastsAbove } from '../../ui/basics/use-toasts-above.ts'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { ChangeNotice } from '../change/change-notice.tsx'
import { useEdeTexts } from '../use-ede-texts.ts'
import css from '../wizard.module.css'
import type { StepProps } from './step-props.ts'

/** Steps that say when open enrollment is: where the county is chosen, and before submitting. */
const windowSteps: readonly EdeStep[] = ['about', 'review']

interface StepScreenProps extends StepProps {
  step: EdeStep
  /** Id of the form that Continue submits; without it `onContinue` is called. */
  form?: string
  onContinue?(): Promise<unknown>
  /** Why Continue is disabled. */
  waits?: string | undefined
  /** Buttons instead of Back and Continue. */
  foot?: ReactNode
  children: ReactNode
}

/** Screen of a step: heading, content, and Back and Continue at the bottom. */
export function StepScreen({
  step,
  form,
  onContinue,
  waits,
  foot,
  previous,
  next,
  saved,
  goTo,
  children,
}: StepScreenProps) {
  const texts = useEdeTexts()
  const phone = usePhone()
  const size = phone ? 'xl' : 'md'
  const buttons = useRef<HTMLDivElement>(null)
  useToastsAbove(buttons)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const { planYear, state, movedFrom, isVoid, isChange, review, exchange, window, special, today } = saved.application
  const isMoved = state === 'draft' && !isChange && movedFrom !== null && review.state !== 'valid'
  const year = String(planYear)
  const go = async () => {
    setBusy(true)
    setError(null)
    try {
      await onContinue?.()
      if (next) goTo(next)
    } catch (error) {
      setError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div className={css.content}>
        <div className={css.where}>{texts.stepOf(String(edeSteps.indexOf(step) + 1), String(edeSteps.length))}</div>
        <h1>{state === 'submitted' ? texts.submitted : texts.heads[step]}</h1>
        {state === 'draft' ? <p className={css.lead}>{texts.leads[step](year)}</p> : null}
        {isChange ? <ChangeNotice saved={saved} /> : null}
        {isVoid && state !== 'submitted' ? (
          <div className={css.notice}>
            <NoticeLine tone="red">{texts.void}</NoticeLine>
          </div>
        ) : isMoved ? (
          <div className={css.notice}>
            <NoticeLine tone="amber">{texts.moved(String(movedFrom), year)}</NoticeLine>
          </div>
        ) : null}
        {windowSteps.includes(step) && state === 'draft' && !isChange && exchange !== null ? (
          <div className={css.notice}>
            <WindowNotice told={{ exchange, planYear, window, special }} today={today} />
          </div>
        ) : null}
        {children}
        {error ? <NoticeLine tone="red">{failureMessage(error)}</NoticeLine> : null}
      </div>
      <div ref={buttons} className={css.foot}>
        {foot ?? (
          <>
            {previous ? (
              <Button
                size={size}
                leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
                onClick={() => goTo(previous)}
              >
                {texts.back}
              </Button>
            ) : null}
            <span className={css.gap} />
            {waits ? <span className={css.reason}>{waits}</span> : null}
            {next ? (
              <Button
                size={size}
                variant="filled"
                disabled={waits !== undefined}
                loading={busy}
                {...(form ? { type: 'submit', form } : { onClick: () => void go() })}
              >
                {texts.continueTo[next]}
              </Button>
            ) : null}
          </>
        )}
      </div>
    </>
  )
}
