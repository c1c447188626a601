import { IconLanguage } from '@tabler/icons-react'
import { setLanguage, useSharedLanguage } from '../../platform/page/reader-language.ts'
import css from './language-button.module.css'

/** Switches the pages for clients, and those of sign-in, to the other language. */
export function LanguageButton() {
  const other = useSharedLanguage() === 'en' ? 'es' : 'en'
  return (
    <button type="button" className={css.language} lang={other} onClick={() => setLanguage(other)}>
      <IconLanguage size={16} stroke={1.75} aria-hidden />
      {other === 'es' ? 'Español' : 'English'}
    </button>
  )
}
