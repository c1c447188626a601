import type { Translated } from '@coverdesk/domain/messages/translated.ts'
import { useSharedLanguage } from '../platform/page/reader-language.ts'

const en = {
  required: 'Set up your authenticator app',
  requiredLead:
    'Your role has access to client records, so signing in requires an authenticator app. Setup takes about a minute.',
  offered: 'Add a second factor',
  offeredLead:
    'Your password is set and you are logged in. An authenticator app protects your account if someone learns your password. Setup takes about a minute.',
  setUp: 'Set up an authenticator app',
  notNow: 'Not now',
  later: 'You can add it later in My Account.',
  couldNotPrepare: "Couldn't prepare the app:",
  scan: 'Open your authenticator app (Google Authenticator, Microsoft Authenticator, 1Password or another) and scan this:',
  qrCode: 'QR code for the authenticator app',
  cannotScan: "Can't scan it? Enter this key in the app:",
  copyKey: 'Copy key',
  keyCopied: 'Key copied!',
  enterCode: 'Enter the six-digit code',
  turnOn: 'Turn on',
  /** A problem with the code: of the schema, or the server's sentence. */
  problem: (message: string) => message,
  recovery:
    'Use a recovery code to log in without your phone. Each works once. Store them with your passwords; they are not shown again.',
  recoveryCodes: 'Recovery codes',
  /** First line of the file with the codes. */
  fileTitle: (name: string) => `Recovery codes for ${name}. Each works once.`,
  fileName: 'recovery-codes.txt',
  copy: 'Copy',
  codesCopied: 'Codes copied!',
  download: 'Download',
  saved: 'I have saved them',
  done: 'Done',
  leaveTitle: 'Leave without saving the codes?',
  leaveText: 'They are not shown again. My Account creates new ones.',
  leave: 'Leave',
  stay: 'Stay',
}
type AppSetupTexts = Translated<typeof en>

const es: AppSetupTexts = {
  required: 'Configure su aplicación de autenticación',
  requiredLead:
    'Su función da acceso a expedientes de clientes; por eso, para entrar se necesita una aplicación de autenticación. La configuración toma cerca de un minuto.',
  offered: 'Agregue un segundo paso',
  offeredLead:
    'Su contraseña quedó guardada y la sesión está iniciada. Una aplicación de autenticación protege su cuenta si alguien descubre su contraseña. La configuración toma cerca de un minuto.',
  setUp: 'Configurar una aplicación de autenticación',
  notNow: 'Ahora no',
  later: 'Puede agregarla después en My Account (Mi cuenta).',
  couldNotPrepare: 'No se pudo preparar la aplicación:',
  scan: 'Abra su aplicación de autenticación (Google Authenticator, Microsoft Authenticator, 1Password u otra) y escanee esto:',
  qrCode: 'Código QR para la aplicación de autenticación',
  cannotScan: '¿No puede escanearlo? Escriba esta clave en la aplicación:',
  copyKey: 'Copiar la clave',
  keyCopied: '¡Clave copiada!',
  enterCode: 'Escriba el código de seis dígitos',
  turnOn: 'Activar',
  problem: () => 'El código no es correcto o ya venció. Escriba el que muestra ahora su aplicación.',
  recovery:
    'Use un código de recuperación para iniciar sesión sin su teléfono. Cada uno sirve una vez. Guárdelos con sus contraseñas; no se muestran de nuevo.',
  recoveryCodes: 'Códigos de recuperación',
  fileTitle: (name) => `Códigos de recuperación de ${name}. Cada uno sirve una vez.`,
  fileName: 'codigos-de-recuperacion.txt',
  copy: 'Copiar',
  codesCopied: '¡Códigos copiados!',
  download: 'Descargar',
  saved: 'Los guardé',
  done: 'Listo',
  leaveTitle: '¿Salir sin guardar los códigos?',
  leaveText: 'No se muestran de nuevo. En My Account se crean otros.',
  leave: 'Salir',
  stay: 'Quedarme',
}
const texts = { en, es }

/** Texts of setting up the authenticator app: in the language of the public pages on the way in, in English in the portal. */
export function useAppSetupTexts(): AppSetupTexts {
  return texts[useSharedLanguage()]
}
