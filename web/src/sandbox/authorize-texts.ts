import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import type { Translated } from '@coverdesk/domain/messages/translated.ts'

const en = {
  sandbox: 'Sandbox exchange',
  test: 'A test marketplace: nothing is submitted.',
  loading: 'Loading the authorization',
  couldNotLoad: "Couldn't load the authorization.",
  title: (year: string) => `Authorize your agent for ${year}`,
  asks: (agent: string, npn: string, year: string) =>
    `${agent} (NPN ${npn}) asks to submit and change your application for ${year} coverage.`,
  until: (year: string) => `The authorization is for this agent and this plan year, and ends on 12/31/${year}.`,
  stranger: 'If you do not know this agent or did not ask for help, close this page. Nothing is authorized then.',
  authorize: 'Authorize',
  done: 'Your agent is authorized.',
  doneText: 'Your agent can submit your application now. You can close this page.',
  over: 'This link is no longer valid.',
  overText: 'It works for 15 minutes. Ask your agent to send a new one.',
}
export type AuthorizeTexts = Translated<typeof en>

const es: AuthorizeTexts = {
  sandbox: 'Mercado de prueba',
  test: 'Un mercado para practicar: no se envía nada.',
  loading: 'Cargando la autorización',
  couldNotLoad: 'No se pudo cargar la autorización.',
  title: (year) => `Autorice a su agente para ${year}`,
  asks: (agent, npn, year) => `${agent} (NPN ${npn}) pide enviar y cambiar su solicitud de cobertura para ${year}.`,
  until: (year) => `La autorización es para este agente y este año, y termina el 12/31/${year}.`,
  stranger: 'Si no conoce a este agente o no pidió ayuda, cierre esta página. Así no se autoriza nada.',
  authorize: 'Autorizar',
  done: 'Su agente tiene autorización.',
  doneText: 'Su agente ya puede enviar su solicitud. Puede cerrar esta página.',
  over: 'Este enlace ya no vale.',
  overText: 'Vale 15 minutos. Pida a su agente que envíe uno nuevo.',
}

/** Texts of the page where a client authorizes an agent by the link. */
export const authorizeTexts: Readonly<Record<MessageLanguage, AuthorizeTexts>> = { en, es }
