import type { Translated } from '@coverdesk/domain/messages/translated.ts'
import { browserNameIn } from '@coverdesk/domain/profile/browser-name.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'

const en = {
  login: 'Login',
  /** The brand's line, or what a client does here. */
  tagline: (tagline: string) => tagline,
  user: 'User',
  password: 'Password',
  showPassword: 'Show password',
  forgot: 'Forgot password?',
  remember: 'Remember my user name',
  accept: 'By logging in you accept the',
  terms: 'terms of use',
  recorded: 'This portal holds personal health information; your activity is recorded.',
  newHere: 'New here?',
  createAccount: 'Create an account',
  failed: 'Login error!',
  loggedIn: 'Logged in!',
  secondNeeded: '2FA Required',
  resetNeeded: 'You need to reset your password',
  alreadyOpen: 'You are already logged in somewhere else. Close the previous session?',
  previous: (device: string, since: string, active: string) =>
    `${device}, logged in on ${since}, last active on ${active}`,
  yes: 'Yes',
  no: 'No',
  /** The server's sentence about the end of a session. */
  ended: (sentence: string) => sentence,
  backToLogin: 'Back to login',
  forgotTitle: 'Forgot Password',
  checkEmail: 'Check your email.',
  forgotLead: 'We will email you a link to set a new password.',
  resetSent: 'Reset Email Sent!',
  sendLink: 'Send link',
  onItsWay:
    'If this user exists, a link is on its way. It works once, within 30 minutes. Not there? Check your spam folder, or ask your security administrator.',
  sendAgain: 'Send it again',
  resetTitle: 'Reset Password',
  resetLead: 'Choose a new password for your account.',
  reset: 'Reset password',
  newLink: 'Request a new link',
  couldNotReset: "Couldn't reset password:",
  resetDone: 'Password Reset!',
  /** A problem that a schema found. */
  problem: (message: string) => message,
}
export type AccessTexts = Translated<typeof en>

const problemsEs: Readonly<Record<string, string>> = {
  'User is required': 'Escriba su usuario',
  'Username is required': 'Escriba su usuario',
  'Password is required': 'Escriba su contraseña',
  'Code is required': 'Escriba el código',
  'Passwords must match': 'Las contraseñas deben coincidir',
  'At least 1 lowercase, 1 Uppercase, and 1 special, min 12, max 20':
    'Al menos 1 minúscula, 1 mayúscula y 1 carácter especial, de 12 a 20 caracteres',
  'At least 15 and at most 128 characters': 'De 15 a 128 caracteres',
}

const es: AccessTexts = {
  login: 'Iniciar sesión',
  tagline: () => 'Entre con su usuario y su contraseña.',
  user: 'Usuario',
  password: 'Contraseña',
  showPassword: 'Mostrar la contraseña',
  forgot: '¿Olvidó su contraseña?',
  remember: 'Recordar mi usuario',
  accept: 'Al iniciar sesión acepta los',
  terms: 'términos de uso',
  recorded: 'Este sitio contiene información médica personal; su actividad queda registrada.',
  newHere: '¿Es su primera vez?',
  createAccount: 'Crear una cuenta',
  failed: 'No se pudo iniciar la sesión.',
  loggedIn: '¡Sesión iniciada!',
  secondNeeded: 'Falta un código para entrar',
  resetNeeded: 'Debe elegir una contraseña nueva',
  alreadyOpen: 'Ya tiene una sesión abierta en otro lugar. ¿Quiere cerrarla?',
  previous: (device, since, active) =>
    `${browserNameIn('es', device)}, abierta el ${since}, usada por última vez el ${active}`,
  yes: 'Sí',
  no: 'No',
  ended: () => 'Su sesión terminó. Inicie sesión otra vez.',
  backToLogin: 'Volver al inicio de sesión',
  forgotTitle: '¿Olvidó su contraseña?',
  checkEmail: 'Revise su correo electrónico.',
  forgotLead: 'Le enviaremos por correo un enlace para elegir una contraseña nueva.',
  resetSent: '¡Correo enviado!',
  sendLink: 'Enviar enlace',
  onItsWay:
    'Si este usuario existe, el enlace está en camino. Sirve una sola vez, durante 30 minutos. ¿No llegó? Revise su carpeta de correo no deseado o pregunte a su agencia.',
  sendAgain: 'Enviar otra vez',
  resetTitle: 'Contraseña nueva',
  resetLead: 'Elija una contraseña nueva para su cuenta.',
  reset: 'Guardar la contraseña',
  newLink: 'Pedir otro enlace',
  couldNotReset: 'No se pudo cambiar la contraseña:',
  resetDone: '¡Contraseña cambiada!',
  problem: (message) => problemsEs[message] ?? 'Revise este dato',
}
const texts = { en, es }

/** Texts of sign-in, in the language that a client came with and in English for staff. */
export function useAccessTexts(): AccessTexts {
  return texts[useSharedLanguage()]
}
