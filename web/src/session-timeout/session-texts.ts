import type { Translated } from '@coverdesk/domain/messages/translated.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'

const clock = (locale: string) => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })

const en = {
  stillThere: 'Are you still there?',
  soon: (time: string) => `You will be logged out in ${time}`,
  inSeconds: (seconds: number) => `You will be logged out in ${seconds} seconds`,
  still: 'You are still signed in.',
  ends: (end: Date | number) => `Your session ends at ${clock('en-US').format(end)}. Save your work and log in again.`,
  logOut: 'Log out',
  stay: 'Stay signed in',
}
export type SessionTexts = Translated<typeof en>
const es: SessionTexts = {
  stillThere: '¿Sigue ahí?',
  soon: (time) => `Su sesión se cerrará en ${time}`,
  inSeconds: (seconds) => `Su sesión se cerrará en ${seconds} segundos`,
  still: 'Su sesión sigue abierta.',
  ends: (end) => `Su sesión termina a las ${clock('es-US').format(end)}. Guarde su trabajo e inicie sesión otra vez.`,
  logOut: 'Cerrar sesión',
  stay: 'Seguir con la sesión abierta',
}
/** Catalogue of the end of a session by language. */
export const sessionTexts = { en, es }

/** Texts of the warning before the end of a session. */
export function useSessionTexts(): SessionTexts {
  return sessionTexts[useSharedLanguage()]
}
