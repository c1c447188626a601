import type { EdeApplication } from '@coverdesk/domain/ede/ede-contract.ts'
import type { BothChanged } from '@coverdesk/domain/ede/merge-answers.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { countiesQuery } from '../plans/counties-query.ts'
import { useLanguage } from '../platform/page/reader-language.ts'
import { usePhone } from '../ui/basics/use-phone.ts'
import css from './both-changed-notice.module.css'
import { bothChangedRows } from './both-changed-rows.ts'
import { useEdeTexts } from './use-ede-texts.ts'

interface BothChangedNoticeProps {
  both: readonly BothChanged[]
  application: EdeApplication
  onRead(): void
}

/** After two windows were merged: each answer that both changed, with the value that counts and the one that does not. */
export function BothChangedNotice({ both, application, onRead }: BothChangedNoticeProps) {
  const texts = useEdeTexts()
  const phone = usePhone()
  const { data: counties = [] } = useQuery(countiesQuery(application.answers.about.zipCode))
  const rows = bothChangedRows(useLanguage(), both, String(application.planYear), counties)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that merged them is gone, and the answers may be below the screen.
  useEffect(() => heading.current?.focus(), [])
  if (rows.length === 0) return null
  return (
    <section className={css.notice} aria-labelledby="both-changed">
      <h2 id="both-changed" ref={heading} tabIndex={-1}>
        {texts.bothHead}
      </h2>
      <p>{texts.bothLead}</p>
      <dl className={css.rows}>
        {rows.map(({ id, question, kept, other }) => (
          <div key={id} className={css.row}>
            <dt>{question}</dt>
            <dd>
              <span>{texts.bothKept}</span> <strong>{kept}</strong>
            </dd>
            <dd>
              <span>{texts.bothNotKept}</span> {other}
            </dd>
          </div>
        ))}
      </dl>
      <Button size={phone ? 'xl' : 'sm'} onClick={onRead}>
        {texts.bothRead}
      </Button>
    </section>
  )
}
