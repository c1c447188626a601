import { type AuthorizationState, authorizationProblems } from '@coverdesk/domain/consents/authorization-state.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import type { Translated } from '@coverdesk/domain/messages/translated.ts'

const en = {
  title: 'Authorization at the exchange',
  couldNotLoad: "Couldn't load the authorization.",
  states: {
    none: 'Not given',
    sent: 'Code sent',
    valid: 'Valid',
    ended: 'Ended',
    'other-agent': 'Other agent',
    'no-agent': 'No agent',
  } satisfies Record<Exclude<AuthorizationState, 'not-asked'>, string>,
  problems: authorizationProblems as Record<keyof typeof authorizationProblems, string>,
  given: (agent: string, year: string, day: string) => `${agent} is authorized for ${year} until ${day}.`,
  methods: {
    code: (at: string) => `The client read out the code ${at}.`,
    link: (at: string) => `The client used the link ${at}.`,
  },
  sentTo: (to: string, until: string) =>
    `The exchange sent a code to ${to}. It ends ${until}. Enter the code, or check again when the client has used the link.`,
  about: 'The exchange sends the client a code and a link, which work for 15 minutes, at most three times in 24 hours.',
  channel: 'Send by',
  channels: { email: 'Email', sms: 'Text message' },
  language: 'Language of the client',
  send: 'Send code',
  sendAgain: 'Send new code',
  code: 'Code',
  codeHelp: 'As the client reads it to you',
  codeMissing: 'Enter the code that the client received',
  codeWrong: 'This is not the code. Ask the client to read it again.',
  confirm: 'Confirm code',
  checkAgain: 'Check again',
  notYet: 'The client has not authorized the agent yet.',
  openApplications: 'Open applications',
  waits: 'The client has not authorized the agent at the exchange yet',
}
export type AuthorizationTexts = Translated<typeof en>

const es: AuthorizationTexts = {
  title: 'Autorización en el Mercado',
  couldNotLoad: 'No se pudo cargar la autorización.',
  states: {
    none: 'Sin dar',
    sent: 'Código enviado',
    valid: 'Válida',
    ended: 'Terminada',
    'other-agent': 'Otro agente',
    'no-agent': 'Sin agente',
  },
  problems: {
    none: 'El Mercado pide que el cliente autorice al agente para este año. Primero envíe un código al cliente.',
    sent: 'El cliente todavía no ha autorizado al agente. Escriba el código que recibió el cliente.',
    ended: 'La autorización del cliente terminó. Primero envíe un código nuevo al cliente.',
    'other-agent':
      'El cliente autorizó a otro agente para este año. Primero envíe al cliente un código para este agente.',
    'no-agent': 'El Mercado pide que el cliente autorice a un agente. Primero asigne un agente a esta solicitud.',
  },
  given: (agent, year, day) => `${agent} tiene autorización para ${year} hasta el ${day}.`,
  methods: {
    code: (at) => `El cliente leyó el código el ${at}.`,
    link: (at) => `El cliente usó el enlace el ${at}.`,
  },
  sentTo: (to, until) =>
    `El Mercado envió un código a ${to}. Termina el ${until}. Escriba el código, o compruebe otra vez cuando el cliente haya usado el enlace.`,
  about: 'El Mercado envía al cliente un código y un enlace, que valen 15 minutos, como máximo tres veces en 24 horas.',
  channel: 'Enviar por',
  channels: { email: 'Correo electrónico', sms: 'Mensaje de texto' },
  language: 'Idioma del cliente',
  send: 'Enviar código',
  sendAgain: 'Enviar código nuevo',
  code: 'Código',
  codeHelp: 'Como se lo lee el cliente',
  codeMissing: 'Escriba el código que recibió el cliente',
  codeWrong: 'Este no es el código. Pida al cliente que lo lea otra vez.',
  confirm: 'Confirmar código',
  checkAgain: 'Comprobar otra vez',
  notYet: 'El cliente todavía no ha autorizado al agente.',
  openApplications: 'Abrir solicitudes',
  waits: 'El cliente todavía no ha autorizado al agente en el Mercado',
}

/** Texts of the authorization by language; the wizard is in both. */
export const authorizationTexts: Readonly<Record<MessageLanguage, AuthorizationTexts>> = { en, es }
