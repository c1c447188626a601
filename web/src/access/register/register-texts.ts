import { registrationHours } from '@coverdesk/domain/access/registration-hours.ts'
import type { Translated } from '@coverdesk/domain/messages/translated.ts'
import { useSharedLanguage } from '../../platform/page/reader-language.ts'

const en = {
  create: 'Create an account',
  checkEmail: 'Check your email',
  lead: 'See your plans and applications in one place.',
  oneMoreStep: 'One more step: confirm your email.',
  sent: (email: string) =>
    `We sent a link to ${email}. Open it within ${registrationHours} hours and enter your password; then you can log in. Not there? Check your spam folder.`,
  otherAddress: 'Use another address',
  backToLogin: 'Back to login',
  comesAlong: (plan: string) =>
    plan ? `Your household and the plan ${plan} come along.` : 'Your household comes along.',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  showPassword: 'Show password',
  showConfirmation: 'Show confirmation',
  part: (what: string) => what,
  met: ', met',
  createAccount: 'Create account',
  accept: 'By creating an account you accept the',
  terms: 'terms of use',
  failed: 'Registration error!',
  registered: 'Registered!',
  /** A problem that a schema found. */
  problem: (message: string) => message,
  ready: 'Your account is ready, please log in',
  couldNotConfirm: "Couldn't confirm:",
  confirmEmail: 'Confirm your email',
  confirmLead: 'Enter the password you chose when you created your account.',
  password: 'Password',
  confirm: 'Confirm',
  createAgain: 'Create an account again',
}
export type RegisterTexts = Translated<typeof en>

const partsEs: Readonly<Record<string, string>> = {
  '12 to 20 characters': 'De 12 a 20 caracteres',
  '15 to 128 characters': 'De 15 a 128 caracteres',
  '1 lowercase letter': '1 letra minúscula',
  '1 uppercase letter': '1 letra mayúscula',
  '1 special character': '1 carácter especial',
}
const problemsEs: Readonly<Record<string, string>> = {
  'At least 1 lowercase, 1 Uppercase, and 1 special, min 12, max 20':
    'Al menos 1 minúscula, 1 mayúscula y 1 carácter especial, de 12 a 20 caracteres',
  'At least 15 and at most 128 characters': 'De 15 a 128 caracteres',
  'Password is required': 'Escriba una contraseña',
  'Passwords must match': 'Las contraseñas deben coincidir',
  'Email is required': 'Escriba su correo electrónico',
  'Username is required': 'Escriba su correo electrónico',
  'First name is required': 'Escriba su nombre',
  'Last name is required': 'Escriba su apellido',
  'Must be valid email': 'No es una dirección de correo válida',
}

const es: RegisterTexts = {
  create: 'Cree una cuenta',
  checkEmail: 'Revise su correo electrónico',
  lead: 'Vea sus planes y solicitudes en un solo lugar.',
  oneMoreStep: 'Falta un paso: confirme su correo electrónico.',
  sent: (email) =>
    `Le enviamos un enlace a ${email}. Ábralo en las próximas ${registrationHours} horas y escriba su contraseña; después podrá iniciar sesión. ¿No llegó? Revise su carpeta de correo no deseado.`,
  otherAddress: 'Usar otra dirección',
  backToLogin: 'Volver al inicio de sesión',
  comesAlong: (plan) =>
    plan ? `Los datos de su hogar y el plan ${plan} le acompañan.` : 'Los datos de su hogar le acompañan.',
  firstName: 'Nombre',
  lastName: 'Apellido',
  email: 'Correo electrónico',
  newPassword: 'Contraseña nueva',
  confirmPassword: 'Confirme la contraseña',
  showPassword: 'Mostrar la contraseña',
  showConfirmation: 'Mostrar la confirmación',
  part: (what) => partsEs[what] ?? what,
  met: ', cumplido',
  createAccount: 'Crear cuenta',
  accept: 'Al crear una cuenta acepta los',
  terms: 'términos de uso',
  failed: 'No se pudo crear la cuenta.',
  registered: '¡Registro recibido!',
  problem: (message) => problemsEs[message] ?? 'Revise este dato',
  ready: 'Su cuenta está lista. Inicie sesión.',
  couldNotConfirm: 'No se pudo confirmar:',
  confirmEmail: 'Confirme su correo electrónico',
  confirmLead: 'Escriba la contraseña que eligió al crear su cuenta.',
  password: 'Contraseña',
  confirm: 'Confirmar',
  createAgain: 'Crear una cuenta otra vez',
}
const texts = { en, es }

/** Texts of the sign-up, in the reader's language there and in English elsewhere. */
export function useRegisterTexts(): RegisterTexts {
  return texts[useSharedLanguage()]
}
