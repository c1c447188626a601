import type { Translated } from '@coverdesk/domain/messages/translated.ts'
import { browserNameIn } from '@coverdesk/domain/profile/browser-name.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'

const en = {
  title: 'My Account',
  saved: 'Changes saved',
  toggle: (label: string) => `Show ${label.toLowerCase()}`,
  signIn: {
    title: 'Sign-in and messages',
    note: 'Where your codes, reset links and notices go. A new email or number takes effect after you enter the code we send to it. That signs you out everywhere else, and we notify you by email.',
    couldNotLoad: "Couldn't load your sign-in settings.",
    email: 'Sign-in email',
    phone: 'Mobile number for codes',
    language: 'Language of messages',
    save: 'Save',
    codeSent: 'Code sent!',
    password: 'Your password',
    passwordHelp: "To confirm it's you",
  },
  pending: {
    email: {
      label: 'New email',
      code: 'Code from the email',
      submit: 'Confirm email',
      lead: (to: string, minutes: string) =>
        `We sent a code to ${to}. Enter it within ${minutes} minutes to use this address.`,
    },
    phone: {
      label: 'New number',
      code: 'Code from the text message',
      submit: 'Confirm number',
      lead: (to: string, minutes: string) =>
        `We sent a code to ${to}. Enter it within ${minutes} minutes to use this number.`,
    },
  },
  password: {
    title: 'Password',
    note: (rule: string) => `${rule}. A new password signs you out everywhere else.`,
    current: 'Current password',
    pass: 'New password',
    again: 'New password again',
    change: 'Change password',
    changed: 'Password changed',
  },
  sessions: {
    title: 'Sessions',
    note: "Where you are signed in. End any session you don't recognize, and change your password.",
    couldNotLoad: "Couldn't load your sessions.",
    endOthers: 'End all others',
    question: 'End all other sessions?',
    consequence: (others: number) =>
      `${others === 1 ? '1 session is' : `${others} sessions are`} signed out at once. This session continues.`,
    endThem: 'End sessions',
    keep: 'Keep them',
    othersEnded: 'Other sessions ended',
    end: 'End',
    endOne: (browser: string, since: string) => `End ${browser}, since ${since}`,
    ended: 'Session ended',
    couldNotEnd: "Couldn't end the session:",
    browser: (name: string) => name,
    current: 'This session',
    waiting: 'Waiting to replace another session',
    times: (since: string, active: string, address: string) =>
      `Since ${since}, last active ${active}${address ? `, from ${address}` : ''}`,
  },
}
type AccountTexts = Translated<typeof en>

const es: AccountTexts = {
  title: 'Mi cuenta',
  saved: 'Cambios guardados',
  toggle: (label) => `Mostrar: ${label}`,
  signIn: {
    title: 'Inicio de sesión y mensajes',
    note: 'Adónde llegan sus códigos, enlaces y avisos. Un correo o número nuevo vale cuando escriba el código que le enviamos. Entonces se cierran sus otras sesiones y le avisamos por correo.',
    couldNotLoad: 'No se pudieron cargar los datos de su inicio de sesión.',
    email: 'Correo para iniciar sesión',
    phone: 'Número de celular para los códigos',
    language: 'Idioma de los mensajes',
    save: 'Guardar',
    codeSent: '¡Código enviado!',
    password: 'Su contraseña',
    passwordHelp: 'Para confirmar que es usted',
  },
  pending: {
    email: {
      label: 'Correo nuevo',
      code: 'Código del correo',
      submit: 'Confirmar el correo',
      lead: (to, minutes) =>
        `Enviamos un código a ${to}. Escríbalo en los próximos ${minutes} minutos para usar esta dirección.`,
    },
    phone: {
      label: 'Número nuevo',
      code: 'Código del mensaje de texto',
      submit: 'Confirmar el número',
      lead: (to, minutes) =>
        `Enviamos un código a ${to}. Escríbalo en los próximos ${minutes} minutos para usar este número.`,
    },
  },
  password: {
    title: 'Contraseña',
    note: (rule) => `${rule}. Una contraseña nueva cierra sus otras sesiones.`,
    current: 'Contraseña actual',
    pass: 'Contraseña nueva',
    again: 'Repita la contraseña nueva',
    change: 'Cambiar la contraseña',
    changed: 'Contraseña cambiada',
  },
  sessions: {
    title: 'Sesiones',
    note: 'Dónde tiene la sesión abierta. Cierre las que no reconozca y cambie su contraseña.',
    couldNotLoad: 'No se pudieron cargar sus sesiones.',
    endOthers: 'Cerrar todas las demás',
    question: '¿Cerrar todas las demás sesiones?',
    consequence: (others) =>
      `${others === 1 ? 'Se cierra 1 sesión' : `Se cierran ${others} sesiones`} de inmediato. Esta sesión sigue abierta.`,
    endThem: 'Cerrar sesiones',
    keep: 'Dejarlas abiertas',
    othersEnded: 'Las demás sesiones se cerraron',
    end: 'Cerrar',
    endOne: (browser, since) => `Cerrar ${browser}, abierta el ${since}`,
    ended: 'Sesión cerrada',
    couldNotEnd: 'No se pudo cerrar la sesión:',
    browser: (name) => browserNameIn('es', name),
    current: 'Esta sesión',
    waiting: 'Espera para reemplazar otra sesión',
    times: (since, active, address) =>
      `Abierta el ${since}, usada por última vez el ${active}${address ? `, desde ${address}` : ''}`,
  },
}
const texts = { en, es }

/** Texts of the sections of My Account that clients and staff share. */
export function useAccountTexts(): AccountTexts {
  return texts[useSharedLanguage()]
}
