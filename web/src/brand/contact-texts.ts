import type { Translated } from '@coverdesk/domain/messages/translated.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'

const en = { call: 'Call', email: 'Email', privacy: 'Privacy Notice', terms: 'Terms of Use', seePlans: 'See Plans' }
export type ContactTexts = Translated<typeof en>
const es: ContactTexts = {
  call: 'Llamar',
  email: 'Correo electrónico',
  privacy: 'Aviso de privacidad',
  terms: 'Términos de uso',
  seePlans: 'Ver planes',
}
const texts = { en, es }

/** Texts of the agency's contact links and the link to plans. */
export function useContactTexts(): ContactTexts {
  return texts[useSharedLanguage()]
}
