import { type TermsBlock, termsBlocks } from '@coverdesk/domain/terms/terms-blocks.ts'
import { terms } from '@coverdesk/domain/terms/terms-contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { useBrand } from '../platform/page/brand.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import css from './terms-page.module.css'

const words = {
  en: {
    title: 'Terms of Use',
    since: (day: string) => `Effective ${day}`,
    earlier: 'Earlier versions',
    newest: 'These terms were replaced. Show the current ones',
    other: 'Español',
  },
  es: {
    title: 'Condiciones de uso',
    since: (day: string) => `Vigentes desde el ${day}`,
    earlier: 'Versiones anteriores',
    newest: 'Estas condiciones fueron reemplazadas. Mostrar las actuales',
    other: 'English',
  },
}

/** /terms: the agency's terms of use in both languages, without login (AUTH-03). */
export function TermsPage() {
  const { name } = useBrand()
  const [language, setLanguage] = useState<'en' | 'es'>(() => (navigator.language.startsWith('es') ? 'es' : 'en'))
  const [version, setVersion] = useState<number>()
  const { data, error, refetch } = useQuery(apiQuery(terms.one, version === undefined ? {} : { version }))
  const { title, since, earlier, newest, other } = words[language]
  const older = data?.versions.filter((one) => one.version < data.version) ?? []
  return (
    <article className={css.terms} lang={language}>
      <div className={css.head}>
        <h1>{title}</h1>
        <Button
          variant="subtle"
          c="var(--text-2)"
          lang={language === 'en' ? 'es' : 'en'}
          onClick={() => setLanguage(language === 'en' ? 'es' : 'en')}
        >
          {other}
        </Button>
      </div>
      {data ? (
        <>
          <p className={css.date}>{since(dayIn(language, data.effectiveOn))}</p>
          {data.version === data.versions[0]?.version ? null : (
            <Button variant="default" size="xs" onClick={() => setVersion(undefined)}>
              {newest}
            </Button>
          )}
          {termsBlocks(language === 'en' ? data.english : data.spanish, name).map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
            <Block key={index} block={block} />
          ))}
          {older.length > 0 ? (
            <section aria-label={earlier}>
              <h2>{earlier}</h2>
              <ul>
                {older.map((one) => (
                  <li key={one.version}>
                    <Button variant="subtle" size="compact-sm" onClick={() => setVersion(one.version)}>
                      {dayIn(language, one.effectiveOn)}
                    </Button>
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
        </>
      ) : error ? (
        <FailedState title="Couldn't load the terms." why={failureMessage(error)} retry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading the terms">
          {[90, 72, 84].map((width) => (
            <SkeletonBar key={width} width={`${width}%`} height={16} />
          ))}
        </div>
      )}
    </article>
  )
}

function Block({ block }: { block: TermsBlock }) {
  if (block.kind === 'heading') return <h2>{block.text}</h2>
  if (block.kind === 'paragraph') return <p>{block.text}</p>
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

/** 'February 28, 2027', '28 de febrero de 2027'. */
function dayIn(language: 'en' | 'es', day: string): string {
  const format = new Intl.DateTimeFormat(`${language}-US`, { dateStyle: 'long', timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`))
}
