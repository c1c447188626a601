import type { Translated } from '@coverdesk/domain/messages/translated.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'

const en = {
  title: 'Second step',
  lead: "Verify it's you with a code.",
  howMany: 'How do you want to get your code?',
  how: 'How you get your code',
  methods: {
    authenticator: { name: 'Authenticator app', note: 'Open it on your phone' },
    email: { name: 'Email', note: 'We send a code to your address' },
    sms: { name: 'Text message', note: 'We send a code to your phone' },
  },
  code: 'Code',
  fromApp: 'The six-digit code from your app, or a recovery code. If you lost both, ask your agency.',
  fromMessage: 'The six-digit code we sent',
  verify: 'Verify',
  backToLogin: 'Back to login',
  verified: 'Code verified!',
  codeSent: 'Code sent!',
  send: 'Send code',
  sendNew: 'Send a new code',
  sendNewIn: (seconds: number) => `Send a new code in ${seconds} s`,
  sentTo: (recipient: string) =>
    `Sent${recipient ? ` to ${recipient}` : ''}. The code is valid for 10 minutes; only the newest one works.`,
  failed: 'There was an error, please re-login.',
  /** A problem that a schema found. */
  problem: (message: string) => message,
}
export type SecondFactorTexts = Translated<typeof en>

const es: SecondFactorTexts = {
  title: 'Segundo paso',
  lead: 'Confirme con un código que es usted.',
  howMany: '¿Cómo quiere recibir su código?',
  how: 'Cómo recibe su código',
  methods: {
    authenticator: { name: 'Aplicación de autenticación', note: 'Ábrala en su teléfono' },
    email: { name: 'Correo electrónico', note: 'Enviamos un código a su dirección' },
    sms: { name: 'Mensaje de texto', note: 'Enviamos un código a su teléfono' },
  },
  code: 'Código',
  fromApp:
    'El código de seis dígitos de su aplicación, o un código de recuperación. Si perdió ambos, pregunte a su agencia.',
  fromMessage: 'El código de seis dígitos que le enviamos',
  verify: 'Verificar',
  backToLogin: 'Volver al inicio de sesión',
  verified: '¡Código verificado!',
  codeSent: '¡Código enviado!',
  send: 'Enviar código',
  sendNew: 'Enviar otro código',
  sendNewIn: (seconds) => `Enviar otro código en ${seconds} s`,
  sentTo: (recipient) =>
    `Enviado${recipient ? ` a ${recipient}` : ''}. El código sirve durante 10 minutos; solo funciona el último.`,
  failed: 'Algo salió mal. Inicie sesión otra vez.',
  problem: () => 'Escriba el código',
}
const texts = { en, es }

/** Texts of the second step of a login. */
export function useSecondFactorTexts(): SecondFactorTexts {
  return texts[useSharedLanguage()]
}
