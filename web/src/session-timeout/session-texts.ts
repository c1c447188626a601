import type { Translated } from '@coverdesk/domain/messages/translated.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'

const en = {
  stillThere: 'Are you still there?',
  soon: (time: string) => `You will be logged out in ${time}`,
  inSeconds: (seconds: number) => `You will be logged out in ${seconds} seconds`,
  still: 'You are still signed in.',
  logOut: 'Log out',
  stay: 'Stay signed in',
}
export type SessionTexts = Translated<typeof en>
const es: SessionTexts = {
  stillThere: '¿Sigue ahí?',
  soon: (time) => `Su sesión se cerrará en ${time}`,
  inSeconds: (seconds) => `Su sesión se cerrará en ${seconds} segundos`,
  still: 'Su sesión sigue abierta.',
  logOut: 'Cerrar sesión',
  stay: 'Seguir con la sesión abierta',
}
const texts = { en, es }

/** Texts of the warning before the end of a session. */
export function useSessionTexts(): SessionTexts {
  return texts[useSharedLanguage()]
}
