import type { Translated } from '@coverdesk/domain/messages/translated.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'

const en = {
  failed: 'The marketplace reported an error',
  submitted: 'Succesfully Submitted',
  takingYou: (seconds: number) =>
    `Taking you to your application in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  goToApplications: 'Go to Applications',
  places: { marketplace: 'the marketplace', ede: 'EDE' },
  notSetUp: 'Not set up',
  couldNotTake: (place: string) => `Couldn't take you to ${place}`,
  takingTo: (place: string) => `Taking you to ${place}`,
  oneMoment: 'One moment, please.',
  backToPortal: 'Back to the portal',
  backToHome: 'Back to home',
  /** EDE only; without a marketplace address the sandbox exchange is used. */
  notSetUpWhy: "Your agency hasn't set up this application yet. An operator has to set EDE_URL and EDE_SECRET.",
}
export type HandoffTexts = Translated<typeof en>
const es: HandoffTexts = {
  failed: 'El Mercado informó un error',
  submitted: 'Enviada correctamente',
  takingYou: (seconds) => `Le llevamos a su solicitud en ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`,
  goToApplications: 'Ir a su solicitud',
  places: { marketplace: 'el Mercado', ede: 'EDE' },
  notSetUp: 'Sin configurar',
  couldNotTake: (place) => `No pudimos llevarle a ${place}`,
  takingTo: (place) => `Le llevamos a ${place}`,
  oneMoment: 'Un momento, por favor.',
  backToPortal: 'Volver al portal',
  backToHome: 'Volver al inicio',
  notSetUpWhy: 'Su agencia todavía no ha configurado esta solicitud. Llame a su agencia.',
}
const texts = { en, es }

/** Texts of the ways to the marketplace and back. */
export function useHandoffTexts(): HandoffTexts {
  return texts[useSharedLanguage()]
}
