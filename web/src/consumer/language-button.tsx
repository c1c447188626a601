import { IconLanguage } from '@tabler/icons-react'
import { setLanguage, useLanguage } from '../platform/page/reader-language.ts'
import css from './consumer.module.css'
import { useConsumerTexts } from './consumer-texts.ts'

/** Switches the pages for clients to the other language. */
export function LanguageButton() {
  const other = useLanguage() === 'en' ? 'es' : 'en'
  return (
    <button type="button" className={css.language} lang={other} onClick={() => setLanguage(other)}>
      <IconLanguage size={16} stroke={1.75} aria-hidden />
      {useConsumerTexts().otherLanguage}
    </button>
  )
}
