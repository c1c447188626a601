import { invitationHours } from '@coverdesk/domain/access/invitation-contract.ts'
import { registrationHours } from '@coverdesk/domain/access/registration-hours.ts'
import { consentLinkDays } from '@coverdesk/domain/applications/consent-text.ts'
import { reviewLinkDays } from '@coverdesk/domain/ede/review-text.ts'
import type { MessageKind, MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { confirmCodeMinutes } from '@coverdesk/domain/profile/own-sign-in-contract.ts'

/** A rendered message; a text message has no subject. */
export interface MessageText {
  subject: string
  text: string
}

/** Facts available to a template. */
interface Facts {
  brand: string
  fact: (name: string) => string
  /** Free text of a user: keeps line breaks, without other control characters. */
  written: string
  /** The first message to this number or address includes an opt-out notice. */
  first: boolean
}

interface Template {
  subject: (facts: Facts) => string
  /** Paragraphs of the mail. */
  mail: (facts: Facts) => string[]
  /** Text message of about 160 characters. */
  sms: (facts: Facts) => string
}

/** How long a message is worth sending: as long as its code or link is valid. */
export const worthMinutes: Record<MessageKind, number> = {
  'reset-link': 30,
  'confirm-registration': registrationHours * 60,
  'registration-known': 24 * 60,
  'confirm-email': confirmCodeMinutes,
  'confirm-phone': confirmCodeMinutes,
  'second-factor-code': 10,
  'password-changed': 2 * 24 * 60,
  'email-changed': 2 * 24 * 60,
  'second-factor-changed': 2 * 24 * 60,
  'recovery-code-used': 2 * 24 * 60,
  'new-device': 24 * 60,
  welcome: 2 * 24 * 60,
  invitation: invitationHours * 60,
  'rights-notice': 2 * 24 * 60,
  'emergency-notice': 4 * 60,
  'consent-request': consentLinkDays * 24 * 60,
  'review-request': reviewLinkDays * 24 * 60,
  // Within five minutes it is part of what was consented to (47 CFR 64.1200(a)(12)); the revocation holds without it.
  'consent-revoked': 5,
  'exchange-authorization': 15,
  conversation: 24 * 60,
  'security-alert': 2 * 24 * 60,
  'dispute-pack': 3 * 24 * 60,
}

/** Words of a person to a carrier, in the language in which they were written. */
const writtenToCarrier: Template = {
  subject: ({ fact }) => fact('subject'),
  mail: ({ written }) => [written],
  sms: ({ written }) => written,
}

const english: Record<MessageKind, Template> = {
  'reset-link': {
    subject: ({ brand }) => `Set a new password for ${brand}`,
    mail: ({ brand, fact }) => [
      `Someone asked to set a new password for your ${brand} account. To set it, open this link within 30 minutes:`,
      fact('link'),
      'If it was not you, do nothing: your password stays as it is.',
    ],
    sms: ({ brand, fact }) => `${brand}: set a new password within 30 minutes: ${fact('link')}`,
  },
  'confirm-registration': {
    subject: ({ brand }) => `Confirm your email address for ${brand}`,
    mail: ({ brand, fact }) => [
      `Someone asked for a ${brand} account with this email address. If it was you, open this link within ${registrationHours} hours and enter the password you chose:`,
      fact('link'),
      'If it was not you, do nothing: no account is created.',
    ],
    sms: ({ brand, fact }) => `${brand}: confirm your account within ${registrationHours} hours: ${fact('link')}`,
  },
  'registration-known': {
    subject: ({ brand }) => `Your ${brand} account`,
    mail: ({ brand, fact }) => [
      `Someone asked for a ${brand} account with this email address and the user name ${fact('userName')}. That user name is already in use, so nothing was created.`,
      `If the account is yours, log in or set a new password here:\n${fact('link')}`,
      'If it is not yours, create your account with another user name. If it was not you who asked, do nothing.',
    ],
    sms: ({ brand, fact }) => `${brand}: there is an account of this name already. Log in at ${fact('link')}`,
  },
  'confirm-email': {
    subject: ({ brand }) => `Confirm your new email address for ${brand}`,
    mail: ({ brand, fact }) => [
      `Enter this code in My Account to use this email address for your ${brand} account:`,
      fact('code'),
      `The code is valid for ${confirmCodeMinutes} minutes. If it was not you who asked, do nothing: nothing is changed.`,
    ],
    sms: ({ brand, fact }) => `${fact('code')} confirms your new address for ${brand}.`,
  },
  'confirm-phone': {
    subject: ({ brand }) => `Confirm your new number for ${brand}`,
    mail: ({ brand, fact }) => [
      `Enter this code in My Account to use your new number for your ${brand} account:`,
      fact('code'),
      `The code is valid for ${confirmCodeMinutes} minutes. If it was not you who asked, do nothing: nothing is changed.`,
    ],
    sms: ({ brand, fact }) =>
      `${fact('code')} confirms this number for your ${brand} account; valid for ${confirmCodeMinutes} minutes.`,
  },
  'second-factor-code': {
    subject: ({ brand }) => `Your code for ${brand}`,
    mail: ({ brand, fact }) => [
      `Your code to log in to ${brand}:`,
      fact('code'),
      'It is valid for 10 minutes. We will never ask you for it.',
      'If you are not logging in now, someone else may know your password. Change it.',
    ],
    sms: ({ brand, fact }) => `${fact('code')} is your ${brand} code, valid for 10 minutes. Do not share it.`,
  },
  'password-changed': {
    subject: ({ brand }) => `Your password for ${brand} was changed`,
    mail: ({ brand }) => [
      `The password of your ${brand} account was changed, and its other sessions were ended.`,
      'If it was not you, call your agency at once.',
    ],
    sms: ({ brand }) => `${brand}: your password was changed. If it was not you, call your agency at once.`,
  },
  'email-changed': {
    subject: ({ brand }) => `Your email address for ${brand} was changed`,
    mail: ({ brand }) => [
      `The email address of your ${brand} account was changed. All its messages go to the new address from now on.`,
      'If it was not you, call your agency at once.',
    ],
    sms: ({ brand }) => `${brand}: your email address was changed. If it was not you, call your agency at once.`,
  },
  'second-factor-changed': {
    subject: ({ brand }) => `The second factor of your ${brand} account was changed`,
    mail: ({ brand }) => [
      `How your ${brand} account asks for a second factor was changed, and its other sessions were ended. You see it under My Account.`,
      'If it was not you, call your agency at once.',
    ],
    sms: ({ brand }) => `${brand}: your second factor was changed. If it was not you, call your agency at once.`,
  },
  'recovery-code-used': {
    subject: ({ brand }) => `A recovery code of your ${brand} account was used`,
    mail: ({ brand, fact }) => [
      `Someone logged in to your ${brand} account with a recovery code instead of the authenticator app, on ${fact('at')}. Unused recovery codes: ${fact('left')}.`,
      'If it was you and you have another phone, choose Move to another phone under My Account. New recovery codes are there, too.',
      `If it was not you, set a new password here, which ends all sessions, and call your agency at once:\n${fact('link')}`,
    ],
    sms: ({ brand, fact }) =>
      `${brand}: login with a recovery code (${fact('left')} left). If it was not you, set a new password and call your agency at once.`,
  },
  'new-device': {
    subject: ({ brand }) => `New login to your ${brand} account`,
    mail: ({ brand, fact }) => [
      `Someone logged in to your ${brand} account on a device that has not been used for it before: ${fact('device')}, on ${fact('at')}.`,
      'If it was you, there is nothing to do.',
      `If it was not you, set a new password here, which ends all sessions, and call your agency at once:\n${fact('link')}`,
    ],
    sms: ({ brand, fact }) =>
      `${brand}: login on a new device (${fact('device')}). If it was not you, set a new password and call your agency at once.`,
  },
  welcome: {
    subject: ({ brand }) => `Your ${brand} account`,
    mail: ({ brand, fact }) => [
      `You have an account at ${brand} now. Your user name is ${fact('userName')}. You log in here:`,
      fact('link'),
      'If your agency gave you a first password, you replace it with one of your own when you log in.',
    ],
    sms: ({ brand, fact }) => `${brand}: your account is ready. Log in at ${fact('link')}`,
  },
  invitation: {
    subject: ({ brand }) => `You are invited to ${brand}`,
    mail: ({ brand, fact }) => [
      `You have an account at ${brand} now. Your user name is ${fact('userName')}. Open this link within ${invitationHours} hours to choose your password:`,
      fact('link'),
      'The link works once. If it has expired, ask your agency for another one. If you did not expect this, do nothing.',
    ],
    sms: ({ brand, fact }) => `${brand}: choose your password within ${invitationHours} hours: ${fact('link')}`,
  },
  'rights-notice': {
    subject: ({ brand }) => `Rights at ${brand}`,
    mail: ({ fact }) => [fact('text'), fact('link'), 'If you did not expect this, call your agency at once.'],
    sms: ({ fact }) => fact('text'),
  },
  'emergency-notice': {
    subject: ({ brand }) => `Emergency access at ${brand}`,
    mail: ({ fact }) => [fact('text'), fact('link'), 'If you did not expect this, call your agency at once.'],
    sms: ({ fact }) => fact('text'),
  },
  'consent-request': {
    subject: ({ brand }) => `${brand} asks for your consent`,
    mail: ({ brand, fact }) => [
      `${brand} may help you with your health insurance application only with your consent. Please read it and sign it here, within ${consentLinkDays} days:`,
      fact('link'),
      'If you did not ask for help, do nothing: without your signature nothing is allowed.',
    ],
    sms: ({ brand, fact }) =>
      `${brand}: please read and sign your consent within ${consentLinkDays} days: ${fact('link')}`,
  },
  'review-request': {
    subject: ({ brand }) => `${brand}: review your application`,
    mail: ({ brand, fact }) => [
      `${brand} prepared your health insurance application. Please read it and sign it here, within ${reviewLinkDays} days:`,
      fact('link'),
      'If something is wrong, do not sign, and call the agency. Nothing is submitted without your signature.',
    ],
    sms: ({ brand, fact }) =>
      `${brand}: please review and sign your application within ${reviewLinkDays} days: ${fact('link')}`,
  },
  'exchange-authorization': {
    subject: ({ fact }) => `Authorize your agent for ${fact('year')}`,
    mail: ({ fact }) => [
      `${fact('agent')} asks to submit your ${fact('year')} application at the marketplace. If you agree, read this code to your agent within 15 minutes:`,
      fact('code'),
      `Or authorize your agent yourself here:\n${fact('link')}`,
      'If you did not ask for help, do nothing: without you nothing is submitted. Give the code to no one but your agent.',
    ],
    sms: ({ fact }) =>
      `${fact('code')} authorizes ${fact('agent')} for your ${fact('year')} application, for 15 minutes. Read it to your agent or open ${fact('link')}`,
  },
  'consent-revoked': {
    subject: ({ brand }) => `${brand}: your consent is revoked`,
    mail: ({ brand }) => [`Your consent is revoked. ${brand} may no longer work on your application.`],
    sms: ({ brand }) =>
      `${brand}: your consent is revoked and texts end. We no longer work on your application. No further message follows.`,
  },
  conversation: {
    subject: ({ fact }) => fact('subject'),
    mail: ({ written, fact }) => [
      written,
      `To unsubscribe from our emails, ${fact('heard') === 'yes' ? 'answer STOP or open this link' : 'open this link'}:\n${fact('optOut')}`,
    ],
    sms: ({ brand, written, first }) => (first ? `${written}\n${brand}. Reply STOP to end texts.` : written),
  },
  'security-alert': {
    subject: ({ brand }) => `${brand}: security alert`,
    mail: ({ fact }) => [fact('text'), `See who did what, and whether it was expected:\n${fact('link')}`],
    sms: ({ brand, fact }) => `${brand}: security alert. ${fact('link')}`,
  },
  'dispute-pack': writtenToCarrier,
}

const spanish: Record<MessageKind, Template> = {
  'reset-link': {
    subject: ({ brand }) => `Elija una contraseña nueva para ${brand}`,
    mail: ({ brand, fact }) => [
      `Alguien pidió una contraseña nueva para su cuenta de ${brand}. Para elegirla, abra este enlace en los próximos 30 minutos:`,
      fact('link'),
      'Si no fue usted, no haga nada: su contraseña no cambia.',
    ],
    sms: ({ brand, fact }) => `${brand}: elija su contraseña nueva en los próximos 30 minutos: ${fact('link')}`,
  },
  'confirm-registration': {
    subject: ({ brand }) => `Confirme su correo electrónico para ${brand}`,
    mail: ({ brand, fact }) => [
      `Alguien pidió una cuenta de ${brand} con esta dirección de correo. Si fue usted, abra este enlace en las próximas ${registrationHours} horas y escriba la contraseña que eligió:`,
      fact('link'),
      'Si no fue usted, no haga nada: no se crea ninguna cuenta.',
    ],
    sms: ({ brand, fact }) =>
      `${brand}: confirme su cuenta en las próximas ${registrationHours} horas: ${fact('link')}`,
  },
  'registration-known': {
    subject: ({ brand }) => `Su cuenta de ${brand}`,
    mail: ({ brand, fact }) => [
      `Alguien pidió una cuenta de ${brand} con esta dirección de correo y el nombre de usuario ${fact('userName')}. Ese nombre ya está en uso, así que no se creó nada.`,
      `Si la cuenta es suya, entre o elija una contraseña nueva aquí:\n${fact('link')}`,
      'Si no es suya, cree su cuenta con otro nombre de usuario. Si no fue usted quien la pidió, no haga nada.',
    ],
    sms: ({ brand, fact }) => `${brand}: ya hay una cuenta con este nombre. Entre en ${fact('link')}`,
  },
  'confirm-email': {
    subject: ({ brand }) => `Confirme su nuevo correo electrónico para ${brand}`,
    mail: ({ brand, fact }) => [
      `Escriba este código en My Account (Mi cuenta) para usar esta dirección en su cuenta de ${brand}:`,
      fact('code'),
      `El código vale ${confirmCodeMinutes} minutos. Si no fue usted quien lo pidió, no haga nada: nada cambia.`,
    ],
    sms: ({ brand, fact }) => `${fact('code')} confirma su nueva dirección para ${brand}.`,
  },
  'confirm-phone': {
    subject: ({ brand }) => `Confirme su nuevo número para ${brand}`,
    mail: ({ brand, fact }) => [
      `Escriba este código en My Account (Mi cuenta) para usar su nuevo número en su cuenta de ${brand}:`,
      fact('code'),
      `El código vale ${confirmCodeMinutes} minutos. Si no fue usted quien lo pidió, no haga nada: nada cambia.`,
    ],
    sms: ({ brand, fact }) =>
      `${fact('code')} confirma este número para su cuenta de ${brand}; vale ${confirmCodeMinutes} minutos.`,
  },
  'second-factor-code': {
    subject: ({ brand }) => `Su código para ${brand}`,
    mail: ({ brand, fact }) => [
      `Su código para entrar en ${brand}:`,
      fact('code'),
      'Vale durante 10 minutos. Nunca se lo pediremos.',
      'Si no está entrando ahora, cambie su contraseña: alguien la conoce.',
    ],
    sms: ({ brand, fact }) => `${fact('code')} es su código de ${brand}; vale 10 minutos. No lo comparta.`,
  },
  'password-changed': {
    subject: ({ brand }) => `Se cambió su contraseña de ${brand}`,
    mail: ({ brand }) => [
      `Se cambió la contraseña de su cuenta de ${brand} y se cerraron sus otras sesiones.`,
      'Si no fue usted, llame a su agencia de inmediato.',
    ],
    sms: ({ brand }) => `${brand}: se cambió su contraseña. Si no fue usted, llame a su agencia de inmediato.`,
  },
  'email-changed': {
    subject: ({ brand }) => `Se cambió su correo electrónico de ${brand}`,
    mail: ({ brand }) => [
      `Se cambió la dirección de correo de su cuenta de ${brand}. Todos sus mensajes llegarán a la nueva dirección.`,
      'Si no fue usted, llame a su agencia de inmediato.',
    ],
    sms: ({ brand }) => `${brand}: se cambió su correo electrónico. Si no fue usted, llame a su agencia de inmediato.`,
  },
  'second-factor-changed': {
    subject: ({ brand }) => `Se cambió el segundo factor de su cuenta de ${brand}`,
    mail: ({ brand }) => [
      `Se cambió cómo su cuenta de ${brand} pide un segundo factor y se cerraron sus otras sesiones. Puede verlo en My Account (Mi cuenta).`,
      'Si no fue usted, llame a su agencia de inmediato.',
    ],
    sms: ({ brand }) => `${brand}: se cambió su segundo factor. Si no fue usted, llame a su agencia de inmediato.`,
  },
  'recovery-code-used': {
    subject: ({ brand }) => `Se usó un código de recuperación de su cuenta de ${brand}`,
    mail: ({ brand, fact }) => [
      `Alguien entró en su cuenta de ${brand} con un código de recuperación en lugar de la aplicación, ${fact('at')}. Códigos sin usar: ${fact('left')}.`,
      'Si fue usted y tiene otro teléfono, elija Move to another phone (cambiar de teléfono) en My Account (Mi cuenta). Allí también hay códigos nuevos.',
      `Si no fue usted, elija aquí una contraseña nueva, lo que cierra todas las sesiones, y llame a su agencia de inmediato:\n${fact('link')}`,
    ],
    sms: ({ brand, fact }) =>
      `${brand}: acceso con un código de recuperación (quedan ${fact('left')}). Si no fue usted, cambie su contraseña y llame a su agencia.`,
  },
  'new-device': {
    subject: ({ brand }) => `Nuevo acceso a su cuenta de ${brand}`,
    mail: ({ brand, fact }) => [
      `Alguien entró en su cuenta de ${brand} desde un dispositivo que no se había usado antes: ${fact('device')}, ${fact('at')}.`,
      'Si fue usted, no tiene que hacer nada.',
      `Si no fue usted, elija aquí una contraseña nueva, lo que cierra todas las sesiones, y llame a su agencia de inmediato:\n${fact('link')}`,
    ],
    sms: ({ brand, fact }) =>
      `${brand}: acceso desde un dispositivo nuevo (${fact('device')}). Si no fue usted, cambie su contraseña y llame a su agencia.`,
  },
  welcome: {
    subject: ({ brand }) => `Su cuenta de ${brand}`,
    mail: ({ brand, fact }) => [
      `Ya tiene una cuenta en ${brand}. Su nombre de usuario es ${fact('userName')}. Entre aquí:`,
      fact('link'),
      'Si su agencia le dio una primera contraseña, al entrar la cambia por una propia.',
    ],
    sms: ({ brand, fact }) => `${brand}: su cuenta está lista. Entre en ${fact('link')}`,
  },
  invitation: {
    subject: ({ brand }) => `Invitación a ${brand}`,
    mail: ({ brand, fact }) => [
      `Ya tiene una cuenta en ${brand}. Su nombre de usuario es ${fact('userName')}. Abra este enlace en las próximas ${invitationHours} horas para elegir su contraseña:`,
      fact('link'),
      'El enlace funciona una sola vez. Si venció, pida otro a su agencia. Si no esperaba este correo, no haga nada.',
    ],
    sms: ({ brand, fact }) => `${brand}: elija su contraseña en las próximas ${invitationHours} horas: ${fact('link')}`,
  },
  'rights-notice': {
    subject: ({ brand }) => `Derechos en ${brand}`,
    mail: ({ fact }) => [fact('text'), fact('link'), 'Si no lo esperaba, llame a su agencia de inmediato.'],
    sms: ({ fact }) => fact('text'),
  },
  'emergency-notice': {
    subject: ({ brand }) => `Acceso de emergencia en ${brand}`,
    mail: ({ fact }) => [fact('text'), fact('link'), 'Si no lo esperaba, llame a su agencia de inmediato.'],
    sms: ({ fact }) => fact('text'),
  },
  'consent-request': {
    subject: ({ brand }) => `${brand} le pide su consentimiento`,
    mail: ({ brand, fact }) => [
      `${brand} solo puede ayudarle con su solicitud de seguro médico con su consentimiento. Léalo y fírmelo aquí en los próximos ${consentLinkDays} días:`,
      fact('link'),
      'Si usted no pidió ayuda, no haga nada: sin su firma no se permite nada.',
    ],
    sms: ({ brand, fact }) =>
      `${brand}: lea y firme su consentimiento en los próximos ${consentLinkDays} días: ${fact('link')}`,
  },
  'review-request': {
    subject: ({ brand }) => `${brand}: revise su solicitud`,
    mail: ({ brand, fact }) => [
      `${brand} preparó su solicitud de seguro médico. Léala y fírmela aquí en los próximos ${reviewLinkDays} días:`,
      fact('link'),
      'Si algo no es correcto, no firme y llame a la agencia. Sin su firma no se envía nada.',
    ],
    sms: ({ brand, fact }) =>
      `${brand}: revise y firme su solicitud en los próximos ${reviewLinkDays} días: ${fact('link')}`,
  },
  'exchange-authorization': {
    subject: ({ fact }) => `Autorice a su agente para ${fact('year')}`,
    mail: ({ fact }) => [
      `${fact('agent')} pide enviar su solicitud de ${fact('year')} al Mercado. Si está de acuerdo, lea este código a su agente en los próximos 15 minutos:`,
      fact('code'),
      `O autorice a su agente aquí:\n${fact('link')}`,
      'Si usted no pidió ayuda, no haga nada: sin usted no se envía nada. No dé el código a nadie más que a su agente.',
    ],
    sms: ({ fact }) =>
      `${fact('code')} autoriza a ${fact('agent')} para su solicitud de ${fact('year')} durante 15 minutos. Léalo a su agente o abra ${fact('link')}`,
  },
  'consent-revoked': {
    subject: ({ brand }) => `${brand}: su consentimiento está revocado`,
    mail: ({ brand }) => [`Su consentimiento está revocado. ${brand} ya no puede trabajar en su solicitud.`],
    sms: ({ brand }) =>
      `${brand}: su consentimiento está revocado y ya no recibirá textos. Ya no trabajamos en su solicitud. No le enviaremos más mensajes.`,
  },
  conversation: {
    subject: ({ fact }) => fact('subject'),
    mail: ({ written, fact }) => [
      written,
      `Para no recibir más correos nuestros, ${fact('heard') === 'yes' ? 'responda ALTO o abra este enlace' : 'abra este enlace'}:\n${fact('optOut')}`,
    ],
    sms: ({ brand, written, first }) => (first ? `${written}\n${brand}. Responda ALTO para no recibir más.` : written),
  },
  'security-alert': {
    subject: ({ brand }) => `${brand}: alerta de seguridad`,
    mail: ({ fact }) => [fact('text'), `Vea quién hizo qué y si era correcto:\n${fact('link')}`],
    sms: ({ brand, fact }) => `${brand}: alerta de seguridad. ${fact('link')}`,
  },
  'dispute-pack': writtenToCarrier,
}

const templates: Record<MessageLanguage, Record<MessageKind, Template>> = { en: english, es: spanish }

/**
 * Renders a message in its language. Facts are single lines, so that none can add a line, header or paragraph (P-47);
 * only free text to a contact keeps its lines. Throws if a required fact is missing.
 */
export function messageText(message: {
  kind: MessageKind
  channel: 'email' | 'sms'
  language: MessageLanguage
  brand: string
  facts: Record<string, string>
}): MessageText {
  const template = templates[message.language][message.kind]
  const input: Facts = {
    brand: oneLine(message.brand),
    fact: (name) => {
      const value = message.facts[name]
      if (!value) throw new Error(`A message of kind ${message.kind} needs the fact ${name}`)
      return oneLine(value)
    },
    written: (message.facts.written ?? '').replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, ' '),
    first: message.facts.first === 'yes',
  }
  if (message.channel === 'sms') return { subject: '', text: template.sms(input) }
  const place = message.facts.postalAddress?.split('\n').map(oneLine) ?? []
  const sender = [input.brand, ...place].join('\n')
  return { subject: template.subject(input), text: `${template.mail(input).join('\n\n')}\n\n${sender}\n` }
}

/** Replaces control characters and line and paragraph separators by spaces. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
