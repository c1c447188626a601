import type { AuthorizationState } from '@coverdesk/domain/consents/authorization-state.ts'
import type { ConsentState } from '@coverdesk/domain/consents/consent-state.ts'
import { obstacleSentence } from '@coverdesk/domain/enrollment/enrollment-obstacle.ts'
import { enrollmentWords } from '@coverdesk/domain/enrollment/enrollment-words.ts'
import { refusedBecause } from '@coverdesk/domain/enrollment/exchange-refusal.ts'
import { specialWords } from '@coverdesk/domain/enrollment-windows/special-words.ts'
import type { Failure } from '@coverdesk/domain/failure.ts'
import { failureValues, valuesOf } from '@coverdesk/domain/failure-values.ts'
import type { FailureCode } from '@coverdesk/domain/failures.ts'
import { agencyMoment } from '@coverdesk/domain/fields/agency-moment.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { browserNameIn } from '@coverdesk/domain/profile/browser-name.ts'
import type { z } from 'zod'

/** Makes the sentence from the details of a failure. */
type FromDetails = (details: unknown) => string

const { es: enrolling } = enrollmentWords

/** A sentence with values; `general` is said without them, as a proxy or an older server answers. */
function withValues<Values extends z.ZodType>(
  values: Values,
  general: string,
  sentence: (values: z.output<Values>) => string,
): FromDetails {
  return (details) => {
    const given = values.safeParse(valuesOf(details))
    return given.success ? sentence(given.data) : general
  }
}

const consentProblems: Readonly<Record<ConsentState, string>> = {
  valid: 'Falta el consentimiento firmado. Fírmelo antes de seguir.',
  none: 'Falta el consentimiento del cliente. Pídalo antes de seguir.',
  requested: 'El cliente todavía no ha firmado el consentimiento. Siga cuando esté firmado.',
  ended: 'El consentimiento del cliente terminó. Pídalo otra vez antes de seguir.',
  revoked: 'El cliente revocó el consentimiento. Pídalo otra vez antes de seguir.',
  'other-person': 'El consentimiento es de otra persona que la solicitud. Pídalo otra vez antes de seguir.',
  'other-agent': 'El cliente solo permite a otro agente. Pida el consentimiento para usted antes de seguir.',
  'out-of-scope': 'El cliente no permitió esto. Pida su consentimiento antes de seguir.',
}

const authorizationProblems: Readonly<Record<AuthorizationState, string>> = {
  valid: 'El cliente todavía no ha autorizado al agente en el Mercado.',
  'not-asked': 'El cliente todavía no ha autorizado al agente en el Mercado.',
  none: 'El Mercado pide que el cliente autorice al agente para este año. Primero envíele un código.',
  sent: 'El cliente todavía no ha autorizado al agente. Escriba el código que recibió.',
  ended: 'La autorización del agente terminó. Primero envíe al cliente un código nuevo.',
  'other-agent': 'El cliente autorizó a otro agente para este año. Primero envíele un código para este agente.',
  'no-agent': 'El Mercado pide que el cliente autorice a un agente. Primero asigne un agente a esta solicitud.',
}

/** Ends of a session that its user did not cause here, by the reason that the server states. */
const sessionEnds: Readonly<Partial<Record<string, (facts: { at: string; device: string }) => string>>> = {
  replaced: ({ at, device }) =>
    `Se cerró su sesión porque inició sesión en ${device} el ${at}. Si no fue usted, cambie su contraseña y llame a su agencia.`,
  'ended by the person': ({ at, device }) => `Se cerró su sesión desde ${device} el ${at}.`,
  administrator: ({ at }) =>
    `Un administrador de seguridad cerró su sesión el ${at}. Pregunte a su agencia por qué o inicie sesión otra vez.`,
  password: ({ at }) =>
    `Se cerró su sesión porque su contraseña cambió el ${at}. Inicie sesión con la contraseña nueva. Si no la cambió usted, llame a su agencia.`,
  rights: ({ at }) => `Se cerró su sesión porque sus permisos cambiaron el ${at}. Inicie sesión otra vez para usarlos.`,
  'second factor': ({ at }) =>
    `Se cerró su sesión porque su segundo factor cambió el ${at}. Si no lo cambió usted, llame a su agencia.`,
  email: ({ at }) => `Se cerró su sesión porque su correo electrónico cambió el ${at}. Inicie sesión otra vez.`,
  disabled: () => 'Se cerró su sesión porque su usuario fue desactivado. Pregunte a su agencia.',
  restored: ({ at }) =>
    `Se cerraron todas las sesiones el ${at} porque se restauró una copia de seguridad. Inicie sesión otra vez.`,
}

/**
 * A sentence for each failure of a route that clients may call, which `scripts/checks/client-failures.test.mjs` finds in the code.
 * Loaded with the first failure that someone reads in Spanish.
 */
const failuresInSpanish: Partial<Record<FailureCode, string | FromDetails>> = {
  'session.required': 'Su sesión terminó. Inicie sesión otra vez.',
  'right.missing': 'No tiene permiso para hacer esto.',
  'request.invalid': 'Revise los datos e inténtelo otra vez.',
  'request.too_many': 'Demasiados intentos.',
  'record.changed': 'Los datos cambiaron mientras tanto. Cargue la página otra vez.',
  'record.not_found': 'No se encontró lo que busca.',
  'server.busy': 'Hay mucha actividad. Inténtelo otra vez en unos minutos.',
  'application.not_found': 'No se encontró la solicitud.',
  'application.void': 'Esta solicitud está anulada.',
  'session.ended': withValues(
    failureValues['session.ended'],
    'Su sesión terminó. Inicie sesión otra vez.',
    ({ reason, at, device }) => {
      const ended = sessionEnds[reason]
      const facts = {
        at: agencyMoment(new Date(at), 'es'),
        device: device ? browserNameIn('es', device) : 'otro dispositivo',
      }
      return ended ? ended(facts) : 'Su sesión terminó. Inicie sesión otra vez.'
    },
  ),
  'sign_in.refused': 'El usuario o la contraseña no son correctos.',
  'sign_in.disabled': 'Su usuario está desactivado. Llame a su agencia.',
  'sign_in.throttled': 'Demasiados intentos.',
  'sign_in.temporary_expired': 'Su contraseña temporal venció. Pida otra a su agencia.',
  'sign_in.attempt_ended': 'Este inicio de sesión ya no vale. Inicie sesión otra vez.',
  'sign_in.unconfirmed': 'Primero confirme su correo electrónico: abra el enlace que le enviamos.',
  'second_factor.wait': 'Todavía no puede pedir otro código.',
  'second_factor.method': 'No puede recibir el código de esta manera. Elija otra.',
  'second_factor.wrong': 'Este código no es correcto.',
  'second_factor.too_many': 'Demasiados códigos incorrectos. Pida otro código.',
  'second_factor.too_many_sent': 'Pidió demasiados códigos. Elija otra manera o inicie sesión más tarde.',
  'message.delayed': 'El mensaje todavía no salió. Elija otra manera o inténtelo otra vez en un minuto.',
  'reset.code_invalid': 'Este enlace ya no vale. Pida otro.',
  'registration.no_mail': 'Aquí no se pueden crear cuentas. Pida una cuenta a su agencia.',
  'registration.code_invalid':
    'Este enlace ya se usó o venció. Si ya lo confirmó, inicie sesión; si no, cree su cuenta otra vez.',
  'registration.password_wrong': 'La contraseña no es la que eligió al crear la cuenta.',
  'password.refused': 'Esta contraseña es fácil de adivinar o ya no se acepta. Elija otra.',
  'user.name_taken': 'Este nombre de usuario ya está en uso.',
  'consent.signed': 'Este consentimiento ya está firmado.',
  'consent.changed': 'El texto cambió. Cargue la página otra vez y léalo de nuevo.',
  'consent.required': withValues(
    failureValues['consent.required'],
    'Falta el consentimiento firmado. Fírmelo antes de seguir.',
    ({ state, named, applicant }) =>
      named === null
        ? consentProblems[state]
        : `El consentimiento es de ${named} y la solicitud es de ${applicant}. Pida el consentimiento otra vez.`,
  ),
  'consent.no_agency':
    'El consentimiento nombra el teléfono y el correo de la agencia, y todavía faltan. Llame a su agencia.',
  'authorization.required': withValues(
    failureValues['authorization.required'],
    'El cliente todavía no ha autorizado al agente en el Mercado. Primero envíele un código.',
    ({ state }) => authorizationProblems[state],
  ),
  'authorization.no_npn': 'El agente no tiene NPN. Primero escríbalo en la lista de agentes.',
  'authorization.refused': withValues(
    failureValues['authorization.refused'],
    'El Mercado no envió el código.',
    (refused) => {
      const reason = refusedBecause(refused, 'es')
      return reason ? `El Mercado no envió el código: ${reason}.` : 'El Mercado no envió el código.'
    },
  ),
  'authorization.expired': 'El código venció. Envíe uno nuevo al cliente.',
  'authorization.link_over': 'Este enlace ya no vale.',
  'consent.no_recipient': 'Falta este dato de contacto del cliente, o es de un agente. Escriba el del cliente.',
  'review.required': 'Falta la revisión firmada de la solicitud. Fírmela y envíela después.',
  'review.signed': 'Esta revisión ya está firmada.',
  'review.changed': 'La solicitud cambió. Cargue la página otra vez y léala de nuevo.',
  'signature.other_name': withValues(
    failureValues['signature.other_name'],
    'La firma debe ser el nombre de la persona solicitante.',
    ({ applicant }) => `Debe firmar ${applicant}. Escriba ese nombre.`,
  ),
  'ede.submitted': 'Esta solicitud ya se envió y no se puede cambiar aquí.',
  'ede.not_submitted': 'Esta solicitud aún no se ha enviado. Cambie las respuestas en ella y envíela.',
  'ede.coverage_over': 'La cobertura de esta solicitud ya terminó, así que no se puede cambiar.',
  'ede.sending': 'El Mercado aún no ha confirmado esta solicitud. Envíela otra vez antes de cambiarla.',
  'healthsherpa.started':
    'Su agente comenzó una inscripción en HealthSherpa. Confirme que no se terminó allí antes de enviar la solicitud.',
  'ede.year_ended': withValues(
    failureValues['ede.year_ended'],
    'Aquí las solicitudes son ahora para el año siguiente. Abra la solicitud otra vez: será para ese año.',
    ({ year, planYear }) =>
      `Aquí las solicitudes son ahora para ${year}. Abra esta otra vez: será para ${year}, y el cliente la revisará de nuevo. Para cobertura en ${planYear} tras un evento de vida, elija allí la inscripción especial.`,
  ),
  'ede.special_enrollment': withValues(
    failureValues['ede.special_enrollment'],
    'Este evento de vida no da cobertura para este año. Elija el año que viene.',
    ({ problem }) => specialWords.es.problems[problem],
  ),
  'ede.incomplete': 'Faltan pasos por completar. Complételos primero.',
  'ede.refused': withValues(
    failureValues['ede.refused'],
    'El Mercado rechazó esta solicitud. Corríjala y envíela otra vez.',
    (refused) => {
      const reason = refusedBecause(refused, 'es').replace(/\.$/, '')
      // A reason that the exchange gives only in its own words is quoted.
      const told = refused.refusal ? reason : `“${reason}”`
      return reason
        ? `El Mercado rechazó esta solicitud: ${told}. Corríjala y envíela otra vez.`
        : 'El Mercado rechazó esta solicitud. No se cambió nada.'
    },
  ),
  'ede.unconfirmed':
    'El Mercado no confirmó la solicitud. Sus respuestas están guardadas. Envíela otra vez en unos minutos.',
  'enrollment.applicants': 'Cada persona debe estar en un solo grupo.',
  'enrollment.credit': withValues(
    failureValues['enrollment.credit'],
    'Esto es más crédito fiscal del que se puede aplicar.',
    ({ most }) => `A este grupo se le pueden aplicar como máximo ${showMoney(most)}.`,
  ),
  'enrollment.not_eligible': withValues(
    failureValues['enrollment.not_eligible'],
    'Una persona no se puede inscribir ahora.',
    ({ name, number, obstacle }) => `${name || enrolling.applicant(number)}: ${obstacleSentence(obstacle, 'es')}`,
  ),
  'enrollment.price_changed': withValues(
    failureValues['enrollment.price_changed'],
    'La prima cambió. Elija el plan otra vez.',
    ({ plan, premium }) => `${plan} cuesta ahora ${showMoney(premium)} al mes. Elíjalo otra vez.`,
  ),
  'enrollment.plan': withValues(
    failureValues['enrollment.plan'],
    'Este plan no se ofrece a este grupo. Elija otro.',
    ({ plan }) => `${plan} no se ofrece a este grupo. Elija otro plan.`,
  ),
  'enrollment.year': withValues(
    failureValues['enrollment.year'],
    'El plan es de otro año que la solicitud. Elija otro.',
    ({ plan, planYear, year }) => `${plan} es un plan de ${planYear}, y la solicitud es para ${year}. Elija otro plan.`,
  ),
  'exchange.no_plans': 'El Mercado no responde. Inténtelo otra vez en unos minutos.',
  'plan.not_found': 'El Mercado no ofrece este plan.',
  'agent.not_found': 'No se encontró el agente.',
  'agent.not_on_exchange': 'Según las listas de CMS, este agente no puede vender allí. Llame a su agencia.',
  'audit.unavailable': 'Esto no se puede mostrar ahora. Inténtelo otra vez en unos minutos.',
  'carrier.not_found': 'No se encontró la aseguradora.',
  'consent.no_agent': 'La solicitud no tiene agente. Llame a su agencia.',
  'consent.not_found': 'Este enlace no existe o ya no vale.',
  'consent.no_way': 'Aquí no se pueden enviar mensajes de este tipo.',
  'contact.not_found': 'No se encontró el cliente.',
  'contact.not_own': 'Solo puede cambiar su propio perfil.',
  'email_change.code_wrong': 'Este código no es correcto.',
  'email_change.ended': 'Este código ya no vale. Guarde la dirección nueva otra vez para recibir otro.',
  'phone_change.code_wrong': 'Este código no es correcto.',
  'phone_change.ended': 'Este código ya no vale. Guarde el número nuevo otra vez para recibir otro.',
  'enrollment.reused': 'Ya se envió otra inscripción con este número. Cargue la página otra vez.',
  'enrollment.under_way':
    'Una inscripción de esta solicitud se está enviando al Mercado. Espere hasta que se confirme.',
  'exchange.unavailable': 'El Mercado no responde, así que la solicitud no cambió. Inténtelo otra vez en unos minutos.',
  'exchange.unexpected_response': 'El Mercado respondió con otra solicitud. No se cambió nada.',
  'exchange.unknown_application': 'El Mercado no tiene ninguna solicitud con este número.',
  'file.infected': 'El antivirus encontró un programa dañino en este archivo, así que no se guardó.',
  'file.scan_unavailable':
    'El antivirus no responde, así que el archivo no se guardó. Inténtelo otra vez en unos minutos.',
  'hand_off.refused': 'Este enlace del Mercado no vale. Ábralo otra vez desde su cuenta.',
  'idempotency.in_progress': 'Esto todavía se está guardando. Espere un momento e inténtelo otra vez.',
  'idempotency.key_invalid': 'No fue posible. Cargue la página otra vez.',
  'idempotency.key_reused': 'Los datos cambiaron mientras se enviaban. Cargue la página otra vez.',
  'invitation.invalid': 'Esta invitación ya no vale. Pida otra a su agencia.',
  'invitation.no_mail': 'Este portal no envía correos, así que no se puede invitar a nadie.',
  'opt_out.not_found': 'Este enlace no existe o ya no vale.',
  'password.wrong': 'La contraseña actual no es correcta.',
  'photo.not_an_image': 'Solo se acepta una imagen.',
  'photo.too_large': 'La foto puede tener como máximo 5 MB y 25 megapíxeles.',
  'place.not_found': 'Este país, estado, condado o ciudad no existe.',
  'plan.no_place': 'Este código postal no existe.',
  'request.malformed': 'No fue posible. Cargue la página otra vez.',
  'request.method_not_allowed': 'No fue posible. Cargue la página otra vez.',
  'request.not_acceptable': 'Aquí no se ofrece este formato.',
  'request.too_large': 'Esto es demasiado grande.',
  'request.unsupported_media': 'Aquí no se acepta este tipo de archivo.',
  'review.not_found': 'Este enlace no existe o ya no vale.',
  'route.not_found': 'No se encontró lo que busca.',
  'sandbox.visit_over': 'Su visita al mercado de prueba terminó.',
  'second_factor.kept': 'Su usuario necesita la aplicación de autenticación.',
  'second_factor.needed': 'Primero configure una aplicación de autenticación.',
  'second_factor.off': 'No hay ninguna aplicación de autenticación activada.',
  'second_factor.offer_ended': 'La configuración tardó demasiado. Comience otra vez.',
  'server.disk_low': 'Ahora no se puede guardar nada. Inténtelo otra vez más tarde o llame a su agencia.',
  'server.error': 'Algo salió mal de nuestro lado. Inténtelo otra vez en unos minutos.',
  'setup.link_invalid': 'Este enlace venció o ya se usó.',
  'terms.not_found': 'No se encontró esta versión de los términos.',
  'upload.broken_off': 'El archivo no llegó completo. Envíelo otra vez.',
  'user.not_found': 'No se encontró el usuario.',
  'user.own_rights': 'No puede cambiar sus propios permisos.',
}

/** The sentence of a failure in Spanish, or null if it has none of its own. One that must wait says how long. */
export function failureInSpanish({
  code,
  details,
  status,
  retryAfterSeconds,
}: Pick<Failure, 'code' | 'details' | 'status' | 'retryAfterSeconds'>): string | null {
  const known = failuresInSpanish[code] ?? null
  const sentence = typeof known === 'function' ? known(details) : known
  return sentence !== null && status === 429 ? `${sentence} ${waitInSpanish(retryAfterSeconds)}` : sentence
}

function waitInSpanish(seconds: number | undefined): string {
  if (seconds === undefined) return 'Espere unos minutos.'
  const [count, unit] = seconds < 90 ? [seconds, 'segundo'] : [Math.ceil(seconds / 60), 'minuto']
  return `Espere ${count} ${unit}${count === 1 ? '' : 's'}.`
}
