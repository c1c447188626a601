import type { Translated } from '@coverdesk/domain/messages/translated.ts'
import { endSentence } from '@coverdesk/domain/users/end-sentence.ts'
import { useSharedLanguage } from '../../platform/page/reader-language.ts'

const en = {
  title: 'Choose your password',
  lead: (name: string) =>
    `${name ? `Welcome, ${endSentence(name)}` : 'Welcome.'} You log in with the user name below and the password that you choose here.`,
  checking: 'Checking your invitation.',
  /** The server's sentence about an invitation that doesn't work. */
  refused: (sentence: string) => sentence,
  setPassword: 'Set password',
  couldNotSet: "Couldn't set the password:",
}
type InvitationTexts = Translated<typeof en>

const es: InvitationTexts = {
  title: 'Elija su contraseña',
  lead: (name) =>
    `${name ? `Le damos la bienvenida, ${endSentence(name)}` : 'Le damos la bienvenida.'} Inicie sesión con el usuario de abajo y la contraseña que elija aquí.`,
  checking: 'Revisando su invitación.',
  refused: () =>
    'No se pudo abrir la invitación. Si ya eligió su contraseña, inicie sesión con ella. Si no, pida otra a su agencia.',
  setPassword: 'Guardar la contraseña',
  couldNotSet: 'No se pudo guardar la contraseña:',
}
const texts = { en, es }

/** Texts of an invitation, in the language of the public pages. */
export function useInvitationTexts(): InvitationTexts {
  return texts[useSharedLanguage()]
}
